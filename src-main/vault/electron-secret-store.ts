import { safeStorage } from 'electron'
import { isKeyring } from './secret-store'
import type { SecretStore } from './secret-store'

/**
 * Electron's safeStorage. Since Electron 42 it is asynchronous; the synchronous calls are deprecated in 45 and
 * removed in 46, but older versions have only those. Only this file distinguishes the two.
 */
interface AsyncSafeStorage {
  isAsyncEncryptionAvailable(): Promise<boolean>
  encryptStringAsync(text: string): Promise<Buffer>
  decryptStringAsync(encrypted: Buffer): Promise<{ result: string }>
}

/** Deprecated in the types of Electron 45; the only one before Electron 42. */
interface SyncSafeStorage {
  isEncryptionAvailable(): boolean
  encryptString(text: string): Buffer
  decryptString(encrypted: Buffer): string
}

const isAsync = (storage: SyncSafeStorage | AsyncSafeStorage): storage is AsyncSafeStorage =>
  'encryptStringAsync' in storage

const backend = (): string =>
  process.platform === 'linux' ? safeStorage.getSelectedStorageBackend() : process.platform

export const electronSecretStore = (): SecretStore => {
  const storage: SyncSafeStorage | AsyncSafeStorage = safeStorage
  if (isAsync(storage)) {
    return {
      backend,
      available: async () => isKeyring(backend()) && (await storage.isAsyncEncryptionAvailable()),
      encrypt: (text) => storage.encryptStringAsync(text),
      decrypt: async (encrypted) => (await storage.decryptStringAsync(encrypted)).result,
    }
  }
  return {
    backend,
    available: () => Promise.resolve(isKeyring(backend()) && storage.isEncryptionAvailable()),
    encrypt: (text) => Promise.resolve(storage.encryptString(text)),
    decrypt: (encrypted) => Promise.resolve(storage.decryptString(encrypted)),
  }
}
