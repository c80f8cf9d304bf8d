import type { JsonPath } from './order-node'

export type ErrorCode =
  | 'empty'
  | 'too-long'
  /** Of an asset number. */
  | 'number-too-long'
  | 'unusable-characters'
  | 'whole-number'
  | 'text'
  | 'yes-no'
  | 'list'
  | 'object'
  | 'one-of'
  | 'too-large'
  | 'negative'
  | 'end-before-start'
  | 'no-customer'
  | 'no-assets'
  | 'no-numbers'
  | 'cell-problem'
  | 'no-content'
  | 'no-products'
  | 'no-product-id'
  | 'duplicate'
  | 'revoked-twice'
  | 'duplicate-sequence'
  | 'cloud-source'
  | 'disallowed-fields'
  | 'too-deep'
  | 'too-many'
  | 'passwords-gone'
  | 'duration'
  | 'no-orders'
  /** Text in a field that adds to a list. */
  | 'not-added'
  /** A file for a list is read, or its column is chosen. */
  | 'still-read'

/** Warnings that the user may override: they are shown but do not block the batch. */
const warningCodes = ['type-not-known', 'trial-without-end'] as const
type WarningCode = (typeof warningCodes)[number]

export interface Problem {
  readonly code: ErrorCode | WarningCode
  /** The path within the order, or within the batch for its own fields. */
  readonly path: JsonPath
  /** The value for the problem's text: a duplicate number, disallowed fields, a limit. */
  readonly detail: string
}

const warnings: ReadonlySet<string> = new Set(warningCodes)
export const isWarning = ({ code }: Problem): boolean => warnings.has(code)

export const countErrors = (problems: readonly Problem[]): number =>
  problems.filter((problem) => !isWarning(problem)).length
