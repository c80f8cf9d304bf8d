import { mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { backUp } from '../../src-main/journal/back-up'
import type { Journal } from '../../src-main/journal/journal'
import { decideRestore, stage } from '../../src-main/journal/restore'
import { verifyFiles } from '../../src-main/journal/verify'
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

/** A journal of three files, backed up, with one more change since. */
const withBackup = async () => {
  const one = await open()
  await change(one, keyAt(0))
  await one.beginFile()
  await change(one, keyAt(1))
  await backUp(one.files(), backup)
  await one.beginFile()
  await change(one, keyAt(2))
  return one
}
const backedUp = [`${keyAt(0)} done`, `${keyAt(1)} done`]

const asideOf = async (): Promise<string> => {
  const [name] = (await readdir(folder)).filter((one) => one.startsWith('replaced-'))
  return join(folder, name ?? 'none')
}

describe('a backup', () => {
  it('is all files of the journal as one, whole by itself, with the head of that moment', async () => {
    const one = await open()
    await change(one, keyAt(0))
    await one.beginFile()
    await change(one, keyAt(1))
    await backUp(one.files(), backup)
    const report = await verifyFiles([{ path: backup }])
    expect(report).toMatchObject({ isWhole: true, head: one.head() })
    expect(await readdir(root)).toEqual(['backup.log', 'journal'])
  })

  it('holds what is sure to be on the disk and nothing behind it', async () => {
    const one = await open()
    await change(one, keyAt(0))
    const files = one.files()
    await change(one, keyAt(1))
    await backUp(files, backup)
    expect((await readFile(backup)).length).toBe(files[0]?.bytes)
  })

  it('leaves what was there where the disk does not take it', async () => {
    const one = await open()
    await change(one, keyAt(0))
    await mkdir(backup)
    await expect(backUp(one.files(), backup)).rejects.toThrow()
    expect(await readdir(root)).toEqual(['backup.log', 'journal'])
  })
})

describe('restoring', () => {
  it('tells what the backup told, goes on behind it, and keeps what was there', async () => {
    const one = await withBackup()
    await stage(folder, backup)
    expect(await one.takeStaged()).toMatchObject({ ok: true })
    expect(statesIn(one)).toEqual(backedUp)
    await change(one, keyAt(3))
    expect(statesIn(await open())).toEqual([...backedUp, `${keyAt(3)} done`])
    expect(await filesIn(await asideOf())).toEqual(['journal.log', 'journal.0002.log', 'journal.0003.log'])
    const [path] = (await filesIn(folder)).map((name) => join(folder, name))
    expect(await verifyFiles([{ path: path ?? '' }])).toMatchObject({ isWhole: true })
  })

  it('counts files on from what the backup holds, so that no two have one number', async () => {
    const one = await withBackup()
    await stage(folder, backup)
    await one.takeStaged()
    await one.beginFile()
    expect(await filesIn(folder)).toEqual(['journal.log', 'journal.0003.log'])
    expect(statesIn(await open())).toEqual(backedUp)
  })

  it('does nothing while nothing is staged, and the journal goes on', async () => {
    const one = await open()
    await change(one, keyAt(0))
    expect(await one.takeStaged()).toMatchObject({ ok: false })
    await change(one, keyAt(1))
    expect(statesIn(await open())).toEqual(backedUp)
  })

  it('of a process that dies before it is decided changes nothing', async () => {
    await withBackup()
    await stage(folder, backup)
    expect(statesIn(await open())).toEqual([...backedUp, `${keyAt(2)} done`])
    expect(await readdir(folder)).not.toContain('journal.staged')
  })

  it.each([0, 1, 2, 3])(
    'is ended by the next start where the process dies after moving %i files',
    async (moved) => {
      await withBackup()
      await journal?.stop()
      journal = null
      await stage(folder, backup)
      await decideRestore(folder, 0)
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
    'leaves nothing waiting: it may have left since the backup (%s)',
    async (when) => {
      // A job that stood half done in the backup could be resumed, and its other half went out a second time.
      const one = await open()
      const intended = await one.intend(intentOf(keyAt(0), keyAt(1), keyAt(2)))
      if (!intended.ok) throw new Error(intended.error.message)
      const { jobId } = intended.value
      await one.sending(jobId, [0])
      await one.end(jobId, [{ row: 0, state: 'done', reason: null }])
      await backUp(one.files(), backup)
      await one.sending(jobId, [1, 2])
      await one.end(jobId, [
        { row: 1, state: 'done', reason: null },
        { row: 2, state: 'done', reason: null },
      ])
      await stage(folder, backup)
      if (when === 'at once') await one.takeStaged()
      else await decideRestore(folder, 0)
      const states = [`${keyAt(0)} done`, `${keyAt(1)} unknown`, `${keyAt(2)} unknown`]
      if (when === 'at once') expect(statesIn(one)).toEqual(states)
      expect(statesIn(await open())).toEqual(states)
    },
  )

  it('takes what was staged, whatever becomes of the file that was chosen', async () => {
    const one = await withBackup()
    await stage(folder, backup)
    await writeFile(backup, 'something else')
    await one.takeStaged()
    expect(statesIn(one)).toEqual(backedUp)
  })
})
