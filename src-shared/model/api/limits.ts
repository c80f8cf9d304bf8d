/** The limits of docs/api.md, section 8. Limits it does not state are settings if the app needs them. */
export const limits = {
  /** The app's own limit: locks disabled or enabled, assets assigned, and shell numbers allocated per request. */
  locksPerCall: 1000,
  assetsPerCall: 1000,
  numbersPerCall: 10_000,
  /** Member operation 1; above it the platform returns 60013. */
  employeesPerCall: 100,
  /** `userName` plus the enterprise code must stay below this (member operations 1 and 2). */
  accountWithEnterpriseCode: 63,
  /** Member operations 1 and 2; 30002. */
  employeeName: 30,
  /** Member operations 1 and 2; 30003. */
  employeeRemark: 200,
  /** Order operation 9. */
  shellNumberDigits: 10,
  // The API states no limits for orders; these are the app's own to catch input errors.
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
