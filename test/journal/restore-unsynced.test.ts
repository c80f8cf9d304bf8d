import type FilePromises from 'node:fs/promises'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { backUp } from '../../src-main/journal/back-up'
import { stage } from '../../src-main/journal/restore'
import { change, keyAt, opened, statesIn } from './support/journals'

const disk = vi.hoisted(() => ({ syncsFolders: true }))
vi.mock('node:fs/promises', async (importReal) => {
  const real = await importReal<typeof FilePromises>()
  return {
    ...real,
    open: async (path: string, flags?: string, mode?: number) => {
      const handle = await real.open(path, flags, mode)
      if (flags === 'r' && !disk.syncsFolders && (await handle.stat()).isDirectory()) {
        handle.sync = () => Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' }))
      }
      return handle
    },
  }
})

it('a backup whose restore failed is not restored, now or at the next start', async () => {
  const root = await mkdtemp(join(tmpdir(), 'restore-'))
  const folder = join(root, 'journal')
  const backup = join(root, 'backup.log')
  const { journal } = await opened(folder)
  try {
    await change(journal, keyAt(0))
    await backUp(journal.files(), backup)
    await change(journal, keyAt(1))
    const before = statesIn(journal)
    await stage(folder, backup)
    disk.syncsFolders = false
    expect(await journal.restoreStaged()).toMatchObject({ ok: false })
    disk.syncsFolders = true
    expect(statesIn(journal)).toEqual(before)
    await journal.stop()
    const again = await opened(folder)
    expect(statesIn(again.journal)).toEqual(before)
    await again.journal.stop()
  } finally {
    await rm(root, { recursive: true, force: true })
  }
})
