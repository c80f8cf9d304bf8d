import { beforeEach, describe, expect, it } from 'vitest'
import type { LookUp } from '#shared/commands'
import type { ChangeRequest, JournalEntry } from '#shared/model/change'
import type { PluggedLock } from '#shared/model/plugged-lock'
import { fail, succeed } from '#shared/outcome'
import { countsOf } from '../../../../../src-renderer/features/lock-desk/armed/armed-batch'
import type { BatchRow } from '../../../../../src-renderer/features/lock-desk/armed/armed-batch'
import { createArmedRun } from '../../../../../src-renderer/features/lock-desk/armed/armed-run'
import type { ArmedDeps } from '../../../../../src-renderer/features/lock-desk/armed/armed-run'
import { entry, plugged, record, unread, unreachable } from '../../../support/samples'

const numbers = Array.from({ length: 10 }, (_, index) => String(8_000_000_101 + index))

let rows: Map<number, BatchRow>
let sent: ChangeRequest[]
let underWay: number
let mostUnderWay: number
beforeEach(() => {
  rows = new Map()
  sent = []
  underWay = 0
  mostUnderWay = 0
})

/** By its shell number or its whole asset number. */
const found = (asked: string, locked: boolean | null = false): LookUp => {
  const number = asked.replace('LD', '')
  return {
    state: 'found',
    record: record(number, Date.now(), { locked, assetNum: `LD${number}` }),
    failure: null,
  }
}

const answerOf = (request: ChangeRequest, part: Partial<JournalEntry> = {}): JournalEntry =>
  entry({ ...request, entryId: `entry-${String(sent.length)}`, ...part })

const begin = (over: Partial<ArmedDeps> = {}) =>
  createArmedRun({
    action: 'disable',
    operatorIdentity: 'Li Wei',
    lookUp: (number) => Promise.resolve(succeed(found(number))),
    change: async (request) => {
      sent.push(request)
      underWay += 1
      mostUnderWay = Math.max(mostUnderWay, underWay)
      await new Promise((done) => setTimeout(done, 1))
      underWay -= 1
      return succeed(answerOf(request))
    },
    isCompared: () => Promise.resolve(false),
    onRow: (row) => void rows.set(row.id, row),
    ...over,
  })

const settled = async (run: { isBusy(): boolean }): Promise<void> => {
  for (let turn = 0; turn < 500 && run.isBusy(); turn += 1) await new Promise((done) => setTimeout(done, 1))
  expect(run.isBusy()).toBe(false)
}
const outcomes = () =>
  [...rows.values()].map(({ state }) => {
    if (state.is === 'called-out') return state.why
    return state.is === 'answered' ? state.entry.state : state.is
  })
const lock = (number: string, part: Partial<PluggedLock> = {}) => plugged(number, 1, part)

