/**
 * Where secrets are kept: `keyring`, the system's · `keyring-changed`, the system's, and some secrets were sealed by
 * another · `keyring-locked`, there is one and it does not open · `memory`, nowhere: they end with the app ·
 * `passphrase`, under one that was set here and is open · `passphrase-locked`, the same, not yet opened.
 */
export const vaultStates = [
  'keyring',
  'keyring-changed',
  'keyring-locked',
  'memory',
  'passphrase',
  'passphrase-locked',
] as const
export type VaultState = (typeof vaultStates)[number]

export interface VaultStatus {
  readonly state: VaultState
  /** The keyring's name as the system gives it, for support. */
  readonly backend: string
  /** How many secrets lie on the disk. */
  readonly kept: number
  /** How many of them do not open with today's keyring; they are kept all the same. */
  readonly unreadable: number
}

/** The fewest characters of a passphrase; it guards sign-ins on a disk that others may read. */
export const shortestPassphrase = 8
