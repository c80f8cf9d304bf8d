/** The least cost that a vault file may have, for tests that are not about how long a guess takes. */
export const cheapPassphrase = { N: 16_384, r: 8, p: 1 }
