import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { DocumentedData } from '#shared/operations'
import { parseJson, stringifyJson } from '../json'
import type { Database } from '../store/database'
import type { OperationCall, Change, RequestContext, Handler } from './request-context'
import { executeAssetDeletion, executeProductDeletion } from './deletions'
import { checkOrder } from './order-checks'
import { createRejectField } from './order-line'
import type { LicenseOrder } from './order-line'
import { findOrderParties } from './order-parties'
import { executePurchase } from './purchases'
import type { PlacedOrder } from './purchases'
import { BusinessException } from './business-exception'
import { requireTexts } from './required'

type Result = DocumentedData<'order.batchOrder'>

const executeByType = {
  new_buy: executePurchase,
  delete_asset: executeAssetDeletion,
  delete_product: executeProductDeletion,
}

const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([name, inner]) => [name, canonical(inner)]))
}

const hashOf = (body: unknown): string =>
  createHash('sha256')
    .update(stringifyJson(canonical(body)))
    .digest('base64url')

interface Batch {
  readonly channelCode: string
  readonly channelOrderId: string
  readonly bodyHash: string
  readonly applicationKey: string
}

/**
 * Inserts the row of a batch. If (channelCode, channelOrderId) already exists, the same body returns the first
 * response and another body is rejected.
 */
const claimBatch = async (
  batch: Batch,
  { db, now }: RequestContext,
): Promise<{ readonly id: number } | { readonly answer: Result }> => {
  const inserted = await db
    .insertInto('order_batches')
    .values({
      channel_code: batch.channelCode,
      channel_order_id: batch.channelOrderId,
      application_key: batch.applicationKey,
      body_hash: batch.bodyHash,
      pending_body: null,
      result: '[]',
      failure: null,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['channel_code', 'channel_order_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted !== undefined) return inserted
  const existing = await db
    .selectFrom('order_batches')
    .select(['body_hash', 'result'])
    .where('channel_code', '=', batch.channelCode)
    .where('channel_order_id', '=', batch.channelOrderId)
    .executeTakeFirstOrThrow()
  if (existing.body_hash !== batch.bodyHash) {
    throw new BusinessException('13004', 'channelOrderId: already used by another batch')
  }
  return { answer: JSON.parse(existing.result) as Result }
}

/** Validates the orders and gives each its license order ID. The orders are executed later. */
const placeOrders = async (
  batchId: number,
  channelCode: string,
  orders: readonly LicenseOrder[],
  { db, now, policy }: RequestContext,
): Promise<PlacedOrder[]> => {
  const placed: PlacedOrder[] = []
  const sequences = new Set<number>()
  for (const [index, requested] of orders.entries()) {
    const reject = createRejectField(requested, index)
    const order = checkOrder(requested, policy, reject)
    if (sequences.has(order.sequence)) reject('sequence', 'must be unique in the batch')
    sequences.add(order.sequence)
    const parties = await findOrderParties(db, channelCode, order, reject)
    const { id } = await db
      .insertInto('license_orders')
      .values({
        batch_id: batchId,
        sequence: order.sequence,
        customer_id: parties.customerId,
        enterprise_id: parties.enterpriseId,
        license_type: order.licenseType,
        order_type: order.orderType,
        src_license_order_id: order.srcLicenseOrderId ?? null,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    placed.push({ ...parties, licenseOrderId: id, order })
  }
  return placed
}

const executeOrders = async (placed: readonly PlacedOrder[], context: RequestContext): Promise<Change[]> => {
  const changes: Change[] = []
  for (const [index, one] of placed.entries()) {
    changes.push(
      ...(await executeByType[one.order.orderType](one, context, createRejectField(one.order, index))),
    )
  }
  return changes
}

/** Executes the orders and rolls them back, so that an async batch is rejected before it is accepted. */
const dryRun = async (placed: readonly PlacedOrder[], context: RequestContext): Promise<void> => {
  await sql`savepoint dry_run`.execute(context.db)
  await executeOrders(placed, context)
  await sql`rollback to savepoint dry_run`.execute(context.db)
}

/** License passwords unlock a lock. No response contains them and nothing uses them, so they are never stored. */
const withoutPasswords = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutPasswords)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([name]) => name !== 'passwords')
  return Object.fromEntries(entries.map(([name, inner]) => [name, withoutPasswords(inner)]))
}

/** The stored part of an async batch until it is executed. */
interface Pending {
  readonly nonce: string
  readonly placed: readonly PlacedOrder[]
}

/** Operation 5. One order that cannot be executed rejects the whole batch. */
export const batchOrder: Handler<'order.batchOrder'> = async (
  call: OperationCall<'order.batchOrder'>,
  context,
) => {
  const { body, applicationKey, nonce } = call
  const { channelCode, channelOrderId } = requireTexts(body, ['channelCode', 'channelOrderId'])
  const orders = body.orderList ?? []
  if (orders.length === 0) throw new BusinessException('13004', 'orderList: must not be empty')
  if (orders.length > context.policy.ordersPerBatch) {
    throw new BusinessException(
      '13004',
      `orderList: must not have more than ${context.policy.ordersPerBatch} orders`,
    )
  }
  const batch = { channelCode, channelOrderId, applicationKey, bodyHash: hashOf(body) }
  const claimed = await claimBatch(batch, context)
  if ('answer' in claimed) return claimed.answer

  const placed = await placeOrders(claimed.id, channelCode, orders, context)
  const isAsync = body.syncMode === 'async'
  if (isAsync) await dryRun(placed, context)
  else await context.record(await executeOrders(placed, context))

  const result = placed.map(({ order, licenseOrderId, customerId }) => ({
    sequence: order.sequence,
    licenseOrderId: String(licenseOrderId),
    customerId: String(customerId),
  }))
  const pending: Pending = { nonce, placed }
  await context.db
    .updateTable('order_batches')
    .set({
      result: JSON.stringify(result),
      pending_body: isAsync ? stringifyJson(withoutPasswords(pending)) : null,
    })
    .where('id', '=', claimed.id)
    .execute()
  return result
}

/**
 * Executes the oldest accepted async batch in the transaction `tx`. A batch that has become impossible since is
 * marked as failed; the API has no way to inform its sender.
 * @returns the result, or null if no batch is pending
 */
export const executePendingBatch = async (
  tx: Database,
  createContext: (nonce: string) => RequestContext,
): Promise<{ readonly channelOrderId: string; readonly failure: string | null } | null> => {
  const batch = await tx
    .selectFrom('order_batches')
    .select(['id', 'channel_order_id', 'pending_body'])
    .where('pending_body', 'is not', null)
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (batch === undefined) return null
  const { nonce, placed } = parseJson(batch.pending_body ?? '') as Pending
  let failure: string | null = null
  await sql`savepoint batch`.execute(tx)
  try {
    const context = createContext(nonce)
    await context.record(await executeOrders(placed, context))
  } catch (error) {
    if (!(error instanceof BusinessException)) throw error
    failure = error.message
    await sql`rollback to savepoint batch`.execute(tx)
  }
  await tx
    .updateTable('order_batches')
    .set({ pending_body: null, failure })
    .where('id', '=', batch.id)
    .execute()
  return { channelOrderId: batch.channel_order_id, failure }
}
