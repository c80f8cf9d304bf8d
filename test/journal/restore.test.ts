import { mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { backUp } from '../../src-main/journal/back-up'
import type { Journal } from '../../src-main/journal/journal'
import { commitRestore, stage } from '../../src-main/journal/restore'
import { verifyFiles } from '../../src-main/journal/verify/verify'
import { change, filesIn, intentOf, keyAt, opened, statesIn } from './support/journals'

let root: string
let folder: string
let backup: string
let journal: Journal | null
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'restore-'))
  folder = join(root, 'journal')
  backup = join(root, 'backup.log')
  journal = null
})
afterEach(async () => {
  await journal?.stop()
  await rm(root, { recursive: true, force: true })
})

const open = async () => {
  await journal?.stop()
  journal = null
  ;({ journal } = await opened(folder))
  return journal
}

/** A journal of three files with a backup, and one more change since. */
const withBackup = async () => {
  const one = await open()
  await change(one, keyAt(0))
  await one.rotate()
  await change(one, keyAt(1))
  await backUp(one.files(), backup)
  await one.rotate()
  await change(one, keyAt(2))
  return one
}
const backedUp = [`${keyAt(0)} done`, `${keyAt(1)} done`]

const asideOf = async (): Promise<string> => {
  const [name] = (await readdir(folder)).filter((one) => one.startsWith('replaced-'))
  return join(folder, name ?? 'none')
}

describe('a backup', () => {
  it('joins all files of the journal, intact, with the head of that time', async () => {
    const one = await open()
    await change(one, keyAt(0))
    await one.rotate()
    await change(one, keyAt(1))
    await backUp(one.files(), backup)
    const report = await verifyFiles([{ path: backup }])
    expect(report).toMatchObject({ isWhole: true, head: one.head() })
    expect(await readdir(root)).toEqual(['backup.log', 'journal'])
  })

  it('contains what is surely on disk and nothing after it', async () => {
    const one = await open()
    await change(one, keyAt(0))
    const files = one.files()
    await change(one, keyAt(1))
    await backUp(files, backup)
    expect((await readFile(backup)).length).toBe(files[0]?.bytes)
  })

  it('keeps the earlier backup where the disk fails', async () => {
    const one = await open()
    await change(one, keyAt(0))
    await mkdir(backup)
    await expect(backUp(one.files(), backup)).rejects.toThrow()
    expect(await readdir(root)).toEqual(['backup.log', 'journal'])
  })
})

describe('restoring', () => {
  it('restores the state of the backup, continues it, and keeps the replaced files', async () => {
    const one = await withBackup()
    await stage(folder, backup)
    expect(await one.restoreStaged()).toMatchObject({ ok: true })
    expect(statesIn(one)).toEqual(backedUp)
    await change(one, keyAt(3))
    expect(statesIn(await open())).toEqual([...backedUp, `${keyAt(3)} done`])
    expect(await filesIn(await asideOf())).toEqual(['journal.log', 'journal.0002.log', 'journal.0003.log'])
    const [path] = (await filesIn(folder)).map((name) => join(folder, name))
    expect(await verifyFiles([{ path: path ?? '' }])).toMatchObject({ isWhole: true })
  })

  it('continues the file numbers of the backup, so that no two files share one', async () => {
    const one = await withBackup()
    await stage(folder, backup)
    await one.restoreStaged()
    await one.rotate()
    expect(await filesIn(folder)).toEqual(['journal.log', 'journal.0003.log'])
    expect(statesIn(await open())).toEqual(backedUp)
  })

  it('does nothing while no backup is staged, and the journal continues', async () => {
    const one = await open()
    await change(one, keyAt(0))
    expect(await one.restoreStaged()).toMatchObject({ ok: false })
    await change(one, keyAt(1))
    expect(statesIn(await open())).toEqual(backedUp)
  })

  it('changes nothing where the process dies before the decision', async () => {
    await withBackup()
    await stage(folder, backup)
    expect(statesIn(await open())).toEqual([...backedUp, `${keyAt(2)} done`])
    expect(await readdir(folder)).not.toContain('journal.staged')
  })

  it.each([0, 1, 2, 3])(
    'is finished by the next start where the process dies after moving %i files',
    async (moved) => {
      await withBackup()
      await journal?.stop()
      journal = null
      await stage(folder, backup)
      await commitRestore(folder, 0)
      const aside = join(folder, 'replaced-1970-01-01T000000.000Z')
      if (moved > 0) await mkdir(aside)
      for (const name of (await filesIn(folder)).slice(0, moved)) {
        await rename(join(folder, name), join(aside, name))
      }
      expect(statesIn(await open())).toEqual(backedUp)
      expect(await asideOf()).toBe(aside)
      expect(await filesIn(aside)).toEqual(['journal.log', 'journal.0002.log', 'journal.0003.log'])
      expect(await filesIn(folder)).toEqual(['journal.log'])
    },
  )

  it.each(['at once', 'by the next start'])(
    'leaves no row waiting, since it may have been sent after the backup (%s)',
    async (when) => {
      // Otherwise a half completed job in the backup could be resumed, and its other half sent twice.
      const one = await open()
      const intended = await one.recordIntent(intentOf(keyAt(0), keyAt(1), keyAt(2)))
      if (!intended.ok) throw new Error(intended.error.message)
      const { jobId } = intended.value
      await one.recordSent(jobId, [0])
      await one.recordResults(jobId, [{ row: 0, state: 'done', reason: null }])
      await backUp(one.files(), backup)
      await one.recordSent(jobId, [1, 2])
      await one.recordResults(jobId, [
        { row: 1, state: 'done', reason: null },
        { row: 2, state: 'done', reason: null },
      ])
      await stage(folder, backup)
      if (when === 'at once') await one.restoreStaged()
      else await commitRestore(folder, 0)
      const states = [`${keyAt(0)} done`, `${keyAt(1)} unknown`, `${keyAt(2)} unknown`]
      if (when === 'at once') expect(statesIn(one)).toEqual(states)
      expect(statesIn(await open())).toEqual(states)
    },
  )

  it('uses the staged copy, even if the chosen file changes', async () => {
    const one = await withBackup()
    await stage(folder, backup)
    await writeFile(backup, 'something else')
    await one.restoreStaged()
    expect(statesIn(one)).toEqual(backedUp)
  })
})
