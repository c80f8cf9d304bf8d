import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkBatch } from '../../src-renderer/features/orders/check/check-batch'
import { writeExact } from '../../src-renderer/features/orders/files/exact-json'
import { batchOf, product } from '../renderer/features/orders/support/drawn-batches'
import { startTestService } from '../support/service'
import type { TestService } from '../support/service'
import { connectTo } from '../support/service-client'
import type { ServiceClient } from '../support/service-client'

let service: TestService
let client: ServiceClient
beforeAll(async () => {
  service = await startTestService()
  client = await connectTo(service.url)
})
afterAll(() => service.stop())

const bindNew = () => {
  const name = randomUUID()
  return client.succeed('order.bindCustomer', {
    body: {
      channelCode: 'TEST',
      channelCustomerId: name,
      customerName: name,
      branchName: '东区',
      enterpriseName: name,
      passwordMobile: '13800001111',
    },
  })
}
type Batch = Parameters<typeof checkBatch>[0]
const send = ({ orders, ...head }: Batch) =>
  client.send('order.batchOrder', { rawBody: writeExact({ ...head, orderList: orders }) })

describe('orders built on the order page', () => {
  it('the service accepts every valid purchase', { timeout: 120_000 }, async () => {
    const { customerId } = await bindNew()
    let right = 0
    await fc.assert(
      fc.asyncProperty(batchOf({ customerId }), async (drawn) => {
        // Its own number, so that a lock of an earlier batch has no other type.
        const batch = { ...drawn, channelCode: 'TEST', channelOrderId: randomUUID() }
        const numbered = {
          ...batch,
          orders: batch.orders.map((order, at) => ({
            ...order,
            assets: ((order as { assets?: Record<string, unknown>[] }).assets ?? []).map((asset, place) =>
              Array.isArray(asset['assetNos'])
                ? {
                    ...asset,
                    assetNos: asset['assetNos'].map(
                      (_, n) => `8${randomUUID().replace(/\D/g, '').slice(0, 9)}-${at}${place}${n}`,
                    ),
                  }
                : asset,
            ),
          })),
        }
        const { errors } = checkBatch(numbered)
        if (errors > 0) return
        right += 1
        const { status, text } = await send(numbered)
        expect([status, text]).toEqual([200, expect.stringContaining('"code":0')])
      }),
      { numRuns: 500 },
    )
    expect(right).toBeGreaterThan(15)
  })

  it('the service accepts every valid revocation', { timeout: 120_000 }, async () => {
    const { customerId } = await bindNew()
    let right = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(product, { minLength: 1, maxLength: 3 }),
        fc.constantFrom('delete_asset', 'delete_product'),
        fc.boolean(),
        fc.boolean(),
        async (drawn, orderType, strict, named) => {
          const products = drawn.map((one, at) => ({
            ...one,
            productUri: `${String(one['productUri'])}${at}`,
          }))
          const number = `LD8${randomUUID().replace(/\D/g, '').slice(0, 9)}`
          const order = { sequence: 1, customerId, licenseType: 'normal_recover_usbkey' }
          const sale: Batch = {
            channelCode: 'TEST',
            channelOrderId: randomUUID(),
            syncMode: 'sync',
            orders: [{ ...order, orderType: 'new_buy', assets: [{ assetNos: [number], products }] }],
          }
          if (checkBatch(sale).errors > 0) return
          const sold = await send(sale)
          expect(sold.json).toMatchObject({ code: 0 })
          const [{ licenseOrderId = '' } = {}] = sold.json.data as { licenseOrderId?: string }[]
          const matched = products.map((one) => {
            const { productUri, limitStartDate, limitEndDate, limitConcurrent } = one as Record<
              string,
              unknown
            >
            const exact = { limitStartDate, limitEndDate, limitConcurrent, strictMatchWhenDelete: true }
            const kept = Object.entries({ productUri, ...(strict ? exact : {}) })
            return Object.fromEntries(kept.filter(([, value]) => value !== undefined))
          })
          const removal: Batch = {
            ...sale,
            channelOrderId: randomUUID(),
            orders: [
              {
                ...order,
                orderType,
                ...(named ? { srcLicenseOrderId: licenseOrderId } : {}),
                assets: [
                  { assetNos: [number], ...(orderType === 'delete_asset' ? {} : { products: matched }) },
                ],
              },
            ],
          }
          expect(checkBatch(removal).orders).toEqual([[]])
          right += 1
          expect((await send(removal)).json).toMatchObject({ code: 0 })
        },
      ),
      { numRuns: 60 },
    )
    expect(right).toBeGreaterThan(10)
  })
})
