import { randomUUID } from 'node:crypto'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openJsonFile } from '../../src-main/util/files/json-file'
import type { WorkOrderResult } from '../../src-main/work-orders/file-forms'
import {
  createSignedOrders,
  maxSignedOrders,
  noSignedOrders,
  signedOrdersSchema,
} from '../../src-main/work-orders/signed-orders'
import { temporaryFolder } from '../support/temporary-folder'
import { openOrders } from './support/order-desk'

const platform = { id: 'https://platform.example', address: 'https://platform.example' }
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let desk: Awaited<ReturnType<typeof openOrders>>
let now = 0
beforeEach(async () => {
  folder = await temporaryFolder()
  desk = await openOrders(folder.path)
  now = Date.now()
})
afterEach(async () => {
  await desk.stop()
  await folder.remove()
})

const path = () => join(folder.path, 'signed-orders.json')
const files = () => join(folder.path, 'signed-orders')
const open = async () => {
  const { file } = await openJsonFile(path(), signedOrdersSchema, noSignedOrders)
  return createSignedOrders(file, files(), () => now)
}
const sign = async () => {
  const signed = await desk.orders.sign({
    ...{ action: 'disable', platform, enterprises: ['E1'], rows: [{ assetNum: 'LD8000000017' }] },
    ...{ preparedBy: 'Li Wei', note: 'month end', notBefore: null, validMs: 86_400_000 },
  })
  if (!signed.ok) throw new Error(signed.error.code)
  return signed.value
}
const resultOf = (id: string, made: number, states: readonly string[]) =>
  ({
    order: { id },
    made,
    signer: { name: 'Counter' },
    rows: states.map((state) => ({ key: 'LD8000000017', state })),
  }) as unknown as WorkOrderResult

describe('the signed orders of a computer', () => {
  it('outlive the app with their bytes, by platform, newest first', async () => {
    const orders = await open()
    const [first, second] = [await sign(), await sign()]
    await orders.remember(platform.id, first)
    await orders.remember(platform.id, second)
    const again = await open()
    expect(again.list(platform.id).map(({ id }) => id)).toEqual([second.order.id, first.order.id])
    expect(again.list('other')).toEqual([])
    expect(await again.bytesOf(platform.id, first.order.id)).toEqual(first.bytes)
    expect(await again.bytesOf('other', first.order.id)).toBeNull()
    // The order's own content and its digest, no key.
    expect(JSON.parse(await readFile(path(), 'utf8'))).toMatchObject({
      version: 1,
      platforms: {
        [platform.id]: [{ id: first.order.id, digest: first.digest, saved: null, result: null }, {}],
      },
    })
  })

  it('give out only the file that was signed', async () => {
    const orders = await open()
    const signed = await sign()
    await orders.remember(platform.id, signed)
    const file = join(files(), `${signed.order.id}.lockorder`)
    await writeFile(file, Buffer.concat([signed.bytes, Buffer.from(' ')]))
    expect(await orders.bytesOf(platform.id, signed.order.id)).toBeNull()
    expect(await orders.bytesOf(platform.id, randomUUID())).toBeNull()
  })

  it('say when they were saved, and what their latest result has', async () => {
    const orders = await open()
    const signed = await sign()
    const { id } = signed.order
    await orders.remember(platform.id, signed)
    await orders.noteSaved(platform.id, id, 'order.lockorder')
    await orders.noteResult(platform.id, resultOf(id, 20, ['completed', 'failed', 'skipped']))
    await orders.noteResult(platform.id, resultOf(id, 10, ['unconfirmed']))
    await orders.noteResult(platform.id, resultOf(randomUUID(), 30, ['failed']))
    expect((await open()).find(platform.id, id)).toMatchObject({
      saved: { at: now, name: 'order.lockorder' },
      result: {
        ...{ read: now, made: 20, signer: 'Counter' },
        counts: { completed: 1, failed: 1, 'not-sent': 0, unconfirmed: 0, skipped: 1 },
      },
    })
  })

  it('are removed one by one, each with its file; the others stay', async () => {
    const orders = await open()
    const [first, second] = [await sign(), await sign()]
    for (const signed of [first, second]) await orders.remember(platform.id, signed)
    await orders.forget('other', first.order.id)
    await orders.forget(platform.id, '../signed-orders')
    expect(orders.list(platform.id)).toHaveLength(2)
    await orders.forget(platform.id, first.order.id)
    const again = await open()
    expect(again.list(platform.id).map(({ id }) => id)).toEqual([second.order.id])
    expect(await readdir(files())).toEqual([`${second.order.id}.lockorder`])
  })

  it('are limited in number; the oldest goes with its file', async () => {
    const orders = await open()
    const { order, digest } = await sign()
    const ids = Array.from({ length: maxSignedOrders + 2 }, () => randomUUID())
    for (const id of ids)
      await orders.remember(platform.id, { order: { ...order, id }, bytes: Buffer.from(id), digest })
    expect(orders.list(platform.id)).toHaveLength(maxSignedOrders)
    expect((await readdir(files())).toSorted()).toEqual(
      ids
        .slice(2)
        .map((id) => `${id}.lockorder`)
        .sort(),
    )
  })
})
