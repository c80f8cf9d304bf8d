import { messageOf } from '#shared/error-message'
import type { ArrivedEvent } from '#shared/model/branch/branch-event'
import type { Cursor, EarlierEvents, OwnEventLog, ReceivedEvents } from '../branch-stores'
import { createCatchUp } from './catch-up'
import type { BranchComputer, BranchConnection } from '../database/branch-connection'
import { DatabaseError } from '../database/database-failure'
import { idOf } from '../verify-events'

const eventsAtOnce = 500
/** Own events do not wait until a new desk has read what others stated in a year. */
const readsBeforePush = 100

const computerOf = (event: unknown): unknown =>
  typeof event === 'object' && event !== null && 'computer' in event ? event.computer : undefined

/** What fails on this computer's disk is not the database's fault. */
const onDisk = async <Value>(work: Promise<Value>): Promise<Value> => {
  try {
    return await work
  } catch (error) {
    throw new DatabaseError('branch-not-saved', messageOf(error))
  }
}

interface ExchangeDeps {
  readonly connection: BranchConnection
  readonly own: OwnEventLog
  readonly received: ReceivedEvents
  readonly earlier: EarlierEvents | null
  readonly onRestored: () => void
  /** Called with the number of the last own event that the database has. */
  readonly onShared: (n: number) => void
}

/** Reads and adds what is missing on either side, on one connection. */
export const createExchange = ({
  connection,
  own,
  received,
  earlier,
  onRestored,
  onShared,
}: ExchangeDeps) => {
  let computers: readonly BranchComputer[] = []
  const computersOf = async (events: readonly ArrivedEvent[]): Promise<readonly BranchComputer[]> => {
    const known = new Set<unknown>(computers.map(({ id, key }) => (key === null ? null : id)))
    if (events.some(({ event }) => !known.has(computerOf(event)))) computers = await connection.computers()
    return computers
  }
  const catchUp =
    earlier === null ? null : createCatchUp({ connection, received, earlier, computersOf, onDisk })
  /** The last own event in the database; null before it was asked. */
  let shared: number | null = null

  /** What the database has of this computer is a beginning of its own log, or another computer uses the same name. */
  const findShared = async (): Promise<number> => {
    const head = await connection.ownHead()
    if (head === null) return 0
    const [same] = head.n > own.last() ? [] : await onDisk(own.from(head.n, 1))
    if (same?.id !== head.id)
      throw new DatabaseError('computer-copied', `the database has another event ${head.n} of this computer`)
    return head.n
  }

  const push = async (): Promise<void> => {
    let n = shared ?? (await findShared())
    const noteShared = (next: number): void => {
      n = next
      shared = next
      onShared(next)
    }
    noteShared(n)
    while (n < own.last()) {
      const events = await onDisk(own.from(n + 1, eventsAtOnce))
      const last = events.at(-1)
      if (last === undefined) return
      await connection.insertEvents(events)
      noteShared(last.n)
    }
  }

  /** The events after the cursor; null if another event stands at its place. */
  const readAfter = async (cursor: Cursor | null) => {
    if (cursor === null) return connection.readFrom(1, eventsAtOnce)
    const [first, ...rest] = await connection.readFrom(cursor.seq, eventsAtOnce)
    return first?.seq === cursor.seq && idOf(first.event) === cursor.id ? rest : null
  }

  /** Resolves to whether there is more to read. */
  const pull = async (): Promise<boolean> => {
    for (let reads = 0; reads < readsBeforePush; reads += 1) {
      await catchUp?.begin()
      const cursor = received.cursor()
      const events = await readAfter(cursor)
      if (events === null) {
        await onDisk(received.clear())
        shared = null
        onRestored()
        continue
      }
      if (events.length === 0) return false
      await onDisk(received.receive(events, await computersOf(events)))
    }
    return true
  }

  return {
    run: async (): Promise<void> => {
      // Reading goes first: it works on a database that can only be read.
      let hasMore = true
      while (hasMore) {
        hasMore = await pull()
        await push()
      }
    },
    /**
     * Reads earlier facts until a time of `performance.now`, or does one part of their check. Resolves to how long to wait
     * before the next part, in ms; null where nothing is left.
     */
    goOnWithEarlier: async (until: number, stopped: AbortSignal): Promise<number | null> => {
      let pauseMs: number | null
      do pauseMs = (await catchUp?.goOn()) ?? null
      while (earlier?.work()?.kind === 'facts' && performance.now() < until && !stopped.aborted)
      return pauseMs
    },
  }
}
