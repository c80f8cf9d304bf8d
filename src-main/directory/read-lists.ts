import { succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { VirtualAsset } from '#shared/model/api/order-resources'
import type { PlatformFailure } from '#shared/model/api/platform-failure'
import type { PlatformClient } from '../platform/client'
import type { MemberLists } from './build-records'

export interface EnterpriseLists {
  readonly assets: readonly VirtualAsset[]
  readonly members: MemberLists | null
}

/** Reads all lists for one enterprise's records. Only the asset list is required. */
export const readLists = async (
  client: PlatformClient,
  enterpriseGlobalId: string,
  signal: AbortSignal,
): Promise<Outcome<EnterpriseLists, PlatformFailure>> => {
  const path = { enterpriseGlobalId }
  const [assets, assetNumbers, borrowedLocks] = await Promise.all([
    client.call('order.listAssets', { path }, { signal }),
    client.call('member.listAssetNumbers', { path }, { signal }),
    client.call('member.listBorrowedLocks', { path }, { signal }),
  ])
  if (!assets.ok) return assets
  if (!assetNumbers.ok || !borrowedLocks.ok) return succeed({ assets: assets.value, members: null })
  return succeed({
    assets: assets.value,
    members: { assetNumbers: assetNumbers.value, borrowedLocks: borrowedLocks.value },
  })
}
