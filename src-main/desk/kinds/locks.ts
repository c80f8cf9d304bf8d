import { z } from 'zod'
import { lockOperationStatus } from '#shared/model/order-resources'
import type { LockOperationResult } from '#shared/model/order-resources'
import type { Seen } from '#shared/settle-commands'
import { queuedRequest } from '../queued-row'
import { defineKind, missing } from './kind'
import type { ReadingBack, SendableRow, Verdict } from './kind'

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
  { client, records, now, signal }: ReadingBack,
): Promise<Seen> => {
  const { key, enterpriseGlobalId: id } = row
  const known = records.enterprises().map(({ enterpriseGlobalId }) => enterpriseGlobalId)
  const seenAs = (locked: boolean | null): Seen => {
    if (locked === null) return 'not-visible'
    return locked === wanted ? 'applied' : 'not-applied'
  }
  if (id !== null && !known.includes(id)) {
    // Not in the register, or no more: the list is to be had all the same.
    const assets = await client.call('order.listAssets', { path: { enterpriseGlobalId: id } }, { signal })
    if (!assets.ok) return 'not-read'
    return seenAs(assets.value.find(({ assetNum }) => assetNum === key)?.locked ?? null)
  }
  const began = now()
  // Never from a reading that was on its way already: it may be older than the change.
  const readings = (id === null ? known : [id]).map(
    async (each) => [each, (await records.reread(each)) === null] as const,
  )
  const isRead = new Map(await Promise.all(readings))
  const record = records.known(key, id)
  if (record !== null) {
    // Not by its time alone: where the clock was put back, an old list is of the future.
    const isNew = isRead.get(id ?? record.enterpriseGlobalId) === true && record.readAt >= began
    return isNew ? seenAs(record.locked) : 'not-read'
  }
  if ([...isRead.values()].includes(false)) return 'not-read'
  return id === null ? 'no-enterprise' : 'not-visible'
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
