import type { z } from 'zod'
import type { licenseOrder } from '#shared/model/api/order-requests'
import { productIds } from '#shared/model/orders/order-fields'
import { BusinessException } from './business-exception'

export type LicenseOrder = z.output<typeof licenseOrder>
export type OrderAsset = NonNullable<LicenseOrder['assets']>[number]
export type OrderProduct = NonNullable<OrderAsset['products']>[number]
export type OrderMerchandise = NonNullable<OrderAsset['merchandises']>[number]

/** Rejects the whole batch. The message names the order's sequence and the field. */
export type RejectField = (field: string, message: string) => never

export const createRejectField =
  (order: LicenseOrder, index: number): RejectField =>
  (field, message) => {
    throw new BusinessException(
      '13004',
      `orderList[${index}] (sequence ${order.sequence ?? 'missing'}) ${field}: ${message}`,
    )
  }

/**
 * The identifier by which products match (rule 8, “product mnemonic”, whose form is not shown): the productUri,
 * which is a gmsPid or an appKey.
 */
export const mnemonicOf = (product: OrderProduct): string | undefined =>
  productIds.map((name) => product[name]).find((id) => id !== undefined && id.trim() !== '')
