import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { licenseTypes } from '#shared/model/api/license-types'
import { startTestService } from '../support/service'
import type { TestService } from '../support/service'
import { connectTo } from '../support/service-client'
import type { ServiceClient } from '../support/service-client'
import { batch, bindNew, buy, order, product } from './parties'

const id = 'order.batchOrder'
let service: TestService
let client: ServiceClient
let bound: Awaited<ReturnType<typeof bindNew>>
beforeAll(async () => {
  service = await startTestService()
  client = await connectTo(service.url)
})
afterAll(() => service.stop())

const listOf = (of = bound) =>
  client.succeed('order.listAssets', { path: { enterpriseGlobalId: of.enterpriseGlobalId } })
const productsOf = (assetId: string) => client.succeed('member.listAssetProducts', { path: { assetId } })
const urisOf = async (assetId: string) =>
  (await productsOf(assetId)).productInstanceList?.map(({ productUri }) => productUri)
const place = (...orders: unknown[]) => client.succeed(id, { body: batch(orders) })
const refused = (...orders: unknown[]) => client.refusal(id, { body: batch(orders) })

describe('a purchase', () => {
  beforeAll(async () => (bound = await bindNew(client)))

  it.each(Object.keys(licenseTypes))('creates an asset of type %s', async (licenseType) => {
    const { placed, asset } = await buy(client, bound, {}, { licenseType, sequence: 7 })
    expect(placed).toMatchObject({ sequence: 7, customerId: bound.customerId })
    expect(asset).toMatchObject({ licenseType, locked: false, freezing: false, customerId: bound.customerId })
    expect(asset.assetNum).toBe(`LD${asset.keyShellNumber}`)
    expect(asset.keyShellNumber).toMatch(/^8\d{9}$/)
  })

  it('names the assets exactly as the order does, and returns results in its order', async () => {
    const named = (num: string) => order(bound, { assetNos: [num] })
    const numbers = ['X-8000777001/a', '8000777002']
    const results = await place(
      { ...named(numbers[0]!), sequence: 5 },
      { ...named(numbers[1]!), sequence: 3 },
    )
    expect(results.map(({ sequence }) => sequence)).toEqual([5, 3])
    const assets = await listOf()
    expect(
      assets.filter(({ assetNum }) => numbers.includes(assetNum)).map(({ keyShellNumber }) => keyShellNumber),
    ).toEqual(['8000777001', '8000777002'])
  })

  it('keeps limits, extensions and the borrowed-lock flag', async () => {
    const { asset } = await buy(client, bound, {
      limitStartDate: 1,
      limitEndDate: 2,
      borrowedUsbKey: true,
      assetExtendList: [{ extendCode: 'gxxp', extendValue: 'yes' }],
    })
    expect(asset).toMatchObject({
      limitStartTime: 1,
      limitEndTime: 2,
      borrowedUsbKey: true,
      assetExtends: [{ extendCode: 'gxxp', extendValue: 'yes' }],
      assignStatus: { assignStatus: 'unassigned', assignMemberId: null },
    })
    const path = { enterpriseGlobalId: bound.enterpriseGlobalId }
    const carrying = await client.succeed('order.listAssets', { path, query: { extendCode: 'gxxp' } })
    expect(carrying.map(({ id: assetId }) => assetId)).toEqual([asset.id])
  })

  it('keeps a Long beyond 2^53 exact in both directions', async () => {
    const body = batch([order(bound, { limitEndDate: '@' })])
    const rawBody = JSON.stringify(body).replace('"@"', '9223372036854775807')
    await client.succeed(id, { rawBody })
    const { text } = await client.send('order.listAssets', {
      path: { enterpriseGlobalId: bound.enterpriseGlobalId },
    })
    expect(text).toContain('"limitEndTime":9223372036854775807')
    const tooLong = JSON.stringify(batch([order(bound, { limitEndDate: '@' })])).replace(
      '"@"',
      '9223372036854775808',
    )
    expect(await client.refusal(id, { rawBody: tooLong })).toMatchObject({ code: '13004' })
  })

  it('creates nested packages, with null at the lowest level', async () => {
    const { asset } = await buy(client, bound, {
      merchandises: [
        {
          merchandiseNum: 'P1',
          merchandiseName: '外层 Outer',
          children: [
            { merchandiseNum: 'P2', children: null, licenseOrderProductList: [product('gms-inner')] },
          ],
        },
      ],
    })
    const { productInstanceList, children } = await productsOf(asset.id)
    expect(productInstanceList).toMatchObject([
      { productUri: 'gms-test', limitConcurrent: 5, merchandiseInsId: null },
    ])
    expect(children).toMatchObject([
      {
        merchandiseNum: 'P1',
        parentId: null,
        productInstanceList: null,
        children: [
          {
            merchandiseNum: 'P2',
            parentMerchandiseNum: 'P1',
            children: null,
            productInstanceList: [{ productUri: 'gms-inner' }],
          },
        ],
      },
    ])
  })

  it('adds to an asset of the enterprise, and refuses one of another enterprise or type', async () => {
    const { asset } = await buy(client, bound)
    await place(order(bound, { assetNos: [asset.assetNum], products: [product('gms-more')] }))
    expect(await urisOf(asset.id)).toEqual(['gms-test', 'gms-more'])
    const other = await bindNew(client)
    expect(await refused(order(other, { assetNos: [asset.assetNum] }))).toMatchObject({ code: '13004' })
    expect(
      await refused(order(bound, { assetNos: [asset.assetNum] }, { licenseType: 'softkey' })),
    ).toMatchObject({
      code: '13004',
    })
  })

  it('finds its customer by channel, by CRM number, or by the enterprise alone', async () => {
    const { channelCustomerId, enterpriseGlobalId, customerId } = bound
    const named = { ...order(bound), customerId: undefined, enterpriseGlobalId: undefined }
    for (const by of [{ channelCustomerId }, { enterpriseGlobalId }]) {
      expect(await place({ ...named, ...by })).toMatchObject([{ customerId }])
    }
    const crmCustomerId = randomUUID()
    const made = await client.succeed('order.createEnterprise', {
      body: { crmCustomerId, customerName: '新客户' },
    })
    await place({ ...named, crmCustomerId, enterpriseGlobalId: made.enterpriseGlobalId })
    const path = { enterpriseGlobalId: made.enterpriseGlobalId }
    expect(await client.succeed('order.listAssets', { path })).toHaveLength(1)
  })
})

