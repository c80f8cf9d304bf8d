import type { Failure } from '#shared/outcome'

/** Where the numbers of a command come from. */
export type NumberSource =
  | { readonly from: 'arguments'; readonly texts: readonly string[] }
  | { readonly from: 'file'; readonly path: string }
  | { readonly from: 'standard-input' }

export const usageProblems = [
  'unknown-command',
  'unknown-option',
  'option-without-value',
  'unexpected-argument',
  'no-numbers',
  'several-sources',
  'no-operator',
  'no-yes',
  'standard-input-taken',
  'no-path',
  'no-out',
  'no-words',
  'no-employee',
  'invalid-days',
  'invalid-date',
] as const
export interface UsageFailure extends Failure<(typeof usageProblems)[number]> {
  /** The command, option or argument that is wrong. */
  readonly subject: string
}
