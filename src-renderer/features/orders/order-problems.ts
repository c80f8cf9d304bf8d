import type { OrderPath } from './order-node'

export const errorCodes = [
  'empty',
  'too-long',
  'unusable-characters',
  'whole-number',
  'text',
  'yes-no',
  'list',
  'object',
  'one-of',
  'too-large',
  'negative',
  'end-before-start',
  'no-customer',
  'no-assets',
  'no-numbers',
  'no-content',
  'no-products',
  'no-product-id',
  'twice',
  'removed-twice',
  'sequence-twice',
  'cloud-source',
  'carries',
  'too-deep',
  'too-many',
  'passwords-gone',
  'duration',
  'no-orders',
] as const

/** What a person may overrule: it is said, and does not keep the batch back. */
export const doubtCodes = ['type-not-known', 'trial-without-end'] as const

export type ErrorCode = (typeof errorCodes)[number]
export type DoubtCode = (typeof doubtCodes)[number]

export interface Problem {
  readonly code: ErrorCode | DoubtCode
  /** In the order; of the batch where it stands on one of its own fields. */
  readonly path: OrderPath
  /** What the words name: a number that stands twice, fields that may not be there, a limit. */
  readonly about: string
}

const doubts: ReadonlySet<string> = new Set(doubtCodes)
export const isDoubt = ({ code }: Problem): boolean => doubts.has(code)
