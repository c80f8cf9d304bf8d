import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ArrivedEvent, BranchEvent, BranchFact } from '#shared/model/branch/branch-event'
import { loansIn, maxClosedLoans, namesIn } from '#shared/model/branch/fold'
import { openReceivedEvents } from '../../src-main/branch/received-events'
import type { ReceivedStore } from '../../src-main/branch/received-events'
import { createRandom } from '../../scripts/tour/random.mjs'
import { temporaryFolder } from '../support/temporary-folder'
import { testSeed } from '../support/test-seed'
import { branchKey } from './support/branch-key'
import { arrive, createChains, named, platform } from './support/chains'

const own = 'aaaaaaaa-0000-4000-8000-000000000000'
const other = 'bbbbbbbb-0000-4000-8000-000000000000'
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let chains: ReturnType<typeof createChains>
let opened: ReceivedStore[] = []
beforeEach(async () => {
  folder = await temporaryFolder()
  chains = createChains({ [own]: await branchKey(), [other]: await branchKey() })
})
afterEach(async () => {
  for (const store of opened) await store.stop()
  opened = []
  await folder.remove()
})

const open = async (name: string): Promise<ReceivedStore> => {
  const store = await openReceivedEvents({ path: join(folder.path, name), computer: own, now: () => 1 })
  opened.push(store)
  return store
}

const isFact = ({ event }: ArrivedEvent): boolean => (event as BranchEvent).kind !== 'change.result'
const result = (row: number): BranchFact => ({
  kind: 'change.result',
  body: {
    ...{ job: 'j', row, operation: 'disable', operator: 'Li Wei', key: '1', state: 'done', reason: null },
    ...{ enterpriseGlobalId: null, enterpriseName: null, memberName: null },
    ...{ at: 1, shellNumber: null, businessCode: null },
  },
})

/** Begins after this place, as the exchange does. */
const beginAt = async (store: ReceivedStore, log: readonly ArrivedEvent[], until: number): Promise<void> => {
  const before = log.filter(({ seq }) => seq <= until)
  const ends = [own, other].flatMap(
    (id) => before.findLast(({ event }) => (event as BranchEvent).computer === id) ?? [],
  )
  await store.earlier.begin(before.at(-1)!, ends, chains.computers())
  await store.receive(
    log.filter(({ seq }) => seq > until),
    chains.computers(),
  )
}
const readFacts = async (store: ReceivedStore, log: readonly ArrivedEvent[], atOnce = 7): Promise<void> => {
  for (;;) {
    const work = store.earlier.work()
    if (work?.kind !== 'facts') return
    const page = log.filter((arrived) => arrived.seq < work.before && isFact(arrived)).toReversed()
    await store.earlier.takeFacts(page.slice(0, atOnce), chains.computers())
  }
}
const checkChains = async (store: ReceivedStore, log: readonly ArrivedEvent[], atOnce = 7): Promise<void> => {
  for (;;) {
    const work = store.earlier.work()
    if (work?.kind !== 'chains') return
    const page = log.filter(({ seq }) => seq > work.after)
    await store.earlier.checkChains(page.slice(0, atOnce), chains.computers())
  }
}
const readAll = async (log: readonly ArrivedEvent[], until: number, name = 'new'): Promise<ReceivedStore> => {
  const store = await open(name)
  await beginAt(store, log, until)
  await readFacts(store, log)
  return store
}
const namesOf = (store: ReceivedStore) => namesIn(store.registers(platform))
const reasonsOf = (store: ReceivedStore) => store.apart().map(({ seq, reason }) => [seq, reason])

/** A name, a note, or anything about one of a few loans. */
const anyFact = (pick: (count: number) => number): BranchFact => {
  const day = `2026-12-${10 + pick(20)}`
  const loan = {
    ...{ borrowedUsbKey: `800000000${pick(4)}`, memberGlobalId: 'm-1', memberName: 'Chen Yu' },
    ...{ enterpriseGlobalId: 'e-1', enterpriseName: null, assets: [], lentHere: null },
  }
  const act = { at: pick(9), operatorIdentity: 'Li Wei' }
  switch (pick(7)) {
    case 0:
      return named(`name ${pick(1_000)}`, `LD${pick(5)}`)
    case 1:
      return { kind: 'loan.due', body: { loan, dueOn: day } }
    case 2:
      return { kind: 'loan.note', body: { loan, note: `note ${pick(1_000)}` } }
    case 3:
      return { kind: 'loan.returned', body: { loan, returned: act } }
    case 4:
      return {
        kind: 'loan.closed',
        body: { loan: { ...loan, dueOn: day, note: '', returned: null, closed: act } },
      }
    default:
      return result(pick(100))
  }
}

