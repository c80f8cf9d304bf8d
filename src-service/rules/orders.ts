import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { StatedData } from '#shared/operations'
import { parseJson, stringifyJson } from '../json'
import type { Database } from '../store/database'
import type { Call, Change, Desk, Rule } from './call'
import { carryOutAssetDeletion, carryOutProductDeletion } from './deletions'
import { checkOrder } from './order-checks'
import { refuserFor } from './order-line'
import type { LicenseOrder } from './order-line'
import { partiesOf } from './order-parties'
import { carryOutPurchase } from './purchases'
import type { PlacedOrder } from './purchases'
import { Refusal } from './refusal'
import { requireTexts } from './required'

type Result = StatedData<'order.batchOrder'>

const carryOut = {
  new_buy: carryOutPurchase,
  delete_asset: carryOutAssetDeletion,
  delete_product: carryOutProductDeletion,
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
 * Makes the batch's row, or gives the answer of the batch that has its (channelCode, channelOrderId) already:
 * sent again with the same body it is answered as it was, with another it is refused.
 */
const claimBatch = async (
  batch: Batch,
  { db, now }: Desk,
): Promise<{ readonly id: number } | { readonly answer: Result }> => {
  const made = await db
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
  if (made !== undefined) return made
  const existing = await db
    .selectFrom('order_batches')
    .select(['body_hash', 'result'])
    .where('channel_code', '=', batch.channelCode)
    .where('channel_order_id', '=', batch.channelOrderId)
    .executeTakeFirstOrThrow()
  if (existing.body_hash !== batch.bodyHash) {
    throw new Refusal('13004', 'channelOrderId: another batch has this number already')
  }
  return { answer: JSON.parse(existing.result) as Result }
}

/** Gives each order its license order id; what it asks for is done later. */
const placeOrders = async (
  batchId: number,
  channelCode: string,
  orders: readonly LicenseOrder[],
  { db, now, policy }: Desk,
): Promise<PlacedOrder[]> => {
  const placed: PlacedOrder[] = []
  const sequences = new Set<number>()
  for (const [index, given] of orders.entries()) {
    const refuse = refuserFor(given, index)
    const order = checkOrder(given, policy, refuse)
    if (sequences.has(order.sequence)) refuse('sequence', 'stands in the batch twice')
    sequences.add(order.sequence)
    const parties = await partiesOf(db, channelCode, order, refuse)
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

const carryOutAll = async (placed: readonly PlacedOrder[], desk: Desk): Promise<Change[]> => {
  const changes: Change[] = []
  for (const [index, one] of placed.entries()) {
    changes.push(...(await carryOut[one.order.orderType](one, desk, refuserFor(one.order, index))))
  }
  return changes
}

/** Carries the orders out and takes it back: what would be refused is refused now, not behind an answer. */
const rehearse = async (placed: readonly PlacedOrder[], desk: Desk): Promise<void> => {
  await sql`savepoint rehearsal`.execute(desk.db)
  await carryOutAll(placed, desk)
  await sql`rollback to savepoint rehearsal`.execute(desk.db)
}

/** License passwords open a lock; no answer has them and nothing is done with them, so they are kept nowhere. */
const withoutPasswords = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutPasswords)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([name]) => name !== 'passwords')
  return Object.fromEntries(entries.map(([name, inner]) => [name, withoutPasswords(inner)]))
}

/** What is kept of an async batch until it is carried out. */
interface Pending {
  readonly nonce: string
  readonly placed: readonly PlacedOrder[]
}

/** Operation 5. One order that cannot be carried out rejects the whole batch. */
export const batchOrder: Rule<'order.batchOrder'> = async (call: Call<'order.batchOrder'>, desk) => {
  const { body, applicationKey, nonce } = call
  const { channelCode, channelOrderId } = requireTexts(body, ['channelCode', 'channelOrderId'])
  const orders = body.orderList ?? []
  if (orders.length === 0) throw new Refusal('13004', 'orderList: must not be empty')
  if (orders.length > desk.policy.ordersPerBatch) {
    throw new Refusal('13004', `orderList: at most ${desk.policy.ordersPerBatch} a call`)
  }
  const batch = { channelCode, channelOrderId, applicationKey, bodyHash: hashOf(body) }
  const claimed = await claimBatch(batch, desk)
  if ('answer' in claimed) return claimed.answer

  const placed = await placeOrders(claimed.id, channelCode, orders, desk)
  const isAsync = body.syncMode === 'async'
  if (isAsync) await rehearse(placed, desk)
  else await desk.record(await carryOutAll(placed, desk))

  const result = placed.map(({ order, licenseOrderId, customerId }) => ({
    sequence: order.sequence,
    licenseOrderId: String(licenseOrderId),
    customerId: String(customerId),
  }))
  const pending: Pending = { nonce, placed }
  await desk.db
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
 * Carries out the oldest batch that was answered and is still to be done, in the transaction `tx`. A batch that has
 * become impossible since is settled as failed: the API has no way to tell its sender.
 * @returns how it ended, or null where there is none
 */
export const carryOutPendingBatch = async (
  tx: Database,
  deskWith: (nonce: string) => Desk,
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
    const desk = deskWith(nonce)
    await desk.record(await carryOutAll(placed, desk))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
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
