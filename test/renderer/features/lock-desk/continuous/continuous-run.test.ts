import { beforeEach, describe, expect, it } from 'vitest'
import type { LookupResult } from '#shared/model/locks/lookup-result'
import type { ChangeRequest, JournalEntry } from '#shared/model/changes/change'
import type { PluggedLock } from '#shared/model/locks/plugged-lock'
import { fail, succeed } from '#shared/outcome'
import { countsOf } from '../../../../../src-renderer/features/lock-desk/continuous/continuous-batch'
import type { BatchRow } from '../../../../../src-renderer/features/lock-desk/continuous/continuous-batch'
import { createContinuousRun } from '../../../../../src-renderer/features/lock-desk/continuous/continuous-run'
import type { ContinuousRunDeps } from '../../../../../src-renderer/features/lock-desk/continuous/continuous-run'
import { entry, plugged, record, unread, unreachable } from '../../../support/samples'

const numbers = Array.from({ length: 10 }, (_, index) => String(8_000_000_101 + index))

let rows: Map<number, BatchRow>
let sent: ChangeRequest[]
let inProgress: number
let maxConcurrent: number
beforeEach(() => {
  rows = new Map()
  sent = []
  inProgress = 0
  maxConcurrent = 0
})

/** By its shell number or its full asset number. */
const found = (requested: string, locked: boolean | null = false): LookupResult => {
  const number = requested.replace('LD', '')
  return {
    state: 'found',
    record: record(number, Date.now(), { locked, assetNum: `LD${number}` }),
    failure: null,
  }
}

const answerOf = (request: ChangeRequest, part: Partial<JournalEntry> = {}): JournalEntry =>
  entry({ ...request, entryId: `entry-${String(sent.length)}`, ...part })

const begin = (over: Partial<ContinuousRunDeps> = {}) =>
  createContinuousRun({
    action: 'disable',
    operatorIdentity: 'Li Wei',
    lookUp: (number) => Promise.resolve(succeed(found(number))),
    change: async (request) => {
      sent.push(request)
      inProgress += 1
      maxConcurrent = Math.max(maxConcurrent, inProgress)
      await new Promise((done) => setTimeout(done, 1))
      inProgress -= 1
      return succeed(answerOf(request))
    },
    isCompared: () => Promise.resolve(false),
    onRow: (row) => void rows.set(row.id, row),
    ...over,
  })

const finished = async (run: { isBusy(): boolean }): Promise<void> => {
  for (let turn = 0; turn < 500 && run.isBusy(); turn += 1) await new Promise((done) => setTimeout(done, 1))
  expect(run.isBusy()).toBe(false)
}
const outcomes = () =>
  [...rows.values()].map(({ state }) => {
    if (state.kind === 'skipped') return state.reason
    return state.kind === 'responded' ? state.entry.state : state.kind
  })
const lock = (number: string, part: Partial<PluggedLock> = {}) => plugged(number, 1, part)

