import {
  mkdtemp,
  open as openReal,
  readFile,
  readdir,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OpenFile } from '../../src-main/util/files/append-file'
import { journalFile, openJournal } from '../../src-main/journal/journal'
import type { Journal } from '../../src-main/journal/journal'
import { hashOf, noPreviousHash, readLine, writeLine } from '../../src-main/journal/line'
import type { Intent } from '../../src-main/journal/record'

let folder: string
let opened: Journal | null
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'journal-'))
  opened = null
})
afterEach(async () => {
  await opened?.stop()
  await rm(folder, { recursive: true, force: true })
})

const intent = (...assetNums: string[]): Intent => ({
  operation: 'order.lockAssets',
  operatorIdentity: 'Li Wei',
  environment: 'training',
  training: true,
  chunkSize: 100,
  retryOf: null,
  rows: (assetNums.length === 0 ? ['LD8000000017'] : assetNums).map((key) => ({
    key,
    shellNumber: key.slice(2),
    enterpriseGlobalId: 'E1',
    enterpriseName: '北桥',
    lockedBefore: false,
    memberGlobalId: null,
    memberName: null,
    request: null,
  })),
})

const open = async (openFile?: OpenFile) => {
  await opened?.stop()
  const outcome = await openJournal({ folder, ...(openFile === undefined ? {} : { openFile }) })
  if (!outcome.ok) throw new Error(outcome.error.message)
  opened = outcome.value.journal
  return { journal: opened, quarantined: outcome.value.quarantined }
}

const intend = async (journal: Journal, ...assetNums: string[]): Promise<string> => {
  const intended = await journal.recordIntent(intent(...assetNums))
  if (!intended.ok) throw new Error(intended.error.message)
  return intended.value.jobId
}

/** @returns the entry's ID */
const change = async (journal: Journal, ...assetNums: string[]): Promise<string> => {
  const jobId = await intend(journal, ...assetNums)
  await journal.recordSent(jobId, [0])
  await journal.recordResults(jobId, [{ row: 0, state: 'done', reason: null }])
  return `${jobId}.0`
}

const states = (journal: Journal) => journal.recent(100).map(({ row, state }) => [row.key, state])

const path = () => join(folder, journalFile)

