/** Limits that the database checks, whatever a desk sends. */
export const limits = {
  nameLength: 100,
  platformLength: 2_000,
  kindLength: 60,
  /** JSON of the database has spaces that the signed form does not have. */
  bodyBytesInDatabase: 32 * 1024,
  eventsOfStatement: 1_000,
  bytesOfStatement: 4 * 1024 * 1024,
  orderIdLength: 200,
  operatorLength: 200,
  /** Of a list of locks that are changed now. */
  assetsBytes: 8 * 1024,
} as const
