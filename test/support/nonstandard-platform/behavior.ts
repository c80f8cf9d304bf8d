/** The 19 operations, under this double's own names. */
export type Operation =
  | 'bind'
  | 'create'
  | 'query'
  | 'update'
  | 'batchOrder'
  | 'lock'
  | 'unlock'
  | 'listAssets'
  | 'shellnums'
  | 'addMembers'
  | 'editMember'
  | 'resetPassword'
  | 'deleteMember'
  | 'listMembers'
  | 'assetNums'
  | 'products'
  | 'borrowUsbKeys'
  | 'privileges'
  | 'borrow'

/** How the double responds where the API (docs/api.md) leaves room. A test may change it at any time. */
export interface PlatformBehavior {
  /** Unit of Long timestamps. */
  timeUnit: 'seconds' | 'milliseconds'
  /** The form of a success, by operation. */
  success: (operation: Operation) => { readonly code: 0 | '0'; readonly status: 200 | 299 }
  refusalStatus: 200 | 299 | 400
  /** Operations that write IDs as JSON numbers of 19 digits; the others write text. */
  numericIds: ReadonlySet<Operation>
  /** Response time in ms. */
  delay: (operation: Operation) => number
  /** Compressed without being requested, in several chunks. */
  packed: 'gzip' | 'deflate' | 'br' | 'no'
  /** Maximum page size, whatever was requested. */
  pageSizeAtMost: number
  afterTheLastPage: 'empty' | 'repeats'
  /** A page that is returned twice in place of the next, as by a stale cache; 0 for none. */
  staleAfterPage: number
  /** The total in the envelope of a page. */
  whole: 'given' | 'missing' | 'wrong'
  /** Every nth row of a list is duplicated; 0 for none. */
  duplicateEvery: number
  /** Whether deleted employees stay in the list. */
  showsDeleted: boolean
  /** How a failure under 60027 names the account. */
  failedNames: 'asked' | 'whole'
  /** Whether accounts are stored in lower case. */
  lowerCase: boolean
  /** Mobile numbers in the list. */
  mobiles: 'whole' | 'masked' | 'missing'
  /** The response to an async order. */
  asyncOrders: 'ids' | 'nothing'
  /** The real life of a token, and the life that the user center reports. */
  tokenLifeMs: number
  saidLifeSeconds: number | string | null
  /** The response to an expired token. */
  staleToken: 'code' | 'bare-401'
}

const numeric = new Set<Operation>([
  'create',
  'batchOrder',
  'listAssets',
  'addMembers',
  'assetNums',
  'borrowUsbKeys',
  'shellnums',
])

export const nonstandardBehavior = (): PlatformBehavior => ({
  timeUnit: 'seconds',
  success: (operation) => (numeric.has(operation) ? { code: '0', status: 299 } : { code: 0, status: 200 }),
  refusalStatus: 200,
  numericIds: numeric,
  delay: () => 0,
  packed: 'gzip',
  pageSizeAtMost: 40,
  afterTheLastPage: 'repeats',
  staleAfterPage: 0,
  whole: 'missing',
  duplicateEvery: 7,
  showsDeleted: true,
  failedNames: 'asked',
  lowerCase: false,
  mobiles: 'whole',
  asyncOrders: 'nothing',
  tokenLifeMs: 60_000,
  saidLifeSeconds: '7200',
  staleToken: 'code',
})
