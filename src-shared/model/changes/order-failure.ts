import type { Failure } from '../../outcome'

/** Why the text of a signed file is no canonical JSON. */
export const canonicalProblems = [
  'not-utf8',
  'not-json',
  'not-canonical',
  'duplicate-name',
  'number-too-large',
  'too-deep',
] as const

/** Why a file, a key or a work order is refused; docs/work-orders.md has the meanings. */
export const orderFailureCodes = [
  'file-not-readable',
  'file-too-large',
  'file-empty',
  ...canonicalProblems,
  'other-format',
  'newer-version',
  'other-algorithm',
  'invalid-field',
  'signature-invalid',
  'key-unknown',
  'key-withdrawn',
  'key-not-readable',
  'key-not-storable',
  'key-in-branch',
  'words-differ',
  'words-unknown',
  'keys-managed',
  'other-order-platform',
  'order-not-yet-valid',
  'order-expired',
  'order-used',
  'order-used-elsewhere',
  'order-not-claimed',
  'branch-required',
  'order-before-loss',
  'used-orders-not-writable',
  'used-orders-newer',
  'other-action',
  'not-in-order',
  'nothing-to-send',
  'journal-not-open',
  'order-not-signed',
  'order-not-used',
  'other-content',
  'other-order',
] as const
export type OrderFailureCode = (typeof orderFailureCodes)[number]

export interface OrderFailure extends Failure<OrderFailureCode> {
  /** The character or the field of the file, if it has one. */
  readonly at?: string | number | null
}
