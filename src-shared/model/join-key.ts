/** Joins two IDs to one key. Slashes are escaped, so that different pairs never have the same key. */
export const joinKey = (one: string, other: string): string =>
  [one, other].map((part) => part.replace(/[%/]/g, encodeURIComponent)).join('/')
