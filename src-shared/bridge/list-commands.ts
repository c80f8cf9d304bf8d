import { z } from 'zod'
import type { CustomerRecord } from '../model/customer-record'
import type { EmployeeRecord } from '../model/employee-record'
import type { LockRecord } from '../model/locks/lock-record'
import type { Slice } from '../model/slices'
import type { PlatformFailure } from '../model/api/platform-failure'
import { command, nonEmptyText, shortText, slice } from './command'

/** A slice of a list: at most `limit` rows, starting at index `from`. */
export interface SliceOf<Of> {
  readonly enterpriseGlobalId: Of
  readonly from: number
  readonly limit: number
}

export interface AssetSlice extends Slice<LockRecord> {
  /** When the list was read, in ms since 1970; the oldest of several lists. Null before the first read. */
  readonly readAt: number | null
  /** Why the last read failed; the rows are then from the previous read. */
  readonly failure: PlatformFailure | null
}

export interface EmployeeSlice {
  readonly rows: readonly EmployeeRecord[]
  /** Rows available in main. Within one version, rows are only appended. */
  readonly count: number
  /** The total reported by the platform; at least `count`. */
  readonly total: number
  readonly version: number
  /** Whether `count` rows are all. */
  readonly isComplete: boolean
  /** Pages are being read; `employees/changed` reports progress. */
  readonly isReading: boolean
  readonly readAt: number | null
  readonly failure: PlatformFailure | null
}

/** The progress of reading an enterprise's employees. */
export interface EmployeesChanged {
  readonly enterpriseGlobalId: string
  /** The current version of `employees/list`. */
  readonly version: number
  /** Rows of the running read, or of the last one. */
  readonly count: number
  readonly total: number
  readonly isReading: boolean
}

/** `superseded`: canceled by a newer call. */
export type AssetsFound =
  | { readonly state: 'found'; readonly rows: readonly LockRecord[]; readonly total: number }
  | { readonly state: 'superseded' }

/** `superseded`: canceled by a newer call for the same enterprise. */
export type EmployeesFound =
  | {
      readonly state: 'found'
      readonly rows: readonly EmployeeRecord[]
      /** Null if the platform did not state it. */
      readonly total: number | null
      readonly pageNum: number
      readonly pages: number | null
    }
  | { readonly state: 'superseded' }

/** Commands about the long lists. Main holds them; the page reads them in slices. */
export const listCommands = {
  /** Cached rows; null stands for all registered enterprises. */
  'assets/list': command(
    z.strictObject({ enterpriseGlobalId: nonEmptyText.nullable(), ...slice }),
  ).returns<AssetSlice>(),
  /** Assets of all enterprises whose shell or asset number contains `text`, best matches first. */
  'assets/find': command(
    z.strictObject({ text: shortText, limit: z.int().min(1).max(50) }),
  ).returns<AssetsFound>(),
  /** Reloads the lists of one or all enterprises. */
  'assets/refresh': command(z.strictObject({ enterpriseGlobalId: nonEmptyText.nullable() })).returns<null>(),
  /** The asset numbers with an extension (order operation 8 with `extendCode`). */
  'assets/with-extension': command(
    z.strictObject({ enterpriseGlobalId: nonEmptyText, extendCode: nonEmptyText }),
  ).returns<readonly string[]>(),
  /** The employees read so far (member operation 5); starts a read if there are none or they are outdated. */
  'employees/list': command(
    z.strictObject({ enterpriseGlobalId: nonEmptyText, ...slice }),
  ).returns<EmployeeSlice>(),
  /** Starts a new read and resolves at once. */
  'employees/refresh': command(z.strictObject({ enterpriseGlobalId: nonEmptyText })).returns<null>(),
  /** One page of the platform's search; `pageNum` starts at 1. */
  'employees/find': command(
    z.strictObject({
      enterpriseGlobalId: nonEmptyText,
      keyword: shortText,
      // Digits only, because the API (docs/api.md) defines a number.
      departmentId: z
        .string()
        .regex(/^\d{1,30}$/)
        .nullable(),
      pageNum: z.int().min(1),
    }),
  ).returns<EmployeesFound>(),
  /** A channel's customers and their enterprises (order operation 3). */
  'customers/query': command(
    z.strictObject({
      channelCode: nonEmptyText,
      channelCustomerId: nonEmptyText,
      defaultCustomer: z.enum(['Y', 'N']),
    }),
  ).returns<readonly CustomerRecord[]>(),
}
