import type { PlatformFailure } from '#shared/platform-failure'
import type { CallOptions, PlatformClient } from './client'

/** A customer and an enterprise that are on no platform: whether there is an answer counts, not which. */
export const nobody = {
  channelCode: 'lock-desk',
  channelCustomerId: 'connection-test',
  enterpriseGlobalId: '1',
} as const

/** A read that needs to know nothing of the platform's customers and changes nothing (order operation 3). */
export const askOrderModule = (client: PlatformClient, options?: CallOptions) =>
  client.call(
    'order.queryCustomers',
    {
      query: {
        channelCode: nobody.channelCode,
        channelCustomerId: nobody.channelCustomerId,
        defaultCustomer: 'Y',
      },
    },
    options,
  )

/** The same of the member centre (operation 8), with an enterprise that the desk knows where there is one. */
export const askMemberCentre = (
  client: PlatformClient,
  enterpriseGlobalId: string | null,
  options?: CallOptions,
) =>
  client.call(
    'member.listBorrowedLocks',
    { path: { enterpriseGlobalId: enterpriseGlobalId ?? nobody.enterpriseGlobalId } },
    options,
  )

/** Whether the platform answers a desk that knows no enterprise of it yet; null where it does. */
export const reach = async (client: PlatformClient, signal: AbortSignal): Promise<PlatformFailure | null> => {
  const order = await askOrderModule(client, { signal })
  if (order.ok || order.error.missing === undefined) return order.ok ? null : order.error
  const member = await askMemberCentre(client, null, { signal })
  return member.ok ? null : member.error
}
