import type { CustomerRecord } from './model/customer-record'
import type { EmployeeRecord } from './model/employee-record'
import type { LockRecord } from './model/lock-record'
import type { PlatformFailure } from './platform-failure'

interface Command<Input, Value> {
  readonly input: Input
  readonly value: Value
}

/** The most rows that one answer carries across the bridge. */
export const longestSlice = 5_000

/** Which rows of what main holds: `limit` of them at most, the first being number `from` (the first of all is 0). */
export interface SliceOf<Of> {
  readonly enterpriseGlobalId: Of
  readonly from: number
  readonly limit: number
}

export interface AssetSlice {
  readonly rows: readonly LockRecord[]
  /** All rows there are; `from` of the next slice is `from` and the length of `rows`, until it is this. */
  readonly total: number
  /** Another number than before: the rows are others, and a reader in the middle begins again at 0. */
  readonly version: number
  /** When the list was read, ms since 1970; the oldest of several. Null before the first reading. */
  readonly readAt: number | null
  /** Why the last reading failed; the rows are then those of the reading before. */
  readonly failure: PlatformFailure | null
}

export interface EmployeeSlice {
  readonly rows: readonly EmployeeRecord[]
  /** Rows that main holds now, to be asked for in slices. Within one version it only grows, at the end. */
  readonly count: number
  /** What the platform says there are; never less than `count`. */
  readonly total: number
  readonly version: number
  /** Whether `count` rows are all. */
  readonly isComplete: boolean
  /** Pages are being read now, for the first time or anew; `employees/changed` tells how far. */
  readonly isReading: boolean
  readonly readAt: number | null
  readonly failure: PlatformFailure | null
}

/** How far the reading of an enterprise's employees has come. */
export interface EmployeesChanged {
  readonly enterpriseGlobalId: string
  /** Of what `employees/list` answers now. */
  readonly version: number
  /** Read by the reading under way, or by the last one. */
  readonly count: number
  readonly total: number
  readonly isComplete: boolean
}

/** `superseded`: a newer call came, and this one was given up. */
export type AssetsFound =
  | { readonly state: 'found'; readonly rows: readonly LockRecord[]; readonly total: number }
  | { readonly state: 'superseded' }

/** `superseded`: a newer call for the same enterprise came, and this one was given up. */
export type EmployeesFound =
  | {
      readonly state: 'found'
      readonly rows: readonly EmployeeRecord[]
      /** Null where the platform did not say. */
      readonly total: number | null
      readonly pageNum: number
      readonly pages: number | null
    }
  | { readonly state: 'superseded' }

/** Commands about the long lists. Main holds them; the renderer fetches them in slices. */
export interface ListCommands {
  /** Of what was read last; null stands for all registered enterprises, one after another. */
  'assets/list': Command<SliceOf<string | null>, AssetSlice>
  /** Those whose shell number or asset number has `text` in it, of all enterprises, the nearest first. */
  'assets/find': Command<{ readonly text: string; readonly limit: number }, AssetsFound>
  /** Reads the lists now, of one enterprise or of all. */
  'assets/refresh': Command<{ readonly enterpriseGlobalId: string | null }, null>
  /** The asset numbers that carry an extension (order operation 8 with `extendCode`). */
  'assets/with-extension': Command<
    { readonly enterpriseGlobalId: string; readonly extendCode: string },
    readonly string[]
  >
  /** What has been read of all pages (member operation 5); begins to read where there is nothing or it is old. */
  'employees/list': Command<SliceOf<string>, EmployeeSlice>
  /** Begins to read anew and answers at once. */
  'employees/refresh': Command<{ readonly enterpriseGlobalId: string }, null>
  /** One page of the platform's, as the person types; `pageNum` counts from 1. */
  'employees/find': Command<
    {
      readonly enterpriseGlobalId: string
      /** A name or an account, or a part of one; empty for everyone. */
      readonly keyword: string
      readonly departmentId: string | null
      readonly pageNum: number
    },
    EmployeesFound
  >
  /** A channel's customers and their enterprises (order operation 3). */
  'customers/query': Command<
    {
      readonly channelCode: string
      readonly channelCustomerId: string
      readonly defaultCustomer: 'Y' | 'N'
    },
    readonly CustomerRecord[]
  >
}

export const listCommandNames: Record<keyof ListCommands, true> = {
  'assets/list': true,
  'assets/find': true,
  'assets/refresh': true,
  'assets/with-extension': true,
  'employees/list': true,
  'employees/refresh': true,
  'employees/find': true,
  'customers/query': true,
}

export interface ListEvents {
  /** At most five times a second while pages arrive, and at the end. */
  'employees/changed': EmployeesChanged
}

export const listEventNames: Record<keyof ListEvents, true> = {
  'employees/changed': true,
}
