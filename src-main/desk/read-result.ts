import type { ChangeReason } from '#shared/model/change'
import { lockOperationStatus } from '#shared/model/order-resources'
import type { LockOperationResult } from '#shared/model/order-resources'
import type { Ending } from '../journal/record'

export interface Verdict {
  readonly state: Ending
  readonly reason: ChangeReason | null
}

const refusals = new Set<number>([
  lockOperationStatus.noSuchLock,
  lockOperationStatus.failed,
  lockOperationStatus.wrongType,
])

/**
 * What the answer of order operations 6 and 7 says of one lock. Results are matched by asset number, never by
 * position: the document does not promise an order, nor one result for each number asked.
 */
export const verdictFor = (assetNum: string, results: readonly LockOperationResult[]): Verdict => {
  const statuses = new Set(
    results.filter((result) => result.assetNum === assetNum).map(({ status }) => status),
  )
  const [status] = statuses
  if (status === undefined || statuses.size > 1) {
    return { state: 'unknown', reason: { kind: 'missing-in-answer' } }
  }
  if (status === lockOperationStatus.success) return { state: 'done', reason: null }
  const isRefused = status !== null && refusals.has(status)
  return { state: isRefused ? 'failed' : 'unknown', reason: { kind: 'status', status } }
}
