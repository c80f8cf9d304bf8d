import { describe, expect, it } from 'vitest'
import { licenseTypes } from '#shared/model/license-types'
import { checkBatch } from '../../../../src-renderer/features/orders/check-batch'
import { checkOrder } from '../../../../src-renderer/features/orders/check-order'
import { takesFromEveryOrder } from '../../../../src-renderer/features/orders/order-kinds'
import { withoutSurplus } from '../../../../src-renderer/features/orders/surplus'

const sale = {
  sequence: 1,
  orderType: 'new_buy',
  licenseType: 'normal_recover_usbkey',
  customerId: '7',
  assets: [{ products: [{ productUri: 'bridge-3d' }] }],
}
const assetRemoval = {
  ...sale,
  orderType: 'delete_asset',
  srcLicenseOrderId: '17',
  assets: [{ assetNos: ['LD8000000017'] }],
}
const productRemoval = {
  ...sale,
  orderType: 'delete_product',
  srcLicenseOrderId: '17',
  assets: [{ assetNos: ['LD8000000017'], products: [{ productUri: 'bridge-3d' }] }],
}
const codes = (order: Record<string, unknown>) =>
  checkOrder(order).map(({ code, path }) => `${code} ${path.join('.')}`)
const batch = (...orders: Record<string, unknown>[]) =>
  checkBatch({ channelCode: 'A', channelOrderId: '1', syncMode: 'sync', orders })

describe('an order', () => {
  it.each([sale, assetRemoval, productRemoval])('of $orderType that has what it needs is right', (order) => {
    expect(codes(order)).toEqual([])
  })

  it.each([
    ['without a customer', { ...sale, customerId: ' ' }, 'no-customer enterpriseGlobalId'],
    ['without a type', { ...sale, orderType: undefined }, 'empty orderType'],
    ['of a type nobody knows', { ...sale, orderType: 'rent' }, 'one-of orderType'],
    ['of a licence type nobody knows', { ...sale, licenseType: 'new_key' }, 'type-not-known licenseType'],
    ['that sells nothing', { ...sale, assets: [{}] }, 'no-content assets.0.products'],
    ['without locks', { ...sale, assets: [] }, 'no-assets assets'],
    [
      'with a product without an id',
      { ...sale, assets: [{ products: [{}] }] },
      'no-product-id assets.0.products.0.productUri',
    ],
    ['with a lock twice', { ...assetRemoval, assets: [{ assetNos: ['1', '1'] }] }, 'twice assets.0.assetNos'],
    ['that removes no lock', { ...assetRemoval, assets: [{}] }, 'no-numbers assets.0.assetNos'],
    [
      'that removes no product',
      { ...productRemoval, assets: [{ assetNos: ['1'] }] },
      'no-products assets.0.products',
    ],
    [
      'that ends before it starts',
      { ...sale, assets: [{ products: [{ productUri: 'a', limitStartDate: 2, limitEndDate: 1 }] }] },
      'end-before-start assets.0.products.0.limitEndDate',
    ],
    [
      'with a length that is none',
      { ...sale, assets: [{ products: [{ productUri: 'a', timeDurationExpression: '1 year' }] }] },
      'duration assets.0.products.0.timeDurationExpression',
    ],
    [
      'with nodes that are no number',
      { ...sale, assets: [{ products: [{ productUri: 'a', limitConcurrent: 'five' }] }] },
      'whole-number assets.0.products.0.limitConcurrent',
    ],
    [
      'with a Long beyond 64 bits',
      { ...sale, assets: [{ products: [{ productUri: 'a', limitEndDate: 2n ** 63n }] }] },
      'too-large assets.0.products.0.limitEndDate',
    ],
    [
      'with a package without a number',
      { ...sale, assets: [{ merchandises: [{ children: [{ merchandiseNum: 'b' }] }] }] },
      'empty assets.0.merchandises.0.merchandiseNum',
    ],
  ])('%s is told so, at the field', (_, order, expected) => {
    expect(codes(order)).toContain(expected)
  })

  it('that removes locks carries nothing but their numbers, and can be rid of the rest', () => {
    const order = {
      ...assetRemoval,
      assets: [{ assetNos: ['1'], limitEndDate: 5, products: [{ productUri: 'a' }] }],
    }
    expect(codes(order)).toEqual(['carries assets.0'])
    expect(withoutSurplus(order)).toEqual({ ...assetRemoval, assets: [{ assetNos: ['1'] }] })
  })

  it('that removes products carries no packages, attributes or trial', () => {
    const [asset] = productRemoval.assets
    const order = {
      ...productRemoval,
      assets: [
        {
          ...asset,
          borrowedUsbKey: true,
          products: [{ productUri: 'a', trial: 1, strictMatchWhenDelete: true, limitConcurrent: 5 }],
        },
      ],
    }
    expect(checkOrder(order).map(({ code, about }) => `${code}: ${about}`)).toEqual([
      'carries: borrowedUsbKey',
      'carries: trial',
    ])
    expect(codes(withoutSurplus(order))).toEqual([])
  })

  it.each(Object.keys(licenseTypes))('of %s: a cloud licence must name its source order', (licenseType) => {
    const order = { ...assetRemoval, licenseType, srcLicenseOrderId: '' }
    const isCloud = licenseType.startsWith('cloud_')
    expect(codes(order)).toEqual(isCloud ? ['cloud-source srcLicenseOrderId'] : [])
    expect(takesFromEveryOrder(order)).toBe(!isCloud)
    expect(takesFromEveryOrder({ ...sale, licenseType })).toBe(false)
  })
})

describe('a batch', () => {
  it('needs its channel, its number and an order', () => {
    const { head } = checkBatch({ channelCode: ' ', channelOrderId: '', syncMode: 'sync', orders: [] })
    expect(head.map(({ code, path }) => `${code} ${path.join('.')}`)).toEqual([
      'empty channelCode',
      'empty channelOrderId',
      'no-orders orderList',
    ])
  })

  it('has each sequence once', () => {
    expect(batch(sale, { ...sale }).orders[1]?.map(({ code }) => code)).toEqual(['sequence-twice'])
  })

  it('removes nothing twice', () => {
    const second = { ...assetRemoval, sequence: 2 }
    expect(batch(assetRemoval, second).orders[1]?.map(({ code, about }) => code + about)).toEqual([
      'removed-twiceLD8000000017',
    ])
    expect(batch(assetRemoval, { ...productRemoval, sequence: 2 }).errors).toBe(1)
    expect(batch(productRemoval, { ...productRemoval, sequence: 2 }).errors).toBe(1)
    expect(batch(productRemoval, second).errors).toBe(0)
  })
})
