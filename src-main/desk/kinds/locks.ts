import { z } from 'zod'
import { lockOperationStatus } from '#shared/model/order-resources'
import type { LockOperationResult } from '#shared/model/order-resources'
import { queuedRequest } from '../queued-row'
import { defineKind, missing } from './kind'
import type { ReadingBack, Seen, SendableRow, Verdict } from './kind'

const refusals = new Set<number>([
  lockOperationStatus.noSuchLock,
  lockOperationStatus.failed,
  lockOperationStatus.wrongType,
])

/**
 * What the answer of order operations 6 and 7 says of one lock. Results are matched by asset number, never by
 * position: the document does not promise an order, nor one result for each number asked.
 */
const verdictFor = (results: readonly LockOperationResult[] | undefined): Verdict => {
  const statuses = new Set(results?.map(({ status }) => status))
  const [status] = statuses
  if (status === undefined || statuses.size > 1) return missing
  if (status === lockOperationStatus.success) return { state: 'done', reason: null }
  const isRefused = status !== null && refusals.has(status)
  return { state: isRefused ? 'failed' : 'unknown', reason: { kind: 'status', status } }
}

const byAssetNum = (results: readonly LockOperationResult[]): Map<string, LockOperationResult[]> => {
  const found = new Map<string, LockOperationResult[]>()
  for (const result of results) {
    if (result.assetNum === null) continue
    const others = found.get(result.assetNum)
    if (others === undefined) found.set(result.assetNum, [result])
    else others.push(result)
  }
  return found
}

/** A lock may be missing from the list (API document, section 4.1, rule 10), and a list not read anew is old news. */
const look = async (
  { row }: SendableRow<unknown>,
  wanted: boolean,
  { records, now }: ReadingBack,
): Promise<Seen> => {
  const began = now()
  // Never from a reading that was on its way already: it may be older than the change.
  const { enterpriseGlobalId: id } = row
  const ids = id === null ? records.enterprises().map((known) => known.enterpriseGlobalId) : [id]
  await Promise.all(ids.map((each) => records.reread(each)))
  const record = records.known(row.key, row.enterpriseGlobalId)
  if (record?.locked == null || record.readAt < began) return 'not-visible'
  return record.locked === wanted ? 'applied' : 'not-applied'
}

const lockKind = (operation: 'order.lockAssets' | 'order.unlockAssets') =>
  defineKind({
    operation,
    stored: z.union([z.null(), queuedRequest]),
    rowsPerCall: (setting) => setting,
    request: (rows, { operatorIdentity }) => ({
      body: { assetNums: rows.map(({ row }) => row.key), operatorIdentity },
    }),
    read: (rows, results) => {
      const found = byAssetNum(results)
      return rows.map(({ row }) => verdictFor(found.get(row.key)))
    },
    readBack: (row, deps) => look(row, operation === 'order.lockAssets', deps),
  })

export const disabling = lockKind('order.lockAssets')
export const enabling = lockKind('order.unlockAssets')
