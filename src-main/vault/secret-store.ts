/** Encrypts short texts with the system keychain or a passphrase. */
export interface SecretStore {
  /** Whether secrets can be stored now; a locked keychain has a name but is unavailable. */
  readonly available: () => Promise<boolean>
  /** The backend's name, stored with each secret; `basic_text` and `unknown` are not keychains. */
  readonly backend: () => string
  readonly encrypt: (text: string) => Promise<Buffer>
  readonly decrypt: (encrypted: Buffer) => Promise<string>
}

/** On Linux, `basic_text` uses a fixed key, which is no protection. */
export const isKeyring = (backend: string): boolean => backend !== 'basic_text' && backend !== 'unknown'
