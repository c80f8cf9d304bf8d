// Apart from the schemas, so that the start of the app does not load those.

/** More than 100,000 rows of the longest asset numbers that occur. */
export const maxFileBytes = 20 * 1024 * 1024
