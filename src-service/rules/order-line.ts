import type { z } from 'zod'
import type { licenseOrder } from '#shared/model/order-requests'
import { Refusal } from './refusal'

export type LicenseOrder = z.output<typeof licenseOrder>
export type OrderAsset = NonNullable<LicenseOrder['assets']>[number]
export type OrderProduct = NonNullable<OrderAsset['products']>[number]
export type OrderMerchandise = NonNullable<OrderAsset['merchandises']>[number]

/** Throws the refusal of the whole batch; its message names the order's sequence and the field. */
export type RefuseField = (field: string, message: string) => never

export const refuserFor =
  (order: LicenseOrder, index: number): RefuseField =>
  (field, message) => {
    throw new Refusal(
      '13004',
      `orderList[${index}] (sequence ${order.sequence ?? 'missing'}) ${field}: ${message}`,
    )
  }

/**
 * What a product is matched by (rule 8, “product mnemonic”, whose form is not shown): its productUri, which is a
 * gmsPid or an appKey.
 */
export const mnemonicOf = (product: OrderProduct): string | undefined =>
  [product.productUri, product.gmsPid, product.appKey].find(
    (name) => name !== undefined && name.trim() !== '',
  )
