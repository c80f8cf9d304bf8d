import type { Policy } from './policy'
import { carryOutPendingBatch } from './rules/orders'
import { deskFor } from './server/carry-out'
import { inTransaction } from './store/database'
import type { Database } from './store/database'

const pauseAfterErrorMs = 5000

interface Deps {
  readonly db: Database
  readonly policy: Policy
  readonly now: () => number
  readonly keepsEffects: boolean
  readonly log: (detail: object) => void
}

/**
 * Carries out the async batches that were answered and are still to be done, one after another; those that a crash
 * left behind too, for they stand in the store. Several services on one server take a batch each.
 */
export const createBacklog = ({ db, policy, now, keepsEffects, log }: Deps) => {
  let running: Promise<void> | null = null
  let isWanted = false
  let isStopped = false
  let retry: NodeJS.Timeout | undefined

  const carryOutNext = () =>
    inTransaction(db, (tx) =>
      carryOutPendingBatch(tx, (nonce) =>
        deskFor({ operation: 'order.batchOrder', nonce, at: now() }, policy, keepsEffects)(tx),
      ),
    )

  const carryOutAll = async (): Promise<void> => {
    while (!isStopped) {
      const done = await carryOutNext()
      if (done === null) return
      if (done.failure !== null) log({ msg: 'an async batch could not be carried out', ...done })
    }
  }

  const work = async (): Promise<void> => {
    while (isWanted) {
      isWanted = false
      try {
        await carryOutAll()
      } catch (error) {
        log({ msg: 'the backlog is interrupted', err: error })
        retry = setTimeout(wake, pauseAfterErrorMs).unref()
      }
    }
    running = null
  }

  const wake = (): void => {
    isWanted = true
    running ??= work()
  }

  return {
    wake,
    stop: async (): Promise<void> => {
      isStopped = true
      clearTimeout(retry)
      await running
    },
  }
}
