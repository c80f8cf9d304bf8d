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
  // Of orders the document shows no limits; these are the desk's own, so that a slip is caught before it is sent.
  /** Numbers and names that identify something in an order. */
  orderName: 255,
  orderText: 2000,
  assetNumber: 64,
  ordersPerBatch: 1000,
  /** Asset numbers in one entry of an order's assets. */
  assetsPerOrderEntry: 5000,
  /** Products, packages, features or extensions in one list. */
  itemsPerOrderList: 500,
  packageDepth: 16,
} as const
