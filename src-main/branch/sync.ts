import { messageOf } from '#shared/error-message'
import type { ArrivedEvent } from '#shared/model/branch/branch-event'
import type { BranchState } from '#shared/model/branch/branch-view'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import { createBackOff, raceTimeout, timeout, unlessAborted, withSignals } from '../util/async'
import { createEmitter } from '../util/emitter'
import type { Logger } from '../util/logger'
import type { Cursor, EarlierEvents, OwnEventLog, ReceivedEvents } from './branch-stores'
import { createCatchUp } from './catch-up'
import type {
  BranchComputer,
  BranchConnection,
  ChangingElsewhere,
  ChangingNow,
  Claim,
  OrderToClaim,
} from './database/branch-connection'
import { DatabaseError, failureOf } from './database/database-failure'
import type { DatabaseFailure } from './database/database-failure'
import { idOf } from './verify-events'

const eventsAtOnce = 500
/** Own events do not wait until a new desk has read what others stated in a year. */
const readsBeforePush = 100
const refreshMs = 30_000
/** Someone waits for a claim. */
const maxReachMs = 10_000
/** A role may send notices without end; each would have every desk ask the database. */
const minRoundMs = 100
/** More than networks and people's clocks differ. */
const maxClockDifferenceMs = 5 * 60_000

/** Several calls before the next wait are one. */
const createBell = () => {
  let isRung = false
  let wake: () => void = () => undefined
  return {
    ring: (): void => {
      isRung = true
      wake()
    },
    /** Resolves when it rings, has rung since the last wait, or after `ms`. */
    wait: async (ms: number, signal: AbortSignal): Promise<void> => {
      const rung = new AbortController()
      wake = () => rung.abort()
      if (!isRung) await withSignals([signal, rung.signal], (either) => timeout(ms, either))
      wake = () => undefined
      isRung = false
    },
  }
}

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

interface Exchange {
  readonly connection: BranchConnection
  readonly own: OwnEventLog
  readonly received: ReceivedEvents
  readonly earlier: EarlierEvents | null
  readonly onRestored: () => void
  /** Called with the number of the last own event that the database has. */
  readonly onShared: (n: number) => void
}

/** Reads and adds what is missing on either side, on one connection. */
const createExchange = ({ connection, own, received, earlier, onRestored, onShared }: Exchange) => {
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
    /** Resolves to how long to wait before the next part, in ms. */
    goOnWithEarlier: async (): Promise<number> => (await catchUp?.goOn()) ?? refreshMs,
  }
}

export interface BranchSync {
  state(): BranchState
  onChange(listener: (state: BranchState) => void): () => void
  /** Begins to connect; again and again until it is stopped. */
  start(): void
  /** Connects at once instead of after the pause, and asks an open connection whether it is still there. */
  retry(): void
  /** Asks the database for an order. Connects at once where there is no connection, and asks again where one is lost. */
  claim(orderId: string, digest: string): Promise<Outcome<Claim, DatabaseFailure>>
  /** Asks for orders that were used already, over the open connection. */
  claimAll(orders: readonly OrderToClaim[]): Promise<Outcome<readonly Claim[], DatabaseFailure>>
  computers(): Promise<Outcome<readonly BranchComputer[], DatabaseFailure>>
  /** Says to the other computers what this one changes now; lost without a connection. */
  sayChanging(change: ChangingNow): void
  /** All that other computers change now, whenever one has said so. */
  onChanging(listener: (changing: readonly ChangingElsewhere[]) => void): () => void
  stop(): Promise<void>
}

/**
 * Exchanges events with the database for as long as it runs: adds own events, and reads those of others when the database
 * says that there are some. What is not shared yet waits on this computer's disk, however long.
 */