describe('a batch', () => {
  beforeAll(async () => (bound = await bindNew(client)))

  it.each([
    ['licenseType', { licenseType: 'nothing' }],
    ['licenseType', { licenseType: undefined }],
    ['orderType', { orderType: 'buy' }],
    ['orderType', { orderType: undefined }],
    ['assets', { assets: [] }],
    ['products', { assets: [{ products: [] }] }],
    ['productUri', { assets: [{ products: [{ productName: 'x' }] }] }],
    ['limitConcurrent', { assets: [{ products: [product('a', { limitConcurrent: -1 })] }] }],
    ['limitEndDate', { assets: [{ products: [product('a', { limitEndDate: 5 })] }] }],
    ['assetNos', { assets: [{ products: [product()], assetNos: ['a', 'a'] }] }],
    ['assetNos[1]', { assets: [{ products: [product()], assetNos: ['a', ''] }] }],
    ['merchandiseNum', { assets: [{ products: [product()], merchandises: [{ merchandiseName: 'x' }] }] }],
    ['customerId', { customerId: '999' }],
    ['channelCustomerId', { customerId: undefined, channelCustomerId: 'nobody' }],
    ['crmCustomerId', { customerId: undefined, crmCustomerId: 'nobody' }],
    ['enterpriseGlobalId', { enterpriseGlobalId: '1' }],
    ['customerType', { customerType: 'robot' }],
    [
      'srcLicenseOrderId',
      { orderType: 'delete_asset', licenseType: 'cloud_account', assets: [{ assetNos: ['a'] }] },
    ],
    ['assetNos', { orderType: 'delete_asset', assets: [{}] }],
    ['assetNos', { orderType: 'delete_asset', assets: [{ assetNos: ['nothing'] }] }],
    ['products', { orderType: 'delete_product', assets: [{ assetNos: ['nothing'] }] }],
  ])('is refused as a whole for its %s, with the sequence in the message', async (field, wrong) => {
    const before = (await listOf()).length
    const after = await client.lastEffect()
    const { code, message } = await refused(order(bound), { ...order(bound), sequence: 42, ...wrong })
    expect(code).toBe('13004')
    expect(message).toContain('sequence 42')
    expect(message).toContain(field)
    expect(await listOf()).toHaveLength(before)
    expect(await client.effects(after)).toEqual([])
  })

  it('requires its own fields, orders, and unique sequences', async () => {
    for (const wrong of [
      { channelCode: '' },
      { channelOrderId: undefined },
      { syncMode: 'later' },
      { orderList: [] },
    ]) {
      const field = Object.keys(wrong)[0]!
      const { code, message } = await client.refusal(id, { body: { ...batch([order(bound)]), ...wrong } })
      expect([code, message.includes(field)]).toEqual(['13004', true])
    }
    expect(await refused(order(bound), order(bound))).toMatchObject({
      code: '13004',
      message: expect.stringContaining('sequence') as string,
    })
    expect((await refused({ ...order(bound), sequence: undefined })).message).toContain('sequence')
  })

  it('repeated with the same body returns the same result without an effect', async () => {
    const body = batch([order(bound)])
    const first = await client.succeed(id, { body })
    const after = await client.lastEffect()
    const reordered = Object.fromEntries(Object.entries(body).reverse())
    expect(await client.succeed(id, { body: reordered })).toEqual(first)
    expect(await client.effects(after)).toEqual([])
    expect(
      await client.refusal(id, { body: { ...body, orderList: [order(bound, { borrowedUsbKey: true })] } }),
    ).toEqual({
      code: '13004',
      message: expect.stringContaining('channelOrderId') as string,
    })
  })

  it('sent ten times in parallel is carried out once', async () => {
    const body = batch([order(bound)])
    const before = (await listOf()).length
    const answers = await Promise.all(Array.from({ length: 10 }, () => client.succeed(id, { body })))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await listOf()).toHaveLength(before + 1)
  })

  it('async returns its IDs at once, is refused like sync, and is carried out later', async () => {
    const asyncBatch = (...orders: unknown[]) => ({ body: { ...batch(orders), syncMode: 'async' } })
    const after = await client.lastEffect()
    const before = (await listOf()).length
    const [placed] = await client.succeed(
      id,
      asyncBatch(order(bound, { limitEndDate: 9_007_199_254_740_991 })),
    )
    expect(placed!.licenseOrderId).toMatch(/^\d+$/)
    await expect.poll(() => listOf(), { timeout: 30_000, interval: 20 }).toHaveLength(before + 1)
    expect(await client.effects(after)).toMatchObject([{ to: { licenseOrderId: placed!.licenseOrderId } }])
    const impossible = order(bound, { assetNos: ['nothing'] }, { orderType: 'delete_asset', sequence: 2 })
    expect(await client.refusal(id, asyncBatch(order(bound), impossible))).toMatchObject({ code: '13004' })
    expect(await listOf()).toHaveLength(before + 1)
  })
})

