import type { PlatformFailure } from '#shared/model/api/platform-failure'
import type { CallOptions, PlatformClient } from './client'

/** A customer and an enterprise that exist on no platform: any response counts. */
export const placeholderIds = {
  channelCode: 'lock-desk',
  channelCustomerId: 'connection-test',
  enterpriseGlobalId: '1',
} as const

/** A read that needs no known data and changes nothing (order operation 3). */
export const pingOrderModule = (client: PlatformClient, options?: CallOptions) =>
  client.call(
    'order.queryCustomers',
    {
      query: {
        channelCode: placeholderIds.channelCode,
        channelCustomerId: placeholderIds.channelCustomerId,
        defaultCustomer: 'Y',
      },
    },
    options,
  )

/** A read of the member center (operation 8), with a known enterprise if there is one. */
export const pingMemberCenter = (
  client: PlatformClient,
  enterpriseGlobalId: string | null,
  options?: CallOptions,
) =>
  client.call(
    'member.listBorrowedLocks',
    { path: { enterpriseGlobalId: enterpriseGlobalId ?? placeholderIds.enterpriseGlobalId } },
    options,
  )

/** Tests whether the platform responds without a known enterprise; null if it does. */
export const ping = async (client: PlatformClient, signal: AbortSignal): Promise<PlatformFailure | null> => {
  const order = await pingOrderModule(client, { signal })
  if (order.ok || order.error.missing === undefined) return order.ok ? null : order.error
  const member = await pingMemberCenter(client, null, { signal })
  return member.ok ? null : member.error
}
