import { describe, expect, it } from 'vitest'
import type { Endings } from '../../src-main/desk/endings'
import type { Settler } from '../../src-main/desk/settle'
import { takeUp } from '../../src-main/desk/take-up'
import { changesOf, createBook } from '../../src-main/journal/book'
import type { JournaledChange } from '../../src-main/journal/book'
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

/** What is written, and looked at later, of jobs whose rows a process that died left in these states. */
const left = async (...jobs: readonly { readonly states: readonly State[]; readonly queued?: boolean }[]) => {
  const book = createBook()
  const written: unknown[] = []
  let watched: readonly JournaledChange[] | null = null
  let n = 0
  const apply = (record: NewRecord) => {
    n += 1
    book.apply({ v: 3, n, at: n, previous: '0'.repeat(64), ...record } as never)
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
    jobs: book.jobs,
    open: () =>
      book
        .jobs()
        .flatMap(changesOf)
        .filter(({ state }) => state === 'unknown' || state === 'intent'),
  }
  const endings: Endings = {
    write: (job, ends) => {
      written.push([job, ...ends])
      apply({ kind: 'ended', job, ends: [...ends] })
      return Promise.resolve(true)
    },
  }
  const settler: Partial<Settler> = { later: (changes) => void (watched = changes) }
  await takeUp(journal as Journal, endings, settler as Settler)
  const seen = watched as readonly JournaledChange[] | null
  return { written, watched: seen?.map(({ entryId, state }) => `${entryId} ${state}`) }
}

const reason = { kind: 'interrupted' }
const unknown = (row: number) => ({ row, state: 'unknown', reason })
const notSent = (row: number) => ({ row, state: 'not-sent', reason })

describe('what a process that died left', () => {
  it('is unknown where it had left, and is looked up later', async () => {
    const { written, watched } = await left({ states: ['done', 'sent', 'sent', 'intent'] })
    expect(written).toEqual([['J0', unknown(1), unknown(2)]])
    expect(watched).toEqual(['J0.1 unknown', 'J0.2 unknown', 'J0.3 intent'])
  })

  it('waits as it is where nothing of a job was on its way', async () => {
    const { written, watched } = await left({ states: ['done', 'intent'] }, { states: ['intent', 'intent'] })
    expect(written).toEqual([])
    expect(watched).toEqual(['J0.1 intent', 'J1.0 intent', 'J1.1 intent'])
  })

  it('is dropped where it was a single change that had not left', async () => {
    expect((await left({ states: ['intent'] })).written).toEqual([['J0', notSent(0)]])
    expect((await left({ states: ['sent'] })).written).toEqual([['J0', unknown(0)]])
  })

  it('needs no word where it had ended', async () => {
    const { written, watched } = await left(
      { states: ['done'] },
      { states: ['unknown', 'done'], queued: true },
    )
    expect(written).toEqual([])
    expect(watched).toEqual(['J1.0 unknown'])
  })

  it('goes back to the queue where it came from there and had not left', async () => {
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
