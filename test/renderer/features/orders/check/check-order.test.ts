import { describe, expect, it } from 'vitest'
import { licenseTypes } from '#shared/model/api/license-types'
import { checkBatch } from '../../../../../src-renderer/features/orders/check/check-batch'
import { checkOrder } from '../../../../../src-renderer/features/orders/check/check-order'
import { affectsAllOrders } from '#shared/model/orders/order-types'
import { withoutDisallowed } from '../../../../../src-renderer/features/orders/check/unknown-fields'

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
  it.each([sale, assetRemoval, productRemoval])(
    'of $orderType with the required fields is valid',
    (order) => {
      expect(codes(order)).toEqual([])
    },
  )

  it.each([
    ['without a customer', { ...sale, customerId: ' ' }, 'no-customer enterpriseGlobalId'],
    ['without a type', { ...sale, orderType: undefined }, 'empty orderType'],
    ['of an unknown order type', { ...sale, orderType: 'rent' }, 'one-of orderType'],
    ['of an unknown license type', { ...sale, licenseType: 'new_key' }, 'type-not-known licenseType'],
    ['that purchases nothing', { ...sale, assets: [{}] }, 'no-content assets.0.products'],
    ['without locks', { ...sale, assets: [] }, 'no-assets assets'],
    [
      'with a product without an ID',
      { ...sale, assets: [{ products: [{}] }] },
      'no-product-id assets.0.products.0.productUri',
    ],
    [
      'with a duplicate lock',
      { ...assetRemoval, assets: [{ assetNos: ['1', '1'] }] },
      'duplicate assets.0.assetNos',
    ],
    ['that revokes no lock', { ...assetRemoval, assets: [{}] }, 'no-numbers assets.0.assetNos'],
    [
      'that revokes no product',
      { ...productRemoval, assets: [{ assetNos: ['1'] }] },
      'no-products assets.0.products',
    ],
    [
      'that ends before it starts',
      { ...sale, assets: [{ products: [{ productUri: 'a', limitStartDate: 2, limitEndDate: 1 }] }] },
      'end-before-start assets.0.products.0.limitEndDate',
    ],
    [
      'with an invalid duration',
      { ...sale, assets: [{ products: [{ productUri: 'a', timeDurationExpression: '1 year' }] }] },
      'duration assets.0.products.0.timeDurationExpression',
    ],
    [
      'with invalid nodes',
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
  ])('%s is reported at the field', (_, order, expected) => {
    expect(codes(order)).toContain(expected)
  })

  it('that revokes assets carries only their numbers, and can drop the rest', () => {
    const order = {
      ...assetRemoval,
      assets: [{ assetNos: ['1'], limitEndDate: 5, products: [{ productUri: 'a' }] }],
    }
    expect(codes(order)).toEqual(['disallowed-fields assets.0'])
    expect(withoutDisallowed(order)).toEqual({ ...assetRemoval, assets: [{ assetNos: ['1'] }] })
  })

  it('that revokes products carries no packages, attributes or trial', () => {
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
    expect(checkOrder(order).map(({ code, detail: about }) => `${code}: ${about}`)).toEqual([
      'disallowed-fields: borrowedUsbKey',
      'disallowed-fields: trial',
    ])
    expect(codes(withoutDisallowed(order))).toEqual([])
  })

  it.each(Object.keys(licenseTypes))('of %s: a cloud license requires its source order', (licenseType) => {
    const order = { ...assetRemoval, licenseType, srcLicenseOrderId: '' }
    const isCloud = licenseType.startsWith('cloud_')
    expect(codes(order)).toEqual(isCloud ? ['cloud-source srcLicenseOrderId'] : [])
    expect(affectsAllOrders(order)).toBe(!isCloud)
    expect(affectsAllOrders({ ...sale, licenseType })).toBe(false)
  })
})

describe('a batch', () => {
  it('requires its channel, its number and an order', () => {
    const { head } = checkBatch({ channelCode: ' ', channelOrderId: '', syncMode: 'sync', orders: [] })
    expect(head.map(({ code, path }) => `${code} ${path.join('.')}`)).toEqual([
      'empty channelCode',
      'empty channelOrderId',
      'no-orders orderList',
    ])
  })

  it('has unique sequences', () => {
    expect(batch(sale, { ...sale }).orders[1]?.map(({ code }) => code)).toEqual(['duplicate-sequence'])
  })

  it('revokes nothing twice', () => {
    const second = { ...assetRemoval, sequence: 2 }
    expect(batch(assetRemoval, second).orders[1]?.map(({ code, detail: about }) => code + about)).toEqual([
      'revoked-twiceLD8000000017',
    ])
    expect(batch(assetRemoval, { ...productRemoval, sequence: 2 }).errors).toBe(1)
    expect(batch(productRemoval, { ...productRemoval, sequence: 2 }).errors).toBe(1)
    expect(batch(productRemoval, second).errors).toBe(0)
  })
})
