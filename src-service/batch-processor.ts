import type { Policy } from './policy'
import { executePendingBatch } from './handlers/orders'
import { createRequestContext } from './server/execute-operation'
import { inTransaction } from './store/database'
import type { Database } from './store/database'

const pauseAfterErrorMs = 5000

interface Deps {
  readonly db: Database
  readonly policy: Policy
  readonly now: () => number
  readonly recordsEffects: boolean
  readonly log: (detail: object) => void
}

/**
 * Processes accepted async batches one after another. Batches are stored, so those left over from a crash are
 * processed too. Several services on one database each take different batches.
 */
export const createBatchProcessor = ({ db, policy, now, recordsEffects, log }: Deps) => {
  let running: Promise<void> | null = null
  let hasWork = false
  let isStopped = false
  let retry: NodeJS.Timeout | undefined

  const executeNextBatch = () =>
    inTransaction(db, (tx) =>
      executePendingBatch(tx, (nonce) =>
        createRequestContext({ operation: 'order.batchOrder', nonce, at: now() }, policy, recordsEffects)(tx),
      ),
    )

  const executePendingBatches = async (): Promise<void> => {
    while (!isStopped) {
      const done = await executeNextBatch()
      if (done === null) return
      if (done.failure !== null) log({ msg: 'async batch failed', ...done })
    }
  }

  const run = async (): Promise<void> => {
    while (hasWork) {
      hasWork = false
      try {
        await executePendingBatches()
      } catch (error) {
        log({ msg: 'processing async batches failed; trying again', err: error })
        retry = setTimeout(start, pauseAfterErrorMs).unref()
      }
    }
    running = null
  }

  const start = (): void => {
    hasWork = true
    running ??= run()
  }

  return {
    start,
    stop: async (): Promise<void> => {
      isStopped = true
      clearTimeout(retry)
      await running
    },
  }
}
