import type { EmployeeRecord } from '#shared/model/employee-record'
import type { Name } from '#shared/model/name'

/** An employee known only by ID and name from a link: enough to show and to lend to. */
export const employeeFromLink = (
  enterpriseGlobalId: string,
  memberGlobalId: string,
  name: Name | null,
): EmployeeRecord => ({
  memberGlobalId,
  enterpriseGlobalId,
  userName: null,
  name,
  departmentId: null,
  departmentName: null,
  passwordMobile: null,
  remark: null,
  assetNums: null,
  borrowNum: null,
  onlineFlag: null,
  deleted: null,
  createdAt: null,
  updatedAt: null,
  readAt: Date.now(),
})
