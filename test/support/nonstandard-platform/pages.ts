import type { PlatformBehavior } from './behavior'
import { employeesOf } from './world'
import type { Employee, World } from './world'
import type { Writing } from './writing'

const mobileOf = ({ mobile }: Employee, { mobiles }: PlatformBehavior): string | undefined => {
  if (mobiles === 'missing') return undefined
  return mobiles === 'whole' ? mobile : mobile.replace(/^(\d{3})\d{4}/, '$1****')
}

/** Member operation 5. */
export const listMembers = (
  world: World,
  enterpriseId: string,
  query: URLSearchParams,
  { id, time, nothing }: Writing,
  behavior: PlatformBehavior,
): unknown => {
  const keyword = (query.get('keyword') ?? '').toLowerCase()
  const department = query.get('departmentId')
  const held = new Map<string, string[]>()
  const lent = new Map<string, string>()
  for (const { holder, num, isBorrowedLock } of world.assets.values()) {
    if (holder === null) continue
    if (isBorrowedLock) lent.set(holder, num)
    else held.set(holder, [...(held.get(holder) ?? []), num])
  }
  const all = employeesOf(world, enterpriseId).filter(
    ({ account, name, departmentId, deleted }) =>
      (behavior.showsDeleted || !deleted) &&
      (name.toLowerCase().includes(keyword) || account.toLowerCase().includes(keyword)) &&
      (department === null || department === departmentId),
  )
  const size = Math.min(Number(query.get('pageSize') ?? 10), behavior.pageSizeAtMost)
  const pages = Math.max(1, Math.ceil(all.length / size))
  const wanted = Number(query.get('pageNum') ?? 1)
  const stale = behavior.staleAfterPage
  const fresh = stale > 0 && wanted > stale ? wanted - 1 : wanted
  const pageNum = fresh > pages && behavior.afterTheLastPage === 'repeats' ? pages : fresh
  const rows = all.slice((pageNum - 1) * size, pageNum * size)
  const whole = {
    given: { total: all.length, pages, hasNextPage: pageNum < pages },
    missing: { total: null, hasNextPage: undefined },
    wrong: { total: size, pages: 1 },
  }[behavior.whole]
  return {
    pageNum,
    pageSize: size,
    ...whole,
    list: rows.map((employee, row) => ({
      id: id(employee.id),
      globalId: id(employee.globalId),
      departmentId: id(employee.departmentId),
      departmentName: world.departments.get(employee.departmentId) ?? nothing(row),
      userName: employee.account,
      passwordMobile: mobileOf(employee, behavior),
      name: employee.name,
      assetNums: held.get(employee.globalId) ?? nothing(row),
      borrowNum: lent.get(employee.globalId) ?? nothing(row),
      onlineFlag: nothing(row),
      remark: employee.remark === '' ? nothing(row) : employee.remark,
      deleted: employee.deleted ? 1 : 0,
      updateTime: time(employee.updatedAt),
      createTime: String(time(employee.createdAt)),
      boundUserInfo: { kind: 'NOT_SHOWN' },
      badgeOfTomorrow: [null],
    })),
  }
}
