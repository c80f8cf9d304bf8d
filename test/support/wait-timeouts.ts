import { vi } from 'vitest'

// Vitest's `waitFor` has a fixed limit of one second, too short for a busy computer. The limit only prevents
// hanging. (`expect.poll` has a setting: vitest.config.ts.)

const patience = 30_000

const { waitFor } = vi
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? { timeout: options } : { timeout: patience, ...options })
