/**
 * Where secrets are stored: `keyring`, the system keychain · `keyring-changed`, the same, but some secrets
 * belong to another keychain · `keyring-locked`, the keychain cannot be opened · `memory`, not stored: lost
 * when the app quits · `passphrase`, encrypted with a passphrase and unlocked · `passphrase-locked`, not
 * unlocked yet.
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

/** Whether a secret that is stored now is there after the next start. */
export const keepsSecrets = (state: VaultState): boolean =>
  state !== 'memory' && state !== 'keyring-locked' && state !== 'passphrase-locked'

export interface VaultStatus {
  readonly state: VaultState
  /** The keychain's name as the system reports it, for support. */
  readonly backend: string
  /** The number of secrets on disk. */
  readonly kept: number
  /** How many of them cannot be decrypted with the current keychain; they are kept. */
  readonly unreadable: number
}

/** The minimum length of a passphrase, which protects sign-ins on a disk that others may read. */
export const minPassphraseLength = 8