describe('a continuous run', () => {
  it('changes ten locks plugged in at the same time one after the other, in order', async () => {
    const run = begin()
    for (const number of numbers) run.plug(lock(number))
    await finished(run)
    expect(sent.map(({ assetNum }) => assetNum)).toEqual(numbers.map((number) => `LD${number}`))
    expect(maxConcurrent).toBe(1)
    expect(countsOf([...rows.values()])).toMatchObject({ disable: 10, skipped: 0, 'under-way': 0 })
  })

  it('sends a plugged lock with its plug ID, and a scanned one with its asset number', async () => {
    const run = begin()
    run.plug(lock(numbers[0]!))
    run.scan('８０００ ０００ １０２')
    await finished(run)
    expect(sent).toMatchObject([
      { plugId: lock(numbers[0]!).plugId, operatorIdentity: 'Li Wei', action: 'disable' },
      { plugId: null, assetNum: `LD${numbers[1]!}`, shellNumber: numbers[1] },
    ])
  })

  it('reports a duplicate and does not send it, plugged or scanned', async () => {
    const run = begin()
    run.plug(lock(numbers[0]!))
    run.plug(lock(numbers[0]!, { plugId: 'again' }))
    run.scan(numbers[0]!)
    run.scan(`LD${numbers[0]!}`)
    await finished(run)
    expect(sent).toHaveLength(1)
    expect(outcomes()).toEqual(['done', 'repeat', 'repeat', 'repeat'])
  })

  it('retries a lock that was not sent, but not an unconfirmed one', async () => {
    const states = ['not-sent', 'unknown', 'done'] as const
    const run = begin({
      change: (request) => {
        sent.push(request)
        return Promise.resolve(succeed(answerOf(request, { state: states[sent.length - 1] ?? 'done' })))
      },
    })
    for (let time = 0; time < 3; time += 1) run.plug(lock(numbers[0]!, { plugId: `plug-${String(time)}` }))
    await finished(run)
    expect(outcomes()).toEqual(['not-sent', 'unknown', 'repeat'])
  })

  it('does not retry a type that the platform always rejects', async () => {
    const run = begin({
      change: (request) => {
        sent.push(request)
        const reason = { kind: 'status', status: 4 } as const
        return Promise.resolve(succeed(answerOf(request, { state: 'failed', reason })))
      },
    })
    run.scan(numbers[0]!)
    run.scan(numbers[0]!)
    await finished(run)
    expect(outcomes()).toEqual(['failed', 'repeat'])
  })

  it('reports a lock that already has the requested status after a refresh', async () => {
    const lookUpCount: string[] = []
    const run = begin({
      lookUp: (number, freshness) => {
        lookUpCount.push(freshness)
        return Promise.resolve(succeed(found(number, true)))
      },
    })
    run.plug(lock(numbers[0]!))
    await finished(run)
    expect(sent).toEqual([])
    expect(lookUpCount).toEqual(['known', 'fresh'])
    expect(outcomes()).toEqual(['already'])
  })

  it('sends a lock that a refresh finds changed', async () => {
    const run = begin({
      lookUp: (number, freshness) => Promise.resolve(succeed(found(number, freshness === 'known'))),
    })
    run.plug(lock(numbers[0]!))
    await finished(run)
    expect(outcomes()).toEqual(['done'])
  })

  it.each([
    ['not-listed', { state: 'not-listed', enterprises: 2, unread: 0, failure: null }],
    ['ambiguous', { state: 'ambiguous', records: [] }],
    ['not-a-number', { state: 'not-a-number' }],
    ['look-up-failed', { state: 'not-listed', enterprises: 2, unread: 0, failure: unreachable }],
  ] as const)('reports %s and sends nothing', async (reason, lookup) => {
    const run = begin({ lookUp: () => Promise.resolve(succeed(lookup as LookupResult)) })
    run.scan(numbers[0]!)
    run.plug(lock(numbers[1]!))
    await finished(run)
    expect(sent).toEqual([])
    expect(outcomes()).toEqual([reason, reason])
  })

  it('reports a failed search and continues with the next lock', async () => {
    const run = begin({
      lookUp: (number) =>
        Promise.resolve(
          number === numbers[0]
            ? fail({ code: 'internal' as const, message: 'broken' })
            : succeed(found(number)),
        ),
    })
    run.scan(numbers[0]!)
    run.scan(numbers[1]!)
    await finished(run)
    expect(outcomes()).toEqual(['look-up-failed', 'done'])
  })

  it('never acts on a guessed number that the user has not compared', async () => {
    const profile = { id: 'generic-serial', name: { en: 'Serial', zh: '序列号' } }
    const run = begin({
      isCompared: ({ reading }) =>
        Promise.resolve(reading.state === 'read' && reading.shellNumber === numbers[1]),
    })
    run.plug(lock(numbers[0]!, { profile }))
    run.plug(lock(numbers[1]!, { profile }))
    await finished(run)
    expect(sent.map(({ shellNumber }) => shellNumber)).toEqual([numbers[1]])
    expect(outcomes()).toEqual(['not-compared', 'done'])
  })

  it('reports a lock without a number', () => {
    const run = begin()
    run.plug(unread('silent', 1))
    expect(outcomes()).toEqual(['not-read'])
  })

  it('sends nothing after it was stopped: waiting locks are reported, the current one finishes', async () => {
    const run = begin()
    for (const number of numbers) run.scan(number)
    while (sent.length === 0) await new Promise((done) => setTimeout(done, 0))
    run.stop()
    await finished(run)
    run.scan('8000000999')
    expect(sent).toHaveLength(1)
    expect(outcomes()).toEqual(['done', ...Array.from({ length: 10 }, () => 'stopped')])
  })

  it('does not send a lock whose search ends after the stop', async () => {
    let answer: (() => void) | undefined
    const run = begin({
      lookUp: (number) =>
        new Promise((done) => {
          answer = () => done(succeed(found(number)))
        }),
    })
    run.scan(numbers[0]!)
    run.stop()
    answer?.()
    await finished(run)
    expect(sent).toEqual([])
    expect(outcomes()).toEqual(['stopped'])
  })
})
