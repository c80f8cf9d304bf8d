import { readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { journalFile, openJournal } from '../../src-main/journal/journal'
import { timestampOf } from '../../src-main/journal/journal-files'
import { temporaryFolder } from '../support/temporary-folder'
import { filesIn, intentOf, linesOf } from './support/journals'

const now = 1_700_000_000_000
const reason = { kind: 'cancelled' }

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => folder.remove())

describe('a journal of an older version that cannot be copied', () => {
  it('rejects writes until it can be copied', async () => {
    const old = linesOf(
      [
        { kind: 'job', job: 'J', intent: intentOf('A') },
        { kind: 'closed', job: 'J', reason },
      ],
      2,
    )
    await writeFile(join(folder.path, journalFile), old)
    // A file with the name of the copy's folder.
    const blockingFile = join(folder.path, `before-version-7-${timestampOf(now)}`)
    await writeFile(blockingFile, '')
    const opened = await openJournal({ folder: folder.path, now: () => now })
    if (!opened.ok) throw new Error(opened.error.message)
    const { journal } = opened.value

    for (const key of ['B', 'C']) {
      const refused = await journal.recordIntent(intentOf(key))
      expect(refused).toMatchObject({ ok: false, error: { code: 'not-writable' } })
      expect(refused.ok ? '' : refused.error.message).toMatch(/EEXIST|ENOTDIR/)
    }
    await expect(journal.recordSent('J', [0])).rejects.toThrow(/EEXIST|ENOTDIR/)
    expect(await filesIn(folder.path)).toEqual([journalFile])
    expect(await readFile(join(folder.path, journalFile), 'utf8')).toBe(old)

    await rm(blockingFile)
    expect((await journal.recordIntent(intentOf('D'))).ok).toBe(true)
    await journal.stop()
    expect(await readFile(join(blockingFile, journalFile), 'utf8')).toBe(old)
    expect(await readdir(blockingFile)).toEqual([journalFile])
  })
})
