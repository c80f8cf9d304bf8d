/** The version written. A journal of a later version is rejected. */
export const formatVersion = 7

/** Final states of a row; `unknown` may be replaced after a read-back or a review. */
export const finalStates = ['done', 'failed', 'not-sent', 'unknown'] as const
export type FinalState = (typeof finalStates)[number]
