import type { EmployeeRecord } from '#shared/model/employee-record'
import type { Employee } from '#shared/model/api/member-resources'
import { readTime } from '#shared/model/api/timestamp'
import type { TimeReading } from '#shared/model/api/timestamp'
import type { OperationRequest } from '#shared/operations'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { PlatformFailure } from '#shared/model/api/platform-failure'
import type { PlatformClient } from '../platform/client'

/** Employees without a global ID cannot be used in requests and are left out. */
export type ListedEmployee = Employee & { readonly globalId: string }

export interface EmployeePage {
  readonly rows: readonly ListedEmployee[]
  readonly total: number | null
  readonly pages: number | null
  readonly hasNextPage: boolean | null
}

export interface PageRequest {
  readonly enterpriseGlobalId: string
  readonly pageNum: number
  readonly pageSize: number
  readonly keyword?: string
  /** Digits. */
  readonly departmentId?: string | null
}

/** The API does not state page size limits (docs/api.md, section 8). */
export const pageSize = 100
/** Guards against endless paging. */
const maxPages = 10_000
/** After this many consecutive pages without new employees, `hasNextPage` is ignored. */
const maxStalePages = 3
/**
 * Pages requested in parallel: a thousand sequential pages would take minutes on a slow line, and the platform
 * also serves others.
 */
const maxConcurrentPages = 3

/** An employee as the page shows it, read at `readAt` (ms since 1970). */
export const employeeRecord = (
  from: ListedEmployee,
  enterpriseGlobalId: string,
  times: TimeReading,
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
  createdAt: readTime(from.createTime, times),
  updatedAt: readTime(from.updateTime, times),
  readAt,
})

const isListed = (employee: Employee): employee is ListedEmployee =>
  employee.globalId !== null && employee.globalId !== ''

/** Reads one page of an enterprise's employees (member operation 5). */
export const readEmployeePage = async (
  client: PlatformClient,
  request: PageRequest,
  signal: AbortSignal,
): Promise<Outcome<EmployeePage, PlatformFailure>> => {
  const { enterpriseGlobalId, pageNum, departmentId = null, keyword = '' } = request
  const query: NonNullable<OperationRequest<'member.listEmployees'>['query']> = {
    pageNum,
    pageSize: request.pageSize,
    ...(keyword === '' ? {} : { keyword }),
    ...(departmentId === null ? {} : { departmentId: BigInt(departmentId) }),
  }
  const page = await client.call('member.listEmployees', { path: { enterpriseGlobalId }, query }, { signal })
  if (!page.ok) return page
  const { list, total, pages, hasNextPage } = page.value
  return succeed({ rows: (list ?? []).filter(isListed), total, pages, hasNextPage })
}

/**
 * Reads all pages in order; `onPage` receives the employees not seen on earlier pages. Fails if any page fails;
 * pages reported before stay valid.
 */
export const readEmployeePages = async (
  client: PlatformClient,
  enterpriseGlobalId: string,
  until: AbortSignal,
  onPage: (fresh: readonly ListedEmployee[], total: number | null) => void,
): Promise<Outcome<null, PlatformFailure>> => {
  const stopping = new AbortController()
  const signal = AbortSignal.any([until, stopping.signal])
  const reads = new Map<number, ReturnType<typeof readEmployeePage>>()
  const readPage = (pageNum: number) => {
    const page =
      reads.get(pageNum) ?? readEmployeePage(client, { enterpriseGlobalId, pageNum, pageSize }, signal)
    reads.set(pageNum, page)
    return page
  }
  const seen = new Set<string>()
  let stale = 0
  try {
    for (let pageNum = 1; pageNum <= maxPages; pageNum += 1) {
      const page = await readPage(pageNum)
      reads.delete(pageNum)
      if (!page.ok) return page
      const { rows, total, pages, hasNextPage } = page.value
      const fresh = rows.filter(({ globalId }) => !seen.has(globalId))
      for (const { globalId } of fresh) seen.add(globalId)
      stale = fresh.length > 0 ? 0 : stale + 1
      // A page without new employees ends the list, unless it repeats known employees while the total is
      // larger: then it may be outdated. “No next page” is accepted only if the total agrees.
      const isLacking = total !== null && total > seen.size
      const isLast =
        fresh.length === 0
          ? !isLacking || rows.length === 0 || stale > maxStalePages
          : hasNextPage === false && !isLacking
      for (
        let next = pageNum + 1;
        !isLast && next <= Math.min(pageNum + maxConcurrentPages, pages ?? 0);
        next += 1
      ) {
        void readPage(next)
      }
      onPage(fresh, total)
      if (isLast) return succeed(null)
    }
  } finally {
    stopping.abort()
  }
  return fail({ code: 'malformed', message: `more than ${maxPages} pages of employees`, changed: 'no' })
}

/** Reads all employees of an enterprise; fails if any page fails. */
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
