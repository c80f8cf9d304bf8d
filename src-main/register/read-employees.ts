import type { EmployeeRecord } from '#shared/model/employee-record'
import type { Employee } from '#shared/model/member-resources'
import { toMilliseconds } from '#shared/model/timestamp'
import type { TimeUnit } from '#shared/model/timestamp'
import type { OperationRequest } from '#shared/operations'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { PlatformFailure } from '#shared/platform-failure'
import type { PlatformClient } from '../platform/client'

export interface EmployeePage {
  readonly rows: readonly EmployeeRecord[]
  readonly total: number | null
  readonly pages: number | null
  readonly hasNextPage: boolean | null
}

export interface AskedPage {
  readonly enterpriseGlobalId: string
  readonly pageNum: number
  readonly pageSize: number
  readonly keyword?: string
  /** Digits. */
  readonly departmentId?: string | null
}

/** Page size bounds are “not shown” (API document, section 8). */
const pageSize = 100
/** Against a platform whose pages never end. */
const mostPages = 10_000

const recordOf = (
  from: Employee,
  enterpriseGlobalId: string,
  timeUnit: TimeUnit,
  readAt: number,
): EmployeeRecord[] => {
  if (from.globalId === null || from.globalId === '') return []
  return [
    {
      memberGlobalId: from.globalId,
      enterpriseGlobalId,
      userName: from.userName,
      name: from.name,
      departmentId: from.departmentId,
      departmentName: from.departmentName,
      passwordMobile: from.passwordMobile,
      remark: from.remark,
      assetNums: from.assetNums?.filter((assetNum) => assetNum !== null) ?? null,
      borrowNum: from.borrowNum,
      onlineFlag: from.onlineFlag,
      deleted: from.deleted,
      createdAt: toMilliseconds(from.createTime, timeUnit),
      updatedAt: toMilliseconds(from.updateTime, timeUnit),
      readAt,
    },
  ]
}

/** One page of an enterprise's employees (member operation 5). Who has no global id cannot be named, and is left out. */
export const readEmployeePage = async (
  client: PlatformClient,
  asked: AskedPage,
  { timeUnit, now, signal }: { timeUnit: TimeUnit; now: () => number; signal: AbortSignal },
): Promise<Outcome<EmployeePage, PlatformFailure>> => {
  const { enterpriseGlobalId, pageNum, departmentId = null, keyword = '' } = asked
  const query: NonNullable<OperationRequest<'member.listEmployees'>['query']> = {
    pageNum,
    pageSize: asked.pageSize,
    ...(keyword === '' ? {} : { keyword }),
    ...(departmentId === null ? {} : { departmentId: BigInt(departmentId) }),
  }
  const page = await client.call('member.listEmployees', { path: { enterpriseGlobalId }, query }, { signal })
  if (!page.ok) return page
  const { list, total, pages, hasNextPage } = page.value
  const readAt = now()
  const rows = (list ?? []).flatMap((row) => recordOf(row, enterpriseGlobalId, timeUnit, readAt))
  return succeed({ rows, total, pages, hasNextPage })
}

/**
 * Every page, one after another; `onPage` is given those who were on none of the pages before. A failure where any
 * page failed: what had been given until then stands.
 */
export const readEmployeePages = async (
  client: PlatformClient,
  enterpriseGlobalId: string,
  surroundings: { timeUnit: TimeUnit; now: () => number; signal: AbortSignal },
  onPage: (fresh: readonly EmployeeRecord[], total: number | null) => void,
): Promise<Outcome<null, PlatformFailure>> => {
  const seen = new Set<string>()
  for (let pageNum = 1; pageNum <= mostPages; pageNum += 1) {
    const page = await readEmployeePage(client, { enterpriseGlobalId, pageNum, pageSize }, surroundings)
    if (!page.ok) return page
    const { rows, total, hasNextPage } = page.value
    const fresh = rows.filter(({ memberGlobalId }) => !seen.has(memberGlobalId))
    for (const { memberGlobalId } of fresh) seen.add(memberGlobalId)
    onPage(fresh, total)
    // A page that brings nobody new is the end, whatever the envelope says of further ones; and “no next page” is
    // believed only as far as the total agrees, at the price of one call.
    if (fresh.length === 0) return succeed(null)
    if (hasNextPage === false && (total === null || total <= seen.size)) return succeed(null)
  }
  return fail({ code: 'malformed', message: `more than ${mostPages} pages of employees`, changed: 'no' })
}
