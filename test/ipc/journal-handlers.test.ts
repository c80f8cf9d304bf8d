import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CommandOutcome } from '#shared/bridge/commands'
import { fail } from '#shared/outcome'
import { isWithin } from '../../src-main/util/files/is-within'
import { createJournalHandlers } from '../../src-main/ipc/journal-handlers'
import type { JournalHandlers } from '../../src-main/ipc/journal-handlers'
import type { Journal } from '../../src-main/journal/journal'
import { backUp } from '../../src-main/journal/back-up'
import { verifyFiles } from '../../src-main/journal/verify/verify'
import type { FileToVerify } from '../../src-main/journal/verify/verify'
import { toJournalEntry } from '../../src-main/changes/journal-entry'
import { gateOf } from '../changes/support/engine'
import { change, keyAt, opened, statesIn } from '../journal/support/journals'
import { createSharedActivity } from '../../src-main/branch/shared-activity'
import { notShared } from '../../src-main/util/folded-list'

let root: string
let folder: string
let journal: Journal
let handlers: JournalHandlers
let log: string[]
let saveAt: string
let openFrom: () => Promise<string | null>
let verify: (files: readonly FileToVerify[]) => ReturnType<typeof verifyFiles>

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'journal-handlers-'))
  folder = join(root, 'journal')
  ;({ journal } = await opened(folder))
  log = []
  saveAt = join(root, 'backup.log')
  openFrom = () => Promise.resolve(join(root, 'backup.log'))
  verify = verifyFiles
  handlers = createJournalHandlers(
    {
      desktop: {
        isOwn: (path) => isWithin(folder, path),
        chooseFile: { toSave: () => Promise.resolve(saveAt), toOpen: () => openFrom() },
      },
      files: {
        queue: {
          update: () => {
            log.push(`held before ${statesIn(journal).length}`)
            return Promise.resolve()
          },
        },
      },
      journal,
      sessions: {
        to: async (_id, { between }) => {
          await between?.()
          return { state: 'switched' }
        },
      },
      verifier: { verify: (files) => verify(files), stop: () => undefined },
    },
    {
      savedPlatformId: 'training',
      sharedActivity: createSharedActivity(notShared),
      changeService: { entryOf: (change) => toJournalEntry(change, null) },
    },
  )
})
afterEach(async () => {
  await journal.stop()
  await rm(root, { recursive: true, force: true })
})

const codeOf = (outcome: CommandOutcome<'journal/back-up' | 'journal/choose-backup' | 'journal/restore'>) =>
  outcome.ok ? 'ok' : outcome.error.code

describe('a backup', () => {
  it.each(['journal.log', 'other.log', 'through a link'])(
    'is not written into the journal’s own folder: %s',
    async (where) => {
      // Otherwise it would replace the file being written, and later records would go to an unlinked file.
      await change(journal, keyAt(0))
      saveAt = join(folder, where)
      if (where === 'through a link') {
        await symlink(folder, join(root, 'link'))
        saveAt = join(root, 'link', 'journal.log')
      }
      expect(codeOf(await handlers['journal/back-up'](undefined))).toBe('own-folder')
      await change(journal, keyAt(1))
      await journal.stop()
      ;({ journal } = await opened(folder))
      expect(statesIn(journal)).toEqual([`${keyAt(0)} done`, `${keyAt(1)} done`])
    },
  )

  it('that the chosen folder does not take says so', async () => {
    await change(journal, keyAt(0))
    saveAt = join(root, 'no', 'such', 'folder.log')
    expect(codeOf(await handlers['journal/back-up'](undefined))).toBe('file-not-saved')
  })

  it('is written to another folder', async () => {
    await change(journal, keyAt(0))
    expect(await handlers['journal/back-up'](undefined)).toMatchObject({
      ok: true,
      value: { savedAs: saveAt },
    })
    expect((await readFile(saveAt)).length).toBe(journal.files()[0]?.bytes)
  })
})

describe('restoring a backup', () => {
  beforeEach(async () => {
    await change(journal, keyAt(0))
    await backUp(journal.files(), join(root, 'backup.log'))
    await change(journal, keyAt(1))
  })

  it('holds the offline queue first, since sent changes are not in the backup', async () => {
    expect(await handlers['journal/choose-backup'](undefined)).toMatchObject({ ok: true })
    expect(await handlers['journal/restore'](undefined)).toMatchObject({ ok: true })
    expect(log).toEqual(['held before 2'])
    expect(statesIn(journal)).toEqual([`${keyAt(0)} done`])
  })

  it('says where the next start completes it', async () => {
    await handlers['journal/choose-backup'](undefined)
    vi.spyOn(journal, 'restoreStaged').mockResolvedValue(fail({ code: 'unfinished', message: 'ENOSPC' }))
    expect(codeOf(await handlers['journal/restore'](undefined))).toBe('restore-unfinished')
  })

  it('does not replace the verified file by one still being copied', async () => {
    const gate = gateOf()
    verify = async (files) => {
      const report = await verifyFiles(files)
      await gate.passed
      return report
    }
    const first = handlers['journal/choose-backup'](undefined)
    await vi.waitFor(() => expect(log).toEqual([]))
    const second = await handlers['journal/choose-backup'](undefined)
    expect(codeOf(second)).toBe('invalid-input')
    gate.open(undefined)
    expect(codeOf(await first)).toBe('ok')
  })
})
