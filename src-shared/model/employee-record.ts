/** An employee as member operation 5 lists one. Only the id is certain; times in ms since 1970. */
export interface EmployeeRecord {
  readonly memberGlobalId: string
  readonly enterpriseGlobalId: string
  readonly userName: string | null
  readonly name: string | null
  /** A number in the API document; text here, so that 19 digits stay exact. */
  readonly departmentId: string | null
  readonly departmentName: string | null
  readonly passwordMobile: string | null
  readonly remark: string | null
  /** The assets the employee holds, where the platform said. */
  readonly assetNums: readonly string[] | null
  /** Text in the API document, which does not say what it counts. */
  readonly borrowNum: string | null
  readonly onlineFlag: boolean | null
  /** A deleted employee may stand on the list still, and may still be named as an asset's holder. */
  readonly deleted: boolean | null
  readonly createdAt: number | null
  readonly updatedAt: number | null
  /** When the page was read on which the employee stands. */
  readonly readAt: number
}
