import type { RowOf } from '#shared/model/changes/job'

interface NamedEnterprise {
  readonly enterpriseGlobalId: string
  readonly enterpriseName: string | null
  readonly channelCode?: string | null
  readonly channelCustomerId?: string | null
}

/** The enterprise that all orders of a batch are for, by its ID or by the name in the orders; null for several. */
export const nameOfOrders = (
  { channelCode, orderList }: RowOf<'order'>,
  enterprises: readonly NamedEnterprise[],
): string | null => {
  const names = new Set(
    orderList.map(({ enterpriseGlobalId, channelCustomerId, customerName }) => {
      const known = enterprises.find((one) =>
        enterpriseGlobalId
          ? one.enterpriseGlobalId === enterpriseGlobalId
          : Boolean(channelCustomerId) &&
            one.channelCode === channelCode &&
            one.channelCustomerId === channelCustomerId,
      )
      return known?.enterpriseName ?? customerName ?? ''
    }),
  )
  const [name = ''] = names
  return names.size === 1 && name !== '' ? name : null
}
