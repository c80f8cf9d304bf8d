/** The 19 operations, under names of this double's own. */
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

/** How the double answers where the API document leaves room. A test may change any of it at any time. */
export interface Manners {
  /** Of Long timestamps. */
  timeUnit: 'seconds' | 'milliseconds'
  /** What success looks like, by operation. */
  success: (operation: Operation) => { readonly code: 0 | '0'; readonly status: 200 | 299 }
  refusalStatus: 200 | 299 | 400
  /** Operations that write ids as JSON numbers of 19 digits; the others write text. */
  numericIds: ReadonlySet<Operation>
  /** How long an answer takes, ms. */
  delay: (operation: Operation) => number
  /** Packed without being asked, in several chunks. */
  packed: 'gzip' | 'deflate' | 'br' | 'no'
  /** What a page holds at most, whatever was asked for. */
  pageSizeAtMost: number
  afterTheLastPage: 'empty' | 'repeats'
  /** A page that is answered twice in place of the next, as behind a stale cache; 0 for none. */
  staleAfterPage: number
  /** What the envelope of a page says of the whole. */
  whole: 'given' | 'missing' | 'wrong'
  /** Every so many rows of a list stand there twice; 0 for none. */
  doubledEvery: number
  /** Whether deleted employees stay on the list. */
  showsDeleted: boolean
  /** How a failure under 60027 names the account. */
  failedNames: 'asked' | 'whole'
  /** Whether accounts are kept in small letters. */
  smallLetters: boolean
  /** Mobile numbers as the list shows them. */
  mobiles: 'whole' | 'masked' | 'missing'
  /** What an asynchronous order is answered with. */
  asyncOrders: 'ids' | 'nothing'
  /** How long a token is really good for, and what the user centre says of it. */
  tokenLifeMs: number
  saidLifeSeconds: number | string | null
  /** How a token that has run out is told. */
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

export const awkwardManners = (): Manners => ({
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
  doubledEvery: 7,
  showsDeleted: true,
  failedNames: 'asked',
  smallLetters: false,
  mobiles: 'whole',
  asyncOrders: 'nothing',
  tokenLifeMs: 60_000,
  saidLifeSeconds: '7200',
  staleToken: 'code',
})