describe('journal', () => {
  it('has the intent on disk when it resolves', async () => {
    const { journal } = await open()
    await journal.recordIntent(intent())
    const [line] = (await readFile(path(), 'utf8')).split('\n')
    expect(readLine(line ?? '')).toMatchObject({ kind: 'job', n: 1, intent: intent() })
  })

  it('writes results and the following “sent” to disk in one sync', async () => {
    let syncs = 0
    const { journal } = await open(async (path) => {
      const file = await openReal(path, 'a')
      return {
        write: file.write.bind(file),
        datasync: () => {
          syncs += 1
          return file.datasync()
        },
        close: () => file.close(),
      }
    })
    const jobId = await intend(journal, 'LD8000000017', 'LD8000000018')
    await journal.recordSent(jobId, [0])
    expect(syncs).toBe(2)
    const ended = journal.recordResults(jobId, [{ row: 0, state: 'done', reason: null }])
    // As many turns as the job runner takes between two requests.
    for (let steps = 0; steps < 50; steps += 1) await Promise.resolve()
    await journal.recordSent(jobId, [1])
    await ended
    expect(syncs).toBe(3)
    expect(journal.job(jobId)?.rowStates.map(({ state }) => state)).toEqual(['done', 'sent'])
  })

  it('reports the same state after a restart', async () => {
    const { journal } = await open()
    await change(journal)
    const second = await intend(journal, 'LD8000000018')
    await journal.recordResults(second, [{ row: 0, state: 'unknown', reason: { kind: 'missing-in-answer' } }])
    const before = journal.recent(10)
    const { journal: again } = await open()
    expect(again.recent(10)).toEqual(before)
    expect(before.map(({ state }) => state)).toEqual(['unknown', 'done'])
  })

  it('links each record to the line before', async () => {
    const { journal } = await open()
    await change(journal)
    await change(journal)
    const lines = (await readFile(path(), 'utf8')).trimEnd().split('\n')
    // A removed or moved line is damage, though each line is intact.
    await opened?.stop()
    await writeFile(path(), `${lines.toSpliced(3, 1).join('\n')}\n`)
    const { quarantined } = await open()
    expect(quarantined).toMatch(/^journal\.damaged-/)
  })

  it('drops a truncated last line of any length, and keeps everything before it', async () => {
    const { journal } = await open()
    const kept = await change(journal)
    const whole = (await readFile(path())).length
    await journal.recordIntent(intent('LD8000000018'))
    const bytes = await readFile(path())
    await opened?.stop()
    for (let length = whole + 1; length < bytes.length; length += 7) {
      await writeFile(path(), bytes)
      await truncate(path(), length)
      const { journal: again, quarantined } = await open()
      expect(quarantined).toBeNull()
      expect(again.change(kept)?.state).toBe('done')
      const isWhole = length === bytes.length - 1
      expect(again.recent(10)).toHaveLength(isWhole ? 2 : 1)
      await again.stop()
      opened = null
    }
  })

  it('detects a flipped bit, copies the file, keeps the rest and reports it once', async () => {
    const { journal } = await open()
    await change(journal)
    await change(journal, 'LD8000000018')
    await opened?.stop()
    const bytes = await readFile(path())
    bytes[40] = bytes[40]! ^ 1
    await writeFile(path(), bytes)
    const first = await open()
    expect(first.quarantined).not.toBeNull()
    expect(await readFile(join(folder, first.quarantined ?? ''))).toEqual(bytes)
    expect(first.journal.recent(10).map(({ row }) => row.key)).toEqual(['LD8000000018'])
    expect((await open()).quarantined).toBeNull()
  })

  it('leaves no partial record when the disk is full, and continues once space is free', async () => {
    let freeBytes = Infinity
    const { open: openReal } = await import('node:fs/promises')
    const full: OpenFile = async (name) => {
      const file = await openReal(name, 'a')
      const write = async (bytes: Uint8Array, offset: number, length: number) => {
        const written = Math.min(length, freeBytes)
        freeBytes -= written
        if (written === 0) throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
        return file.write(bytes, offset, written)
      }
      return {
        write: write as typeof file.write,
        datasync: () => file.datasync(),
        close: () => file.close(),
      }
    }
    const { journal } = await open(full)
    await change(journal)
    freeBytes = 50
    expect(await journal.recordIntent(intent('LD8000000018'))).toMatchObject({
      ok: false,
      error: { code: 'not-writable' },
    })
    freeBytes = Infinity
    await change(journal, 'LD8000000019')
    const { journal: again, quarantined } = await open()
    expect(quarantined).toBeNull()
    expect(again.recent(10).map(({ row }) => row.key)).toEqual(['LD8000000019', 'LD8000000017'])
  })

  it('has one writer', async () => {
    await open()
    expect(await openJournal({ folder })).toMatchObject({ ok: false, error: { code: 'locked' } })
    await opened?.stop()
    opened = null
    await open()
  })

  it.runIf(process.platform !== 'win32')('refuses a link in place of its file', async () => {
    const other = join(folder, 'notes of another program')
    await writeFile(other, 'first line\nhalf a line')
    await symlink(other, join(folder, journalFile))
    expect(await openJournal({ folder })).toMatchObject({
      ok: false,
      error: { code: 'not-writable', message: expect.stringContaining('is a link') as string },
    })
    expect(await readFile(other, 'utf8')).toBe('first line\nhalf a line')
  })

  it('knows whether a later change of the same lock was requested', async () => {
    const { journal } = await open()
    const first = journal.change(await change(journal))!
    expect(journal.hasLater(first)).toBe(false)
    await change(journal, 'LD8000000018')
    expect(journal.hasLater(first)).toBe(false)
    await change(journal)
    expect(journal.hasLater(first)).toBe(true)
  })

  it('keeps the state of each row of a job', async () => {
    const { journal } = await open()
    const jobId = await intend(journal, 'LD8000000017', 'LD8000000018', 'LD8000000019', 'LD8000000020')
    await journal.recordSent(jobId, [0, 1])
    await journal.recordResults(jobId, [
      { row: 1, state: 'failed', reason: { kind: 'status', status: 4 } },
      { row: 0, state: 'done', reason: null },
    ])
    await journal.recordSent(jobId, [2])
    await journal.recordReturned(jobId, [2])
    const before = journal.job(jobId)
    expect(before?.rowStates.map(({ state }) => state)).toEqual(['done', 'failed', 'intent', 'intent'])
    await journal.closeJob(jobId, { kind: 'cancelled' })
    const { journal: again } = await open()
    expect(again.job(jobId)?.rowStates).toMatchObject([
      { state: 'done', reason: null },
      { state: 'failed', reason: { kind: 'status', status: 4 } },
      { state: 'not-sent', reason: { kind: 'cancelled' } },
      { state: 'not-sent', reason: { kind: 'cancelled' } },
    ])
    expect(again.change(`${jobId}.1`)).toMatchObject({ rowIndex: 1, row: { key: 'LD8000000018' } })
  })

  it('writes records that arrive while the disk is busy in one batch, in order, each linked', async () => {
    let syncs = 0
    const { open: openReal } = await import('node:fs/promises')
    const counting: OpenFile = async (name) => {
      const file = await openReal(name, 'a')
      return {
        write: file.write.bind(file),
        datasync: () => {
          syncs += 1
          return file.datasync()
        },
        close: () => file.close(),
      }
    }
    const { journal } = await open(counting)
    const keys = Array.from({ length: 50 }, (_one, index) => `LD80000000${String(index + 10)}`)
    await Promise.all(keys.map((key) => change(journal, key)))
    expect(syncs).toBeLessThan(20)
    const { journal: again, quarantined } = await open()
    expect(quarantined).toBeNull()
    expect(states(again)).toEqual(keys.toReversed().map((key) => [key, 'done']))
  })

  it('reads the first format and continues it', async () => {
    const { journal } = await open()
    await journal.stop()
    opened = null
    const facts = { shellNumber: '8000000017', enterpriseGlobalId: 'E1', enterpriseName: '北桥' }
    const common = { operatorIdentity: 'Li Wei', environment: 'training', training: true }
    const old = [
      {
        kind: 'intent',
        entry: 'A',
        intent: { operation: 'order.unlockAssets', assetNum: 'LD8000000017', ...facts, ...common },
      },
      { kind: 'sent', entry: 'A' },
      { kind: 'unknown', entry: 'A', reason: { kind: 'missing-in-answer' } },
    ]
    let previous = noPreviousHash
    const lines = old.map((record, index) => {
      const line = writeLine({ v: 1, n: index + 1, at: 5, previous, ...record } as never)
      previous = hashOf(line)
      return `${line}\n`
    })
    await writeFile(path(), lines.join(''))
    const first = await open()
    expect(first.quarantined).toBeNull()
    expect(first.journal.change('A.0')).toMatchObject({
      state: 'unknown',
      sentAt: 5,
      row: { key: 'LD8000000017' },
      job: { intent: { operation: 'order.unlockAssets', operatorIdentity: 'Li Wei' } },
    })
    await first.journal.recordResults('A', [{ row: 0, state: 'done', reason: { kind: 'read-back-applied' } }])
    const second = await open()
    expect(second.quarantined).toBeNull()
    expect(states(second.journal)).toEqual([['LD8000000017', 'done']])
  })

  it('makes the folder private to its owner', async () => {
    await open()
    expect(await readdir(folder)).toEqual([journalFile, 'owner'])
    const { stat } = await import('node:fs/promises')
    if (process.platform !== 'win32') expect((await stat(path())).mode & 0o077).toBe(0)
  })

  it('rejects what cannot be serialized, and continues with the others', async () => {
    // Before, it threw outside the error handling, and later writes never resolved.
    const { journal } = await open()
    const wrong = intent()
    Object.assign(wrong.rows[0] ?? {}, { request: 1n })
    const [bad, good] = await Promise.all([
      journal.recordIntent(wrong),
      journal.recordIntent(intent('LD8000000018')),
    ])
    expect([bad.ok, good.ok]).toEqual([false, true])
    expect((await journal.recordIntent(intent('LD8000000019'))).ok).toBe(true)
    const again = await open()
    expect(again.journal.jobs()).toHaveLength(2)
    expect(again.quarantined).toBeNull()
  })
})