describe('a computer that begins near the end of the log', () => {
  it('knows what one knows that has read all of it, whatever was stated and wherever it begins', async () => {
    const random = createRandom(testSeed).next
    const pick = (count: number): number => Math.floor(random() * count)
    for (let round = 0; round < 50; round++) {
      chains = createChains({ [own]: await branchKey(), [other]: await branchKey() })
      const log = arrive(
        Array.from({ length: 60 }, () => chains.state(random() < 0.5 ? own : other, anyFact(pick))),
      )
      const whole = await open(`whole ${round}`)
      await whole.receive(log, chains.computers())
      const store = await readAll(log, 1 + pick(59), `new ${round}`)
      expect(namesOf(store)).toEqual(namesOf(whole))
      expect(loansIn(store.registers(platform), own)).toEqual(loansIn(whole.registers(platform), own))
      expect(store.ownArrived()).toBe(whole.ownArrived())
      await checkChains(store, log)
      expect([store.earlier.work(), store.apart()]).toEqual([null, []])
      expect(store.heads()).toEqual(whole.heads())
      expect(store.cursor()).toEqual(whole.cursor())
    }
  })

  it('goes on after a restart: it reads the facts again, and checks from where it was', async () => {
    const log = arrive(Array.from({ length: 40 }, (_, at) => chains.state(other, named(`${at}`, `LD${at}`))))
    const store = await open('new')
    await beginAt(store, log, 30)
    await store.earlier.takeFacts(log.slice(20, 30).toReversed(), chains.computers())
    await store.stop()
    const second = await open('new')
    expect(second.earlier.work()).toEqual({ kind: 'facts', before: 31 })
    expect(namesOf(second)).toHaveLength(20)
    await readFacts(second, log)
    expect(namesOf(second)).toHaveLength(40)
    await second.earlier.checkChains(log.slice(0, 12), chains.computers())
    await second.stop()
    const third = await open('new')
    expect(third.earlier.work()).toEqual({ kind: 'chains', after: 12, until: 30 })
    await checkChains(third, log)
    expect([third.earlier.work(), third.apart()]).toEqual([null, []])
    opened = [third]
  })

  it('counts its own facts as not arrived until it has read them', async () => {
    const log = arrive(Array.from({ length: 8 }, (_, at) => chains.state(own, named(`${at}`, `LD${at}`))))
    const store = await open('new')
    await beginAt(store, log, 4)
    expect(store.ownArrived()).toBe(0)
    await readFacts(store, log)
    expect(store.ownArrived()).toBe(8)
  })

  it('does not keep more closed loans than another one', async () => {
    const closed = (at: number): BranchFact => ({
      kind: 'loan.closed',
      body: {
        loan: {
          ...{ borrowedUsbKey: `8${at}`, memberGlobalId: 'm-1', memberName: null, enterpriseGlobalId: 'e-1' },
          ...{ enterpriseName: null, assets: [], lentHere: null, dueOn: null, note: '', returned: null },
          closed: { at, operatorIdentity: 'Li Wei' },
        },
      },
    })
    const due = (at: number): BranchFact => ({
      kind: 'loan.due',
      body: {
        loan: {
          ...{ borrowedUsbKey: `8${at}`, memberGlobalId: 'm-1', memberName: null, enterpriseGlobalId: 'e-1' },
          ...{ enterpriseName: null, assets: [], lentHere: null },
        },
        dueOn: '2026-12-04',
      },
    })
    const count = maxClosedLoans + 20
    const numbers = Array.from({ length: count }, (_, at) => at)
    const log = arrive([
      ...numbers.map((at) => chains.state(other, due(at))),
      ...numbers.map((at) => chains.state(other, closed(at))),
    ])
    const store = await open('new')
    await beginAt(store, log, 2 * count - 5)
    await readFacts(store, log, 500)
    expect(store.registers(platform).size).toBe(maxClosedLoans)
    const loans = loansIn(store.registers(platform), own)
    expect(loans.map((loan) => loan.closed?.at)).toEqual(numbers.slice(20))
  }, 60_000)
})

