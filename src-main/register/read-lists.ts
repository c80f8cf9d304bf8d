import { succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { Employee } from '#shared/model/member-resources'
import type { VirtualAsset } from '#shared/model/order-resources'
import type { PlatformFailure } from '#shared/platform-failure'
import type { PlatformClient } from '../platform/client'
import type { MemberLists } from './build-records'

/** Page size bounds are “not shown” (API document, section 8). */
const pageSize = 100
/** Against a platform that never says “last page”. */
const mostPages = 1000

/** Every employee of an enterprise, over all pages (member operation 5); a failure where any page failed. */
export const readEmployees = async (
  client: PlatformClient,
  enterpriseGlobalId: string,
  signal: AbortSignal,
): Promise<Outcome<Employee[], PlatformFailure> & { readonly soFar: readonly Employee[] }> => {
  const found = new Map<string, Employee>()
  for (let pageNum = 1; pageNum <= mostPages; pageNum += 1) {
    const page = await client.call(
      'member.listEmployees',
      { path: { enterpriseGlobalId }, query: { pageNum, pageSize } },
      { signal },
    )
    if (!page.ok) return { ...page, soFar: [...found.values()] }
    const before = found.size
    for (const employee of page.value.list ?? []) {
      if (employee.globalId !== null) found.set(employee.globalId, employee)
    }
    // A page that brings nobody new is the end, whatever the envelope says of further ones.
    if (found.size === before || page.value.hasNextPage === false) break
  }
  const employees = [...found.values()]
  return { ...succeed(employees), soFar: employees }
}

export interface EnterpriseLists {
  readonly assets: readonly VirtualAsset[]
  readonly members: MemberLists | null
}

/** Everything that a record is made of, for one enterprise. Only the asset list itself must be had. */
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
