/** Of what is written; a journal of a later one is refused, not guessed at. */
export const formatVersion = 3

/** How a row ended; `unknown` may be followed by another end once the record has been read. */
export const endings = ['done', 'failed', 'not-sent', 'unknown'] as const
export type Ending = (typeof endings)[number]
