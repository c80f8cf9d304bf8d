import { mkdtemp, open as openReal, readFile, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OpenFile } from '../../src-main/journal/append-file'
import { journalFile, openJournal } from '../../src-main/journal/journal'
import type { Journal } from '../../src-main/journal/journal'
import { hashOf, noPrevious, readLine, writeLine } from '../../src-main/journal/record'
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
  const intended = await journal.intend(intent(...assetNums))
  if (!intended.ok) throw new Error(intended.error.message)
  return intended.value.jobId
}

/** @returns the entry's id */
const change = async (journal: Journal, ...assetNums: string[]): Promise<string> => {
  const jobId = await intend(journal, ...assetNums)
  await journal.sending(jobId, [0])
  await journal.end(jobId, [{ row: 0, state: 'done', reason: null }])
  return `${jobId}.0`
}

const states = (journal: Journal) => journal.recent(100).map(({ row, state }) => [row.key, state])

const path = () => join(folder, journalFile)

describe('journal', () => {
  it('has the intent on the disk when it says so', async () => {
    const { journal } = await open()
    await journal.intend(intent())
    const [line] = (await readFile(path(), 'utf8')).split('\n')
    expect(readLine(line ?? '')).toMatchObject({ kind: 'job', n: 1, intent: intent() })
  })

  it('brings endings and the “sent” that follows at once to the disk in one sync', async () => {
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
    await journal.sending(jobId, [0])
    expect(syncs).toBe(2)
    const ended = journal.end(jobId, [{ row: 0, state: 'done', reason: null }])
    // As far apart as the engine's own steps from one call to the next.
    for (let steps = 0; steps < 50; steps += 1) await Promise.resolve()
    await journal.sending(jobId, [1])
    await ended
    expect(syncs).toBe(3)
    expect(journal.job(jobId)?.courses.map(({ state }) => state)).toEqual(['done', 'sent'])
  })

  it('tells after a restart exactly what it told before', async () => {
    const { journal } = await open()
    await change(journal)
    const second = await intend(journal, 'LD8000000018')
    await journal.end(second, [{ row: 0, state: 'unknown', reason: { kind: 'missing-in-answer' } }])
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
    // A line taken out, or two changed places, is damage though each line is whole.
    await opened?.stop()
    await writeFile(path(), `${lines.toSpliced(3, 1).join('\n')}\n`)
    const { quarantined } = await open()
    expect(quarantined).toMatch(/^journal\.damaged-/)
  })

  it('forgets a write that was cut off, at every length, and nothing before it', async () => {
    const { journal } = await open()
    const kept = await change(journal)
    const whole = (await readFile(path())).length
    await journal.intend(intent('LD8000000018'))
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

  it('finds a flipped bit, copies the file aside, keeps the rest and says it once', async () => {
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

  it('writes nothing half when the disk is full, and goes on when there is room', async () => {
    let room = Infinity
    const { open: openReal } = await import('node:fs/promises')
    const full: OpenFile = async (name) => {
      const file = await openReal(name, 'a')
      const write = async (bytes: Uint8Array, offset: number, length: number) => {
        const taken = Math.min(length, room)
        room -= taken
        if (taken === 0) throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
        return file.write(bytes, offset, taken)
      }
      return {
        write: write as typeof file.write,
        datasync: () => file.datasync(),
        close: () => file.close(),
      }
    }
    const { journal } = await open(full)
    await change(journal)
    room = 50
    expect(await journal.intend(intent('LD8000000018'))).toMatchObject({
      ok: false,
      error: { code: 'not-writable' },
    })
    room = Infinity
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

  it('knows whether a later change of the same lock was asked for', async () => {
    const { journal } = await open()
    const first = journal.change(await change(journal))!
    expect(journal.hasLater(first)).toBe(false)
    await change(journal, 'LD8000000018')
    expect(journal.hasLater(first)).toBe(false)
    await change(journal)
    expect(journal.hasLater(first)).toBe(true)
  })

  it('keeps the course of each row of a job', async () => {
    const { journal } = await open()
    const jobId = await intend(journal, 'LD8000000017', 'LD8000000018', 'LD8000000019', 'LD8000000020')
    await journal.sending(jobId, [0, 1])
    await journal.end(jobId, [
      { row: 1, state: 'failed', reason: { kind: 'status', status: 4 } },
      { row: 0, state: 'done', reason: null },
    ])
    await journal.sending(jobId, [2])
    await journal.returned(jobId, [2])
    const before = journal.job(jobId)
    expect(before?.courses.map(({ state }) => state)).toEqual(['done', 'failed', 'intent', 'intent'])
    await journal.close(jobId, { kind: 'cancelled' })
    const { journal: again } = await open()
    expect(again.job(jobId)?.courses).toMatchObject([
      { state: 'done', reason: null },
      { state: 'failed', reason: { kind: 'status', status: 4 } },
      { state: 'not-sent', reason: { kind: 'cancelled' } },
      { state: 'not-sent', reason: { kind: 'cancelled' } },
    ])
    expect(again.change(`${jobId}.1`)).toMatchObject({ place: 1, row: { key: 'LD8000000018' } })
  })

  it('writes what comes while the disk is busy in one go, in order, each with its link', async () => {
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

  it('reads what the first format wrote, and goes on behind it', async () => {
    const { journal } = await open()
    await journal.stop()
    opened = null
    const facts = { shellNumber: '8000000017', enterpriseGlobalId: 'E1', enterpriseName: '北桥' }
    const about = { operatorIdentity: 'Li Wei', environment: 'training', training: true }
    const old = [
      {
        kind: 'intent',
        entry: 'A',
        intent: { operation: 'order.unlockAssets', assetNum: 'LD8000000017', ...facts, ...about },
      },
      { kind: 'sent', entry: 'A' },
      { kind: 'unknown', entry: 'A', reason: { kind: 'missing-in-answer' } },
    ]
    let previous = noPrevious
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
    await first.journal.end('A', [{ row: 0, state: 'done', reason: { kind: 'read-back-applied' } }])
    const second = await open()
    expect(second.quarantined).toBeNull()
    expect(states(second.journal)).toEqual([['LD8000000017', 'done']])
  })

  it('leaves the folder to its owner alone', async () => {
    await open()
    expect(await readdir(folder)).toEqual([journalFile])
    const { stat } = await import('node:fs/promises')
    if (process.platform !== 'win32') expect((await stat(path())).mode & 0o077).toBe(0)
  })

  it('refuses what cannot be written as a line, and goes on with the others', async () => {
    // It threw outside of all care, and every write after it waited for ever.
    const { journal } = await open()
    const wrong = intent()
    Object.assign(wrong.rows[0] ?? {}, { request: 1n })
    const [bad, good] = await Promise.all([journal.intend(wrong), journal.intend(intent('LD8000000018'))])
    expect([bad.ok, good.ok]).toEqual([false, true])
    expect((await journal.intend(intent('LD8000000019'))).ok).toBe(true)
    const again = await open()
    expect(again.journal.jobs()).toHaveLength(2)
    expect(again.quarantined).toBeNull()
  })
})
