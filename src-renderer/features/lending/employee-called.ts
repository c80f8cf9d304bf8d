import type { EmployeeRecord } from '#shared/model/employee-record'

/** Somebody of whom another page knows the id and the name: enough to lend to, and to be shown by. */
export const employeeCalled = (
  enterpriseGlobalId: string,
  memberGlobalId: string,
  name: string | null,
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
