import { messageOf } from '#shared/error-message'
import type { BranchState } from '#shared/model/branch/branch-view'
import type { Outcome } from '#shared/outcome'
import { createBackOff, timeout, unlessAborted, withSignals } from '../util/async'
import { createEmitter } from '../util/emitter'
import type { Logger } from '../util/logger'
import type { EarlierEvents, OwnEventLog, ReceivedEvents } from './branch-stores'
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
import { createConnectionInUse } from './exchange/connection-in-use'
import { createExchange } from './exchange/exchange'
import { createBell, createChangingReader, minRoundMs } from './exchange/notices'
import { createShownState } from './exchange/shown-state'

const refreshMs = 30_000
/** More than networks and people's clocks differ. */
const maxClockDifferenceMs = 5 * 60_000

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

/** Stopping does not wait for a server that does not answer. */
const connectUnlessStopped = async (
  connect: () => Promise<BranchConnection>,
  stopped: AbortSignal,
): Promise<BranchConnection> => {
  const connecting = connect()
  try {
    return await unlessAborted(stopped, connecting)
  } catch (error) {
    void connecting.then(
      (late) => late.close(),
      () => undefined,
    )
    throw error
  }
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
  const changing = createEmitter<readonly ChangingElsewhere[]>()
  const stopping = new AbortController()
  const isStopped = (): boolean => stopping.signal.aborted
  const bell = createBell()
  const retryBell = createBell()
  let running: Promise<void> | null = null
  const shown = createShownState({ own, received, earlier })
  const inUse = createConnectionInUse({
    connectNow: retryBell.ring,
    whyNone: () => {
      const { problem } = shown.read()
      return problem === null || problem === 'clock-differs' ? 'database-unreachable' : problem
    },
    stopped: stopping.signal,
  })
  const stopListening = own.onAppend(() => {
    shown.show()
    bell.ring()
  })

  const refresh = async (connection: BranchConnection): Promise<void> => {
    const from = now()
    const theirs = await connection.seen()
    const until = now()
    const differs = theirs < from - maxClockDifferenceMs || theirs > until + maxClockDifferenceMs
    shown.show({ lastSeenAt: until, problem: differs ? 'clock-differs' : null })
  }

  /** Until the connection ends, by an error or by `stop`. */
  const stayConnected = async (connection: BranchConnection): Promise<void> => {
    const lost = new AbortController()
    connection.onEnd(() => lost.abort())
    // Before the first read, so that no commit after it goes unnoticed.
    await connection.onNotice(bell.ring)
    const readChanging = createChangingReader(connection, changing.emit, stopping.signal)
    connection.onChanging(() => void readChanging())
    // A claim does not wait until all is read.
    inUse.use(connection)
    const exchange = createExchange({
      connection,
      own,
      received,
      earlier,
      onRestored: () => {
        log.warn('branch: the database was restored from a backup')
        shown.show({ restoredAt: now() })
      },
      onShared: shown.showShared,
    })
    let refreshAt = 0
    while (!isStopped()) {
      const roundUntil = performance.now() + minRoundMs
      if (now() >= refreshAt || refreshAt - now() > refreshMs) {
        await refresh(connection)
        refreshAt = now() + refreshMs
      }
      await exchange.run()
      shown.show({ connected: true, lastSeenAt: now() })
      backOff.reset()
      const pauseMs = (await exchange.goOnWithEarlier(roundUntil, stopping.signal)) ?? refreshMs
      shown.show()
      await withSignals([stopping.signal, lost.signal], async (either) => {
        if (pauseMs > 0) await timeout(roundUntil - performance.now(), either)
        await bell.wait(Math.min(pauseMs, refreshMs), either)
      })
      if (lost.signal.aborted && !isStopped())
        throw new DatabaseError('database-unreachable', 'the connection was lost')
    }
  }

  const connectOnce = async (): Promise<void> => {
    let connection: BranchConnection | null = null
    try {
      connection = await connectUnlessStopped(connect, stopping.signal)
      const open = connection
      const closeAtOnce = () => void open.close()
      stopping.signal.addEventListener('abort', closeAtOnce)
      if (isStopped()) closeAtOnce()
      await stayConnected(connection).finally(() => stopping.signal.removeEventListener('abort', closeAtOnce))
    } catch (error) {
      const { code, message } = failureOf(error)
      if (!isStopped() && shown.read().problem !== code)
        log.warn(`branch: no connection (${code}): ${message}`)
      shown.show({ connected: false, problem: isStopped() ? null : code })
    } finally {
      inUse.end(connection)
      shown.show({ connected: false })
      await connection?.close()
    }
  }

  const run = async (): Promise<void> => {
    while (!isStopped()) {
      await connectOnce()
      if (!isStopped()) await retryBell.wait(backOff.next(), stopping.signal)
    }
  }

  return {
    state: shown.read,
    onChange: shown.onChange,
    start: () => {
      running ??= run().catch((error: unknown) => log.warn(`branch: stopped: ${messageOf(error)}`))
    },
    retry: () => {
      backOff.reset()
      retryBell.ring()
      bell.ring()
    },
    claim: inUse.claim,
    claimAll: (orders) => inUse.ask((connection) => connection.claimAll(orders)),
    computers: () => inUse.ask((connection) => connection.computers()),
    sayChanging: (change) => inUse.tell((connection) => connection.sayChanging(change)),
    onChanging: changing.add,
    stop: async () => {
      stopping.abort()
      stopListening()
      await running
      shown.stop()
      inUse.stop()
      changing.clear()
    },
  }
}
