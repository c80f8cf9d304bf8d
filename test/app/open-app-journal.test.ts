import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openAppJournal } from '../../src-main/app/open-app-journal'
import { createNotices } from '../../src-main/notices/notices'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock-desk-test-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

it('reports a journal that cannot be opened without claiming a backup copy', async () => {
  await writeFile(join(folder, 'journal'), 'a file in place of the folder')
  const notices = createNotices()
  const nowhere = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const { journal, problem } = await openAppJournal(folder, { notices, log: nowhere })
  expect(problem?.code).toBe('not-writable')
  expect(notices.list().map(({ code }) => code)).toEqual(['journal-not-open'])
  await journal.stop()
})
