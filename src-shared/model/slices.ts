/** The most rows per response; takes about 20 ms on each side. */
export const maxJournalSliceLength = 2_000

/** The most rows per response. */
export const maxSliceLength = 5_000
