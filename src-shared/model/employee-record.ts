import type { FreeText, Name } from './name'

/** An employee as listed by member operation 5. Only the ID is certain; times in ms since 1970. */
export interface EmployeeRecord {
  readonly memberGlobalId: string
  readonly enterpriseGlobalId: string
  readonly userName: Name | null
  readonly name: Name | null
  /** A number in the API (docs/api.md); a string here, so that 19 digits stay exact. */
  readonly departmentId: string | null
  readonly departmentName: string | null
  readonly passwordMobile: Name | null
  readonly remark: FreeText | null
  /** The employee's assets, if the platform lists them. */
  readonly assetNums: readonly string[] | null
  /** A string in the API (docs/api.md), which does not say what it counts. */
  readonly borrowNum: string | null
  readonly onlineFlag: boolean | null
  /** A deleted employee may still be listed, and assets may still be assigned to them. */
  readonly deleted: boolean | null
  readonly createdAt: number | null
  readonly updatedAt: number | null
  /** When the employee's page was read. */
  readonly readAt: number
}
