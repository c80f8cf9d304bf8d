import { describe, expect, it, vi } from 'vitest'
import { fail, succeed } from '#shared/outcome'
import type { Reconciler } from '../../src-main/changes/reconcile/reconcile'
import { recoverInterrupted } from '../../src-main/changes/recover-interrupted'
import { changesOf, createJournalIndex } from '../../src-main/journal/journal-index'
import type { JournaledChange } from '../../src-main/journal/journal-index'
import type { Journal } from '../../src-main/journal/journal'
import type { Intent, Json, NewRecord } from '../../src-main/journal/record'

const intentOf = (count: number, request: Json): Intent => ({
  operation: 'order.lockAssets',
  operatorIdentity: 'Li Wei',
  environment: 'double',
  training: false,
  chunkSize: 10,
  retryOf: null,
  rows: Array.from({ length: count }, (_one, index) => ({
    key: `K${index}`,
    shellNumber: null,
    enterpriseGlobalId: null,
    enterpriseName: null,
    lockedBefore: null,
    memberGlobalId: null,
    memberName: null,
    request,
  })),
})

type State = 'intent' | 'sent' | 'done' | 'unknown'

/** How many writes the disk still refuses. */
let refusals = 0

/** Written and scheduled changes, for jobs whose rows a dead process left in these states. */
const left = async (...jobs: readonly { readonly states: readonly State[]; readonly queued?: boolean }[]) => {
  const journalIndex = createJournalIndex()
  const written: unknown[] = []
  let watched: readonly JournaledChange[] | null = null
  let n = 0
  const apply = (record: NewRecord) => {
    n += 1
    journalIndex.apply({ v: 3, n, at: n, previous: '0'.repeat(64), ...record } as never)
  }
  for (const [index, { states, queued = false }] of jobs.entries()) {
    const job = `J${index}`
    const request = queued ? { outboxId: 'Q1', queuedAt: 1 } : null
    apply({ kind: 'job', job, intent: intentOf(states.length, request) })
    for (const [row, state] of states.entries()) {
      if (state === 'sent') apply({ kind: 'sent', job, rows: [row] })
      if (state === 'done' || state === 'unknown') {
        apply({ kind: 'ended', job, ends: [{ row, state, reason: null }] })
      }
    }
  }
  const journal: Partial<Journal> = {
    jobs: journalIndex.jobs,
    recordResults: (job, results) => {
      if (refusals > 0) {
        refusals -= 1
        return Promise.resolve(fail({ code: 'not-writable', message: 'ENOSPC' }))
      }
      written.push([job, ...results])
      apply({ kind: 'ended', job, ends: [...results] })
      return Promise.resolve(succeed(null))
    },
    open: () =>
      journalIndex
        .jobs()
        .flatMap(changesOf)
        .filter(({ state }) => state === 'unknown' || state === 'intent'),
  }
  const reconciler: Partial<Reconciler> = { later: (changes) => void (watched = changes) }
  await recoverInterrupted(journal as Journal, reconciler as Reconciler, {
    pause: () => Promise.resolve(),
    signal: new AbortController().signal,
  })
  const seen = watched as readonly JournaledChange[] | null
  return { written, watched: seen?.map(({ entryId, state }) => `${entryId} ${state}`) }
}

const reason = { kind: 'interrupted' }
const unknown = (row: number) => ({ row, state: 'unknown', reason })
const notSent = (row: number) => ({ row, state: 'not-sent', reason })

describe('a row left by a dead process', () => {
  it('is unconfirmed where it was sent, and is read back later', async () => {
    const { written, watched } = await left({ states: ['done', 'sent', 'sent', 'intent'] })
    expect(written).toEqual([['J0', unknown(1), unknown(2)]])
    expect(watched).toEqual(['J0.1 unknown', 'J0.2 unknown', 'J0.3 intent'])
  })

  it('is written, and read back, once the disk accepts it', async () => {
    refusals = 3
    const { written, watched } = await left({ states: ['sent'] })
    expect(written).toEqual([])
    expect(watched).toEqual([])
    await vi.waitFor(() => expect(written).toEqual([['J0', unknown(0)]]))
    expect(refusals).toBe(0)
  })

  it('keeps waiting where no row of its job was in progress', async () => {
    const { written, watched } = await left({ states: ['done', 'intent'] }, { states: ['intent', 'intent'] })
    expect(written).toEqual([])
    expect(watched).toEqual(['J0.1 intent', 'J1.0 intent', 'J1.1 intent'])
  })

  it('is dropped where it was a single change that was not sent', async () => {
    expect((await left({ states: ['intent'] })).written).toEqual([['J0', notSent(0)]])
    expect((await left({ states: ['sent'] })).written).toEqual([['J0', unknown(0)]])
  })

  it('is left as it is where it had ended', async () => {
    const { written, watched } = await left(
      { states: ['done'] },
      { states: ['unknown', 'done'], queued: true },
    )
    expect(written).toEqual([])
    expect(watched).toEqual(['J1.0 unknown'])
  })

  it('returns to the queue where it came from there and was not sent', async () => {
    const { written } = await left(
      { states: ['intent', 'sent', 'done', 'intent'], queued: true },
      { states: ['intent', 'intent'], queued: true },
      { states: ['sent', 'done'], queued: true },
    )
    expect(written).toEqual([
      ['J0', notSent(0), unknown(1), notSent(3)],
      ['J1', notSent(0), notSent(1)],
      ['J2', unknown(0)],
    ])
  })
})