describe('an asset revocation', () => {
  beforeAll(async () => (bound = await bindNew(client)))
  const revoke = (assetNum: string, more: Record<string, unknown> = {}) =>
    order(bound, { assetNos: [assetNum], products: [] }, { orderType: 'delete_asset', ...more })

  it('removes the asset, which lock then does not find', async () => {
    const { asset, placed } = await buy(client, bound)
    await place(revoke(asset.assetNum, { srcLicenseOrderId: placed.licenseOrderId }))
    expect(await listOf()).toEqual([])
    const body = { assetNums: [asset.assetNum], operatorIdentity: 'x' }
    expect(await client.succeed('order.lockAssets', { body })).toMatchObject([{ status: 2 }])
    expect(await client.refusal('member.listAssetProducts', { path: { assetId: asset.id } })).toMatchObject({
      code: '60024',
    })
  })

  it('without a source order applies to any order; with another one’s source order, is refused', async () => {
    const one = await buy(client, bound)
    const two = await buy(client, bound)
    const wrongSource = revoke(one.asset.assetNum, { srcLicenseOrderId: two.placed.licenseOrderId })
    expect((await refused(wrongSource)).message).toContain('assetNos')
    expect((await refused(revoke(one.asset.assetNum, { srcLicenseOrderId: '5' }))).message).toContain(
      'srcLicenseOrderId',
    )
    await place(revoke(one.asset.assetNum))
    expect((await listOf()).map(({ id: assetId }) => assetId)).toEqual([two.asset.id])
  })

  it('does not remove assets of another enterprise', async () => {
    const other = await bindNew(client)
    const { asset } = await buy(client, other)
    expect((await refused(revoke(asset.assetNum))).message).toContain('another enterprise')
    expect(await listOf(other)).toHaveLength(1)
  })

  it('of a cloud license requires the source order', async () => {
    const { asset, placed } = await buy(client, bound, {}, { licenseType: 'cloud_account' })
    const cloud = { licenseType: 'cloud_account' }
    expect((await refused(revoke(asset.assetNum, cloud))).message).toContain('srcLicenseOrderId')
    await place(revoke(asset.assetNum, { ...cloud, srcLicenseOrderId: placed.licenseOrderId }))
  })
})

