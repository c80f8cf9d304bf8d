import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openKeptJournal } from '../../src-main/kept-journal'
import { createNotices } from '../../src-main/notices/notices'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock-desk-test-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

it('tells of a journal that cannot be opened without claiming that a copy was kept', async () => {
  await writeFile(join(folder, 'journal'), 'a file where the folder belongs')
  const notices = createNotices()
  const nowhere = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const { journal, problem } = await openKeptJournal(folder, { notices, log: nowhere })
  expect(problem?.code).toBe('not-writable')
  expect(notices.list().map(({ code }) => code)).toEqual(['journal-shut'])
  await journal.stop()
})