describe('an earlier event that does not verify is named and not applied', () => {
  const names = (count: number) =>
    Array.from({ length: count }, (_, at) => chains.state(other, named(`name ${at + 1}`)))

  it('a forged one; the fact before it counts', async () => {
    const events = names(6)
    events[3] = { ...events[3]!, body: { ...events[3]!.body, name: 'forged' } }
    const last = chains.state(other, named('elsewhere', 'LD2'))
    const log = arrive([...events.slice(0, 4), last])
    const store = await readAll(log, 5)
    expect(namesOf(store).map(({ name }) => name)).toEqual(['name 3', 'elsewhere'])
    expect(reasonsOf(store)).toEqual([[4, 'bad-signature']])
    await checkChains(store, log)
    // The event after it names another one before it.
    expect(reasonsOf(store)).toEqual([
      [4, 'bad-signature'],
      [5, 'changed-before'],
    ])
  })

  it('a forged one that changes nothing, by the check of the chains', async () => {
    const events = names(6)
    const log = arrive([...events.slice(0, 1), { ...events[1]!, at: 7 }, ...events.slice(2)])
    const store = await readAll(log, 6)
    expect(reasonsOf(store)).toEqual([])
    await checkChains(store, log, 3)
    expect(reasonsOf(store)).toEqual([
      [2, 'bad-signature'],
      [3, 'changed-before'],
    ])
    await store.stop()
    opened = [await open('new')]
    expect(reasonsOf(opened[0]!)).toHaveLength(2)
  })

  it('one that stands twice, or in another order', async () => {
    const [one, two, three, four] = names(4)
    const twice = await readAll(arrive([one, two, two, three, four]), 5, 'twice')
    expect(reasonsOf(twice)).toEqual([[2, 'repeated-number']])
    const moved = arrive([one, three, two, four])
    const store = await readAll(moved, 4, 'moved')
    expect(reasonsOf(store)).toEqual([[2, 'broken-chain']])
    expect(namesOf(store).map(({ name }) => name)).toEqual(['name 4'])
    await checkChains(store, moved)
    expect(reasonsOf(store).map(([seq]) => seq)).toEqual([2, 3])
  })

  it('a chain from which one was cut, each place once', async () => {
    const events = names(9)
    const log = arrive(events.filter((_, at) => at !== 2 && at !== 6))
    const store = await readAll(log, log.length)
    expect(namesOf(store).map(({ name }) => name)).toEqual(['name 9'])
    await checkChains(store, log, 2)
    expect(reasonsOf(store)).toEqual([
      [3, 'changed-before'],
      [6, 'changed-before'],
    ])
  })

  it('one of a computer that the branch does not know, and what is no event at all', async () => {
    const [one, two] = names(2)
    const stranger = { ...one!, computer: 'cccccccc-0000-4000-8000-000000000000' }
    const log = arrive([one, stranger, null, { id: 1 }, two])
    const store = await open('new')
    await store.earlier.begin(log.at(-1)!, [log.at(-1)!], chains.computers())
    await store.earlier.takeFacts(log.toReversed(), chains.computers())
    await store.earlier.takeFacts([], chains.computers())
    expect(reasonsOf(store)).toEqual([
      [4, 'bad-body'],
      [3, 'bad-body'],
      [2, 'unknown-computer'],
    ])
  })

  it('the last one before the beginning: what follows it is kept apart', async () => {
    const events = names(4)
    const log = arrive([...events.slice(0, 2), { ...events[2]!, at: 7 }, events[3]])
    const store = await readAll(log, 3)
    expect(reasonsOf(store)).toEqual([
      [4, 'broken-chain'],
      [3, 'bad-signature'],
    ])
    expect(namesOf(store).map(({ name }) => name)).toEqual(['name 2'])
  })
})
