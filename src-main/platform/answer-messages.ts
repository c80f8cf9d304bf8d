import type { OperationId } from '#shared/operations'
import type { DataEnd } from './read-data'

/** How many rows of a list are handed over at once: some milliseconds of either side's time. */
export const sliceLength = 500

/** What the app tells the thread that reads long answers; `answer` tells one from another. */
export type ToReader =
  | { readonly kind: 'bytes'; readonly answer: number; readonly bytes: Uint8Array }
  | {
      readonly kind: 'read'
      readonly answer: number
      readonly operation: OperationId
      readonly status: number
    }
  /** The slice has arrived; the next but one may come. */
  | { readonly kind: 'more'; readonly answer: number }
  | { readonly kind: 'drop'; readonly answer: number }

export type FromReader =
  | { readonly kind: 'ready' }
  | { readonly kind: 'rows'; readonly answer: number; readonly rows: readonly unknown[] }
  | { readonly kind: 'end'; readonly answer: number; readonly end: DataEnd }
