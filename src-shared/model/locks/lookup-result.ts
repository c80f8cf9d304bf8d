import type { PlatformFailure } from '../api/platform-failure'
import type { LockRecord } from './lock-record'

export type LookupResult =
  | { readonly state: 'found'; readonly record: LockRecord; readonly failure: PlatformFailure | null }
  /** Several assets have these digits: the user must choose one. */
  | { readonly state: 'ambiguous'; readonly records: readonly LockRecord[] }
  /** On no list of the registered enterprises, but it may exist; `near` lists similar numbers. */
  | {
      readonly state: 'not-listed'
      readonly enterprises: number
      /** Enterprises whose assets were never loaded; the number may be theirs. */
      readonly unread: number
      readonly failure: PlatformFailure | null
      readonly near?: readonly LockRecord[]
    }
  /** Neither a shell number nor a listed asset number. */
  | { readonly state: 'not-a-number' }

/** The lookup result of one number in a list; like `LookupResult`. */
export type ListLookupResult =
  | { readonly state: 'found'; readonly record: LockRecord }
  | { readonly state: 'ambiguous'; readonly records: readonly LockRecord[] }
  | { readonly state: 'not-listed'; readonly near?: readonly LockRecord[] }
  | { readonly state: 'not-a-number' }
