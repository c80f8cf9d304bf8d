import type { EmployeeRecord } from '#shared/model/employee-record'
import type { Employee } from '#shared/model/member-resources'
import { toMilliseconds } from '#shared/model/timestamp'
import type { TimeUnit } from '#shared/model/timestamp'
import type { OperationRequest } from '#shared/operations'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { PlatformFailure } from '#shared/platform-failure'
import type { PlatformClient } from '../platform/client'

/** Who has no global id cannot be named to the platform, and is left out. */
export type ListedEmployee = Employee & { readonly globalId: string }

export interface EmployeePage {
  readonly rows: readonly ListedEmployee[]
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
/** Pages that bring nobody new, one after another, before what the platform says of further ones is not believed. */
const mostStale = 3
/** A thousand pages, each waited for in turn, are minutes on a slow line; the platform serves others meanwhile. */
const pagesAhead = 3

/** An employee as the pages of the app show one, as of `readAt` (ms since 1970). */
export const employeeRecord = (
  from: ListedEmployee,
  enterpriseGlobalId: string,
  timeUnit: TimeUnit,
  readAt: number,
): EmployeeRecord => ({
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
})

const isListed = (employee: Employee): employee is ListedEmployee =>
  employee.globalId !== null && employee.globalId !== ''

/** One page of an enterprise's employees (member operation 5). */
export const readEmployeePage = async (
  client: PlatformClient,
  asked: AskedPage,
  signal: AbortSignal,
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
  return succeed({ rows: (list ?? []).filter(isListed), total, pages, hasNextPage })
}

/**
 * Every page, in order; `onPage` is given those who were on none of the pages before. A failure where any page failed:
 * what had been given until then stands.
 */
export const readEmployeePages = async (
  client: PlatformClient,
  enterpriseGlobalId: string,
  until: AbortSignal,
  onPage: (fresh: readonly ListedEmployee[], total: number | null) => void,
): Promise<Outcome<null, PlatformFailure>> => {
  const over = new AbortController()
  const signal = AbortSignal.any([until, over.signal])
  const asked = new Map<number, ReturnType<typeof readEmployeePage>>()
  const ask = (pageNum: number) => {
    const page =
      asked.get(pageNum) ?? readEmployeePage(client, { enterpriseGlobalId, pageNum, pageSize }, signal)
    asked.set(pageNum, page)
    return page
  }
  const seen = new Set<string>()
  let stale = 0
  try {
    for (let pageNum = 1; pageNum <= mostPages; pageNum += 1) {
      const page = await ask(pageNum)
      asked.delete(pageNum)
      if (!page.ok) return page
      const { rows, total, pages, hasNextPage } = page.value
      const fresh = rows.filter(({ globalId }) => !seen.has(globalId))
      for (const { globalId } of fresh) seen.add(globalId)
      stale = fresh.length > 0 ? 0 : stale + 1
      // A page that brings nobody new is the end, but where it holds people that a page before held too and the total
      // says that some are lacking: it may be an old page. “No next page” is believed only as far as the total agrees.
      const isLacking = total !== null && total > seen.size
      const isLast =
        fresh.length === 0
          ? !isLacking || rows.length === 0 || stale > mostStale
          : hasNextPage === false && !isLacking
      for (let next = pageNum + 1; !isLast && next <= Math.min(pageNum + pagesAhead, pages ?? 0); next += 1) {
        void ask(next)
      }
      onPage(fresh, total)
      if (isLast) return succeed(null)
    }
  } finally {
    over.abort()
  }
  return fail({ code: 'malformed', message: `more than ${mostPages} pages of employees`, changed: 'no' })
}

/** All employees of an enterprise at once; a failure where any page failed. */
export const readEmployees = async (
  client: PlatformClient,
  enterpriseGlobalId: string,
  signal: AbortSignal,
): Promise<Outcome<readonly ListedEmployee[], PlatformFailure>> => {
  const employees: ListedEmployee[] = []
  const read = await readEmployeePages(client, enterpriseGlobalId, signal, (fresh) => {
    for (const employee of fresh) employees.push(employee)
  })
  return read.ok ? succeed(employees) : read
}
