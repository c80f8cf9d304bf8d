import { vi } from 'vitest'

// Vitest's `waitFor` gives up after a second and has no setting for it; a busy computer may take its time. Against
// hanging only, as every limit here. (`expect.poll` has a setting: vitest.config.ts.)

const patience = 30_000

const { waitFor } = vi
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? { timeout: options } : { timeout: patience, ...options })
