import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import { raceTimeout } from '../../util/async'
import { createEmitter } from '../../util/emitter'
import type { BranchConnection, Claim } from '../database/branch-connection'
import { failureOf } from '../database/database-failure'
import type { DatabaseFailure } from '../database/database-failure'

/** Someone waits for a claim. */
const maxReachMs = 10_000

/** The connection that can be used now, for questions that do not wait for the exchange of events. */
export const createConnectionInUse = ({
  connectNow,
  whyNone,
  stopped,
}: {
  /** Ends the pause before the next attempt to connect. */
  readonly connectNow: () => void
  /** Why there is no connection. */
  readonly whyNone: () => DatabaseFailure['code']
  readonly stopped: AbortSignal
}) => {
  let current: BranchConnection | null = null
  /** The last connection that could be used. */
  let usable: BranchConnection | null = null
  /** Called when a connection can be used, and when an attempt has failed. */
  const attempted = createEmitter<undefined>()

  const ask = async <Value>(
    work: (connection: BranchConnection) => Promise<Value>,
  ): Promise<Outcome<Value, DatabaseFailure>> => {
    if (current === null) return fail({ code: whyNone(), message: 'not connected to the branch' })
    try {
      return succeed(await work(current))
    } catch (error) {
      return fail(failureOf(error))
    }
  }

  /** Resolves when there is a connection, or an attempt to connect has failed. */
  const reach = async (): Promise<void> => {
    if (current !== null || stopped.aborted) return
    let stopWaiting: () => void = () => undefined
    const ended = new Promise<void>((done) => (stopWaiting = attempted.add(() => done())))
    connectNow()
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
    use: (connection: BranchConnection): void => {
      current = connection
      usable = connection
      attempted.emit(undefined)
    },
    /** Null where an attempt to connect has ended without one. */
    end: (connection: BranchConnection | null): void => {
      current = null
      if (connection === null || connection !== usable) attempted.emit(undefined)
    },
    ask,
    /** Asks the database for an order. Connects at once where there is no connection, and asks again where one is lost. */
    claim,
    /** Lost without a connection. */
    tell: (work: (connection: BranchConnection) => Promise<void>): void => {
      if (current !== null) void work(current).catch(() => undefined)
    },
    stop: attempted.clear,
  }
}
