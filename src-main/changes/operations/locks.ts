import { z } from 'zod'
import { lockOperationStatus } from '#shared/model/api/order-resources'
import type { LockOperationResult } from '#shared/model/api/order-resources'
import type { ReadBackFinding } from '#shared/bridge/review-commands'
import { queuedRequest } from '../offline-queue/queued-row'
import { defineOperation, notInResponse } from './change-operation'
import type { ReadBackDeps, SendableRow, RowOutcome } from './change-operation'

const rejectedStatuses = new Set<number>([
  lockOperationStatus.noSuchLock,
  lockOperationStatus.failed,
  lockOperationStatus.wrongType,
])

/**
 * The result of one lock (order operations 6 and 7). Matched by asset number, never by position: the API
 * promises neither the order nor one result per number.
 */
const rowOutcomeOf = (results: readonly LockOperationResult[] | undefined): RowOutcome => {
  const statuses = new Set(results?.map(({ status }) => status))
  const [status] = statuses
  if (status === undefined || statuses.size > 1) return notInResponse
  if (status === lockOperationStatus.success) return { state: 'done', reason: null }
  const isRejected = status !== null && rejectedStatuses.has(status)
  return { state: isRejected ? 'failed' : 'unknown', reason: { kind: 'status', status } }
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

/**
 * A lock may be missing from the list (docs/api.md, section 4.1, rule 10); a list that was not reloaded proves
 * nothing.
 */
const readRecordBack = async (
  { row }: SendableRow<unknown>,
  expectedLocked: boolean,
  { client, directory, now, signal }: ReadBackDeps,
): Promise<ReadBackFinding> => {
  const { key, enterpriseGlobalId: id } = row
  const known = directory.enterprises().map(({ enterpriseGlobalId }) => enterpriseGlobalId)
  const seenAs = (locked: boolean | null): ReadBackFinding => {
    if (locked === null) return 'not-visible'
    return locked === expectedLocked ? 'applied' : 'not-applied'
  }
  if (id !== null && !known.includes(id)) {
    // The enterprise is not in the register, but its list can still be read.
    const assets = await client.call('order.listAssets', { path: { enterpriseGlobalId: id } }, { signal })
    if (!assets.ok) return 'not-read'
    return seenAs(assets.value.find(({ assetNum }) => assetNum === key)?.locked ?? null)
  }
  const began = now()
  // Starts a new read: one already running may be older than the change.
  const readings = (id === null ? known : [id]).map(
    async (each) => [each, (await directory.reread(each)) === null] as const,
  )
  const isRead = new Map(await Promise.all(readings))
  const record = directory.known(key, id)
  if (record !== null) {
    // Also checks that this read succeeded: after the clock was set back, an old list can have a later time.
    const isNew = isRead.get(id ?? record.enterpriseGlobalId) === true && record.readAt >= began
    return isNew ? seenAs(record.locked) : 'not-read'
  }
  if ([...isRead.values()].includes(false)) return 'not-read'
  return id === null ? 'no-enterprise' : 'not-visible'
}

const defineLockOperation = (operation: 'order.lockAssets' | 'order.unlockAssets') =>
  defineOperation({
    operation,
    stored: z.union([z.null(), queuedRequest]),
    rowsPerRequest: (setting) => setting,
    request: (rows, { operatorIdentity }) => ({
      body: { assetNums: rows.map(({ row }) => row.key), operatorIdentity },
    }),
    read: (rows, results) => {
      const found = byAssetNum(results)
      return rows.map(({ row }) => rowOutcomeOf(found.get(row.key)))
    },
    readBack: (row, deps) => readRecordBack(row, operation === 'order.lockAssets', deps),
  })

export const disableOperation = defineLockOperation('order.lockAssets')
export const enableOperation = defineLockOperation('order.unlockAssets')
