import { mkdtemp, readFile, readdir, rm, writeFile, open as openReal } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openAppendFile } from '../../../src-main/util/files/append-file'
import { journalFile, openJournal } from '../../../src-main/journal/journal'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'append-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('a closed append file', () => {
  it('does not touch what another process wrote since', async () => {
    const path = join(folder, 'a.log')
    const mine = await openAppendFile(path, 0)
    await mine.append('mine\n')
    await mine.close()
    const theirs = await openAppendFile(path, 5)
    await theirs.append('theirs\n')
    await expect(mine.append('late\n')).rejects.toThrow()
    await theirs.close()
    expect(await readFile(path, 'utf8')).toBe('mine\ntheirs\n')
  })
})

describe('a damaged journal on a full disk', () => {
  it('opens, and reports the damage again the next time', async () => {
    await writeFile(join(folder, journalFile), 'no record\n')
    const openFull = async (path: string) => {
      const file = await openReal(path, 'a')
      return {
        write: () => Promise.reject(new Error('no space')),
        datasync: () => file.datasync(),
        close: () => file.close(),
      }
    }
    const full = await openJournal({ folder, openFile: openFull })
    if (!full.ok) throw new Error(full.error.message)
    expect(full.value.quarantined).not.toBeNull()
    await full.value.journal.stop()
    const again = await openJournal({ folder })
    if (!again.ok) throw new Error(again.error.message)
    expect(again.value.quarantined).not.toBeNull()
    await again.value.journal.stop()
    expect((await readdir(folder)).length).toBeGreaterThan(1)
  })
})