describe('a product revocation', () => {
  beforeAll(async () => (bound = await bindNew(client)))
  const remove = (assetNum: string, products: unknown[], more: Record<string, unknown> = {}) =>
    order(bound, { assetNos: [assetNum], products }, { orderType: 'delete_product', ...more })

  it('by mnemonic removes the product with any time and nodes, and keeps the others', async () => {
    const { asset } = await buy(client, bound, { products: [product('a'), product('b')] })
    await place(remove(asset.assetNum, [{ productUri: 'a', limitConcurrent: 99 }]))
    expect(await urisOf(asset.id)).toEqual(['b'])
  })

  it.each([{ limitStartDate: 1 }, { limitEndDate: 2_000_000_000_000 }, { limitConcurrent: 6 }])(
    'matched strictly is refused for another %o, and removes the exact one',
    async (other) => {
      const { asset } = await buy(client, bound)
      const strict = { strictMatchWhenDelete: true }
      const { message } = await refused(
        remove(asset.assetNum, [product('gms-test', { ...strict, ...other })]),
      )
      expect(message).toContain('productUri')
      expect(await urisOf(asset.id)).toEqual(['gms-test'])
      await place(remove(asset.assetNum, [product('gms-test', strict)]))
      expect(await urisOf(asset.id)).toEqual([])
    },
  )

  it('removes the products of the source order, or of all orders of the customer without one', async () => {
    const { asset, placed } = await buy(client, bound)
    const addition = order(bound, { assetNos: [asset.assetNum] })
    await place(addition)
    await place(addition)
    await place(remove(asset.assetNum, [product()], { srcLicenseOrderId: placed.licenseOrderId }))
    expect(await urisOf(asset.id)).toHaveLength(2)
    await place(remove(asset.assetNum, [product()]))
    expect(await urisOf(asset.id)).toHaveLength(0)
  })

  it('finds a product inside a package', async () => {
    const inside = [{ merchandiseNum: 'P', licenseOrderProductList: [product('gms-inner')] }]
    const { asset } = await buy(client, bound, { merchandises: inside })
    await place(remove(asset.assetNum, [product('gms-inner')]))
    expect((await productsOf(asset.id)).children).toMatchObject([
      { merchandiseNum: 'P', productInstanceList: null },
    ])
  })
})
