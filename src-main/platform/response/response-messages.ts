import type { OperationId } from '#shared/operations'
import type { DataEnd } from './read-data'

/** Rows per message; takes some milliseconds on each side. */
export const sliceLength = 500

/** Messages to the response thread; `answer` identifies the response. */
export type ToResponseWorker =
  | { readonly kind: 'bytes'; readonly answer: number; readonly bytes: Uint8Array }
  | {
      readonly kind: 'read'
      readonly answer: number
      readonly operation: OperationId
      readonly status: number
    }
  /** A slice was received; the thread may send another. */
  | { readonly kind: 'more'; readonly answer: number }
  | { readonly kind: 'drop'; readonly answer: number }

export type FromResponseWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'rows'; readonly answer: number; readonly rows: readonly unknown[] }
  | { readonly kind: 'end'; readonly answer: number; readonly end: DataEnd }
