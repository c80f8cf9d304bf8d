/** What encrypts a short text: the system's keyring, or a key made from a passphrase. */
export interface SecretStore {
  /** Whether secrets can truly be kept now: a locked keyring is named but not available. */
  readonly available: () => Promise<boolean>
  /** The backend's name, kept beside each secret; `basic_text` and `unknown` are no keyring at all. */
  readonly backend: () => string
  readonly encrypt: (text: string) => Promise<Buffer>
  readonly decrypt: (encrypted: Buffer) => Promise<string>
}

/** On Linux, `basic_text` is a fixed key in the program: no encryption, whatever it says of itself. */
export const isKeyring = (backend: string): boolean => backend !== 'basic_text' && backend !== 'unknown'
