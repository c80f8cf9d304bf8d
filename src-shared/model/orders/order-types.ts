import { isCloudLicense } from '../api/license-types'
import { orderTypes } from '../api/order-requests'
import { textOf } from './order-node'
import type { OrderNode } from './order-node'

export type OrderType = (typeof orderTypes)[number]

export const isOrderType = (value: unknown): value is OrderType => orderTypes.some((type) => type === value)

export const isDeletion = (orderType: string): boolean =>
  orderType === 'delete_asset' || orderType === 'delete_product'

/** A removal without an original order affects every order of the customer (section 4.1, rule 7). */
export const affectsAllOrders = (order: OrderNode): boolean =>
  isDeletion(textOf(order, 'orderType')) &&
  textOf(order, 'srcLicenseOrderId').trim() === '' &&
  !isCloudLicense(textOf(order, 'licenseType'))

/** A new order: one sale of one lock, to be filled in. */
export const newOrder = (sequence: number): OrderNode => ({
  sequence,
  orderType: 'new_buy',
  licenseType: 'normal_recover_usbkey',
  assets: [{ products: [{}] }],
})
