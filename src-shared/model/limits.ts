/** Section 8 of the API document. What it does not show is left out here and is a setting where the app needs it. */
export const limits = {
  /** Member operation 1; beyond it the platform answers 60013. */
  employeesPerCall: 100,
  /** `userName` and the enterprise code together stay below this (member operations 1 and 2). */
  accountWithEnterpriseCode: 63,
  /** Member operations 1 and 2; 30002. */
  employeeName: 30,
  /** Member operations 1 and 2; 30003. */
  employeeRemark: 200,
  /** Order operation 9. */
  shellNumberDigits: 10,
} as const