describe('an armed run', () => {
  it('changes each of ten locks plugged in at once, one after the other, in their order', async () => {
    const run = begin()
    for (const number of numbers) run.plug(lock(number))
    await settled(run)
    expect(sent.map(({ assetNum }) => assetNum)).toEqual(numbers.map((number) => `LD${number}`))
    expect(mostUnderWay).toBe(1)
    expect(countsOf([...rows.values()])).toMatchObject({ done: 10, calledOut: 0, underWay: 0 })
  })

  it('sends a plugged lock with its plug, and a scanned one with its record’s asset number', async () => {
    const run = begin()
    run.plug(lock(numbers[0]!))
    run.scan('８０００ ０００ １０２')
    await settled(run)
    expect(sent).toMatchObject([
      { plugId: lock(numbers[0]!).plugId, operatorIdentity: 'Li Wei', action: 'disable' },
      { plugId: null, assetNum: `LD${numbers[1]!}`, shellNumber: numbers[1] },
    ])
  })

  it('calls a repeat out and does not send it, plugged or scanned', async () => {
    const run = begin()
    run.plug(lock(numbers[0]!))
    run.plug(lock(numbers[0]!, { plugId: 'again' }))
    run.scan(numbers[0]!)
    run.scan(`LD${numbers[0]!}`)
    await settled(run)
    expect(sent).toHaveLength(1)
    expect(outcomes()).toEqual(['done', 'repeat', 'repeat', 'repeat'])
  })

  it('lets a lock try again of which nothing was sent, but not one whose outcome is unknown', async () => {
    const states = ['not-sent', 'unknown', 'done'] as const
    const run = begin({
      change: (request) => {
        sent.push(request)
        return Promise.resolve(succeed(answerOf(request, { state: states[sent.length - 1] ?? 'done' })))
      },
    })
    for (let time = 0; time < 3; time += 1) run.plug(lock(numbers[0]!, { plugId: `plug-${String(time)}` }))
    await settled(run)
    expect(outcomes()).toEqual(['not-sent', 'unknown', 'repeat'])
  })

  it('does not ask again what the platform never does for that type', async () => {
    const run = begin({
      change: (request) => {
        sent.push(request)
        const reason = { kind: 'status', status: 4 } as const
        return Promise.resolve(succeed(answerOf(request, { state: 'failed', reason })))
      },
    })
    run.scan(numbers[0]!)
    run.scan(numbers[0]!)
    await settled(run)
    expect(outcomes()).toEqual(['failed', 'repeat'])
  })

  it('calls a lock out that is in that state already, after a fresh look', async () => {
    const looks: string[] = []
    const run = begin({
      lookUp: (number, freshness) => {
        looks.push(freshness)
        return Promise.resolve(succeed(found(number, true)))
      },
    })
    run.plug(lock(numbers[0]!))
    await settled(run)
    expect(sent).toEqual([])
    expect(looks).toEqual(['known', 'fresh'])
    expect(outcomes()).toEqual(['already'])
  })

  it('sends what a fresh look finds changed meanwhile', async () => {
    const run = begin({
      lookUp: (number, freshness) => Promise.resolve(succeed(found(number, freshness === 'known'))),
    })
    run.plug(lock(numbers[0]!))
    await settled(run)
    expect(outcomes()).toEqual(['done'])
  })

  it.each([
    ['not-listed', { state: 'not-listed', enterprises: 2, failure: null }],
    ['ambiguous', { state: 'ambiguous', records: [] }],
    ['not-a-number', { state: 'not-a-number' }],
    ['look-up-failed', { state: 'not-listed', enterprises: 2, failure: unreachable }],
  ] as const)('calls out %s and sends nothing', async (why, looked) => {
    const run = begin({ lookUp: () => Promise.resolve(succeed(looked as LookUp)) })
    run.scan(numbers[0]!)
    run.plug(lock(numbers[1]!))
    await settled(run)
    expect(sent).toEqual([])
    expect(outcomes()).toEqual([why, why])
  })

  it('calls out a look-up that fails, and goes on with the next lock', async () => {
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
    await settled(run)
    expect(outcomes()).toEqual(['look-up-failed', 'done'])
  })

  it('never acts on a guessed number that no person has compared', async () => {
    const profile = { id: 'generic-serial', name: { en: 'Serial', zh: '序列号' } }
    const run = begin({
      isCompared: ({ reading }) =>
        Promise.resolve(reading.state === 'read' && reading.shellNumber === numbers[1]),
    })
    run.plug(lock(numbers[0]!, { profile }))
    run.plug(lock(numbers[1]!, { profile }))
    await settled(run)
    expect(sent.map(({ shellNumber }) => shellNumber)).toEqual([numbers[1]])
    expect(outcomes()).toEqual(['not-compared', 'done'])
  })

  it('calls out a lock that gives no number', () => {
    const run = begin()
    run.plug(unread('silent', 1))
    expect(outcomes()).toEqual(['not-read'])
  })

  it('sends nothing more once it is stopped: what waits is called out, what is on its way comes back', async () => {
    const run = begin()
    for (const number of numbers) run.scan(number)
    while (sent.length === 0) await new Promise((done) => setTimeout(done, 0))
    run.stop()
    await settled(run)
    run.scan('8000000999')
    expect(sent).toHaveLength(1)
    expect(outcomes()).toEqual(['done', ...Array.from({ length: 10 }, () => 'disarmed')])
  })

  it('does not send what was being looked up when it is stopped', async () => {
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
    await settled(run)
    expect(sent).toEqual([])
    expect(outcomes()).toEqual(['disarmed'])
  })
})
