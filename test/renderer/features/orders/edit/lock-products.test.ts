import { describe, expect, it } from 'vitest'
import type { LicensedProduct } from '#shared/model/locks/lock-record'
import { checkOrder } from '../../../../../src-renderer/features/orders/check/check-order'
import {
  toOrderProduct,
  refersTo,
  productsOfLocks,
} from '../../../../../src-renderer/features/orders/edit/lock-products'
import { newOrder } from '#shared/model/orders/order-types'
import { nodesOf } from '#shared/model/orders/order-node'
import { asType, disallowedFields } from '../../../../../src-renderer/features/orders/check/unknown-fields'

const product = (name: string, ids: Partial<LicensedProduct>): LicensedProduct => ({
  name,
  productUri: null,
  gmsPid: null,
  appKey: null,
  licenseOrderId: null,
  concurrentNodes: 1,
  limitEnd: null,
  trial: false,
  ...ids,
})
const bridge = product('Bridge 3D', { productUri: 'bridge-3d', licenseOrderId: '17' })
const survey = product('Survey', { gmsPid: '4711', licenseOrderId: '18' })

describe('products of the locks to revoke', () => {
  const inside = { name: 'Inner', products: [{ ...bridge, licenseOrderId: '9' }], packages: [] }
  const found = productsOfLocks(
    [
      { products: [survey, product('Nameless', {})], packages: [], count: 2 },
      {
        products: [survey],
        packages: [{ name: 'Outer', products: [], packages: [inside] }],
        count: 2,
      },
      { products: [bridge, bridge], packages: [], count: 2 },
    ],
    'en',
  )

  it('are listed once each, including packages, with their locks and orders, where an order can name them', () => {
    expect(found).toEqual([
      { name: 'Bridge 3D', ids: { productUri: 'bridge-3d' }, locks: 2, orders: ['17', '9'] },
      { name: 'Survey', ids: { gmsPid: '4711' }, locks: 2, orders: ['18'] },
    ])
  })

  it('become products of the order, and are recognized in it', () => {
    const [one, other] = found
    if (one === undefined || other === undefined) throw new Error('none')
    const ordered = toOrderProduct(one)
    expect(ordered).toEqual({ productUri: 'bridge-3d', productName: 'Bridge 3D' })
    expect(refersTo(ordered, one)).toBe(true)
    expect(refersTo(ordered, other)).toBe(false)
    expect(refersTo({}, one)).toBe(false)
    const removal = {
      ...asType({ ...newOrder(1), customerId: '7' }, 'delete_product'),
      assets: [{ assetNos: ['LD8000000017'], products: [ordered] }],
    }
    expect(checkOrder(removal)).toEqual([])
  })
})

describe('changing the order type', () => {
  it('drops products that are empty', () => {
    const removal = asType(newOrder(1), 'delete_asset')
    expect(disallowedFields(removal)).toEqual([])
    expect(nodesOf(removal, 'assets')).toEqual([{}])
    expect(nodesOf(asType(removal, 'new_buy'), 'assets')).toEqual([{ products: [{}] }])
  })

  it('keeps filled products, and reports them as surplus', () => {
    const sale = { ...newOrder(1), assets: [{ products: [{}, { productUri: 'bridge-3d' }] }] }
    const removal = asType(sale, 'delete_asset')
    expect(nodesOf(removal, 'assets')).toEqual([{ products: [{ productUri: 'bridge-3d' }] }])
    expect(disallowedFields(removal)).toEqual([{ path: ['assets', 0], fields: ['products'] }])
  })
})