export const createBranchSync = (deps: {
  readonly connect: () => Promise<BranchConnection>
  readonly own: OwnEventLog
  readonly received: ReceivedEvents
  /** Null where everything is read from the first event on. */
  readonly earlier: EarlierEvents | null
  readonly now: () => number
  readonly log: Pick<Logger, 'warn'>
  /** The pauses between attempts; shorter in tests. */
  readonly backOff?: ReturnType<typeof createBackOff>
}): BranchSync => {
  const { connect, own, received, earlier, now, log, backOff = createBackOff() } = deps
  const changed = createEmitter<BranchState>()
  const changing = createEmitter<readonly ChangingElsewhere[]>()
  const stopping = new AbortController()
  const isStopped = (): boolean => stopping.signal.aborted
  const bell = createBell()
  const retryBell = createBell()
  let current: BranchConnection | null = null
  /** The last connection that could be used. */
  let usable: BranchConnection | null = null
  /** Called when a connection can be used, and when an attempt has failed. */
  const attempted = createEmitter<undefined>()
  let running: Promise<void> | null = null
  let shared = Math.min(received.ownArrived(), own.last())
  let state: BranchState = {
    connected: false,
    notShared: own.last() - shared,
    lastSeenAt: null,
    problem: null,
    restoredAt: null,
    earlier: earlier?.work()?.kind ?? null,
  }

  const show = (part: Partial<BranchState>): void => {
    const next = {
      ...state,
      ...part,
      notShared: own.last() - shared,
      earlier: earlier?.work()?.kind ?? null,
    }
    if (JSON.stringify(next) === JSON.stringify(state)) return
    state = next
    changed.emit(state)
  }
  const stopListening = own.onAppend(() => {
    show({})
    bell.ring()
  })

  const refresh = async (connection: BranchConnection): Promise<void> => {
    const from = now()
    const theirs = await connection.seen()
    const until = now()
    const differs = theirs < from - maxClockDifferenceMs || theirs > until + maxClockDifferenceMs
    show({ lastSeenAt: until, problem: differs ? 'clock-differs' : null })
  }

  /** Nothing waits for it, and a failure has another way to show. Notices that come meanwhile are one more question. */
  const createChangingReader = (connection: BranchConnection): (() => Promise<void>) => {
    let isReading = false
    let isDue = false
    return async () => {
      isDue = true
      if (isReading) return
      isReading = true
      while (isDue && !isStopped()) {
        isDue = false
        await connection.changing().then(changing.emit, () => undefined)
        await timeout(minRoundMs, stopping.signal)
      }
      isReading = false
    }
  }

  /** Earlier facts until the round is over. Resolves to how long to wait then, in ms. */
  const goOnWithEarlier = async (
    { goOnWithEarlier: goOn }: ReturnType<typeof createExchange>,
    roundUntil: number,
  ): Promise<number> => {
    let pauseMs: number
    do pauseMs = await goOn()
    while (earlier?.work()?.kind === 'facts' && performance.now() < roundUntil && !isStopped())
    return Math.min(pauseMs, refreshMs)
  }

  /** Until the connection ends, by an error or by `stop`. */
  const stayConnected = async (connection: BranchConnection): Promise<void> => {
    const lost = new AbortController()
    connection.onEnd(() => lost.abort())
    // Before the first read, so that no commit after it goes unnoticed.
    await connection.onNotice(bell.ring)
    const readChanging = createChangingReader(connection)
    connection.onChanging(() => void readChanging())
    // A claim does not wait until all is read.
    current = connection
    usable = connection
    attempted.emit(undefined)
    const exchange = createExchange({
      connection,
      own,
      received,
      earlier,
      onRestored: () => {
        log.warn('branch: the database was restored from a backup')
        show({ restoredAt: now() })
      },
      onShared: (n) => {
        shared = n
        show({})
      },
    })
    let refreshAt = 0
    while (!isStopped()) {
      const roundUntil = performance.now() + minRoundMs
      if (now() >= refreshAt || refreshAt - now() > refreshMs) {
        await refresh(connection)
        refreshAt = now() + refreshMs
      }
      await exchange.run()
      show({ connected: true, lastSeenAt: now() })
      backOff.reset()
      const pauseMs = await goOnWithEarlier(exchange, roundUntil)
      show({})
      await withSignals([stopping.signal, lost.signal], async (either) => {
        if (pauseMs > 0) await timeout(roundUntil - performance.now(), either)
        await bell.wait(pauseMs, either)
      })
      if (lost.signal.aborted && !isStopped())
        throw new DatabaseError('database-unreachable', 'the connection was lost')
    }
  }

  /** Stopping does not wait for a server that does not answer. */
  const connectUnlessStopped = async (): Promise<BranchConnection> => {
    const connecting = connect()
    try {
      return await unlessAborted(stopping.signal, connecting)
    } catch (error) {
      void connecting.then(
        (late) => late.close(),
        () => undefined,
      )
      throw error
    }
  }

  const connectOnce = async (): Promise<void> => {
    let connection: BranchConnection | null = null
    try {
      connection = await connectUnlessStopped()
      const open = connection
      const closeAtOnce = () => void open.close()
      stopping.signal.addEventListener('abort', closeAtOnce)
      if (isStopped()) closeAtOnce()
      await stayConnected(connection).finally(() => stopping.signal.removeEventListener('abort', closeAtOnce))
    } catch (error) {
      const { code, message } = failureOf(error)
      if (!isStopped() && state.problem !== code) log.warn(`branch: no connection (${code}): ${message}`)
      show({ connected: false, problem: isStopped() ? null : code })
    } finally {
      current = null
      show({ connected: false })
      if (connection === null || connection !== usable) attempted.emit(undefined)
      await connection?.close()
    }
  }

  const run = async (): Promise<void> => {
    while (!isStopped()) {
      await connectOnce()
      if (!isStopped()) await retryBell.wait(backOff.next(), stopping.signal)
    }
  }

  const ask = async <Value>(
    work: (connection: BranchConnection) => Promise<Value>,
  ): Promise<Outcome<Value, DatabaseFailure>> => {
    if (current === null) {
      const { problem } = state
      const code = problem === null || problem === 'clock-differs' ? 'database-unreachable' : problem
      return fail({ code, message: 'not connected to the branch' })
    }
    try {
      return succeed(await work(current))
    } catch (error) {
      return fail(failureOf(error))
    }
  }

  /** Resolves when there is a connection, or an attempt to connect has failed. */
  const reach = async (): Promise<void> => {
    if (current !== null || isStopped()) return
    let stopWaiting: () => void = () => undefined
    const ended = new Promise<void>((done) => (stopWaiting = attempted.add(() => done())))
    retryBell.ring()
    await raceTimeout(ended, maxReachMs)
    stopWaiting()
  }

  const claim = async (orderId: string, digest: string): Promise<Outcome<Claim, DatabaseFailure>> => {
    const askForClaim = () => ask((connection) => connection.claim(orderId, digest))
    await reach()
    const used = current
    const asked = await askForClaim()
    if (asked.ok || used === null || asked.error.code !== 'database-unreachable') return asked
    // Lost before the reply: a claim that was kept is found by the next connection, as this computer's.
    if (current === used) current = null
    void used.close()
    await reach()
    return askForClaim()
  }

  return {
    state: () => state,
    onChange: changed.add,
    start: () => {
      running ??= run().catch((error: unknown) => log.warn(`branch: stopped: ${messageOf(error)}`))
    },
    retry: () => {
      backOff.reset()
      retryBell.ring()
      bell.ring()
    },
    claim,
    claimAll: (orders) => ask((connection) => connection.claimAll(orders)),
    computers: () => ask((connection) => connection.computers()),
    sayChanging: (change) => void current?.sayChanging(change).catch(() => undefined),
    onChanging: changing.add,
    stop: async () => {
      stopping.abort()
      stopListening()
      await running
      changed.clear()
      attempted.clear()
      changing.clear()
    },
  }
}
