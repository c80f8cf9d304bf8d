import type { ArrivedEvent } from '#shared/model/branch/branch-event'
import type { EarlierEvents, ReceivedEvents } from '../branch-stores'
import type { BranchComputer, BranchConnection } from '../database/branch-connection'

// A new desk does not read the log of years before it is of use. It begins near the end, reads the facts before from the
// newest to the oldest, and checks the chains from their first event on while it has nothing else to do.

/** Events of all kinds that a new desk reads in their order. */
export const recentEvents = 10_000
const factsAtOnce = 1_000
const checkedAtOnce = 2_000
/** The check takes one part in so many of the time. */
const shareOfCheck = 10

export const createCatchUp = (deps: {
  readonly connection: Pick<BranchConnection, 'beforeNewest' | 'endsAt' | 'readFactsBefore' | 'readFrom'>
  readonly received: Pick<ReceivedEvents, 'cursor'>
  readonly earlier: EarlierEvents
  /** The computers of the branch, also those that have stated these. */
  readonly computersOf: (events: readonly ArrivedEvent[]) => Promise<readonly BranchComputer[]>
  /** What is written to this computer's disk. */
  readonly onDisk: <Value>(work: Promise<Value>) => Promise<Value>
}) => {
  const { connection, received, earlier, computersOf, onDisk } = deps

  let next: { readonly before: number; readonly facts: Promise<readonly ArrivedEvent[]> } | null = null

  /** Before anything was read. */
  const begin = async (): Promise<void> => {
    if (received.cursor() !== null) return
    const last = await connection.beforeNewest(recentEvents)
    if (last === null) return
    const ends = await connection.endsAt(last.seq)
    await onDisk(earlier.begin(last, ends, await computersOf(ends)))
  }

  const fetchFacts = (before: number) => {
    const facts = connection.readFactsBefore(before, factsAtOnce)
    // Reported when it is waited for, if ever.
    facts.catch(() => undefined)
    return { before, facts }
  }
  /** Facts before a place. Those before them are fetched while these are taken. */
  const readFacts = async (before: number): Promise<readonly ArrivedEvent[]> => {
    const facts = await (next?.before === before ? next : fetchFacts(before)).facts
    const last = facts.at(-1)
    next = last === undefined ? null : fetchFacts(last.seq)
    return facts
  }

  /** Does a part of what is left. Resolves to how long to wait before the next one, in ms; null where nothing is left. */
  const goOn = async (): Promise<number | null> => {
    const work = earlier.work()
    if (work === null) return null
    if (work.kind === 'facts') {
      const facts = await readFacts(work.before)
      await onDisk(earlier.takeFacts(facts, await computersOf(facts)))
      return 0
    }
    const from = performance.now()
    const events = await connection.readFrom(work.after + 1, checkedAtOnce)
    await onDisk(earlier.checkChains(events, await computersOf(events)))
    return (performance.now() - from) * (shareOfCheck - 1)
  }

  return { begin, goOn }
}
