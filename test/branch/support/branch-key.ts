import { createSigningKeys } from '../../../src-main/work-orders/signing-key'
import type { SigningKey } from '../../../src-main/work-orders/signing-key'

/** A computer's key, whose private half is in memory. */
export const branchKey = async (): Promise<SigningKey> => {
  const secrets = new Map<string, string>()
  const keys = createSigningKeys({
    has: (name) => secrets.has(name),
    read: (name) => Promise.resolve(secrets.get(name) ?? null),
    write: (name, secret) => {
      secrets.set(name, secret)
      return Promise.resolve()
    },
    status: () => ({ state: 'keychain' }) as never,
  })
  const opened = await keys.open()
  if (!opened.ok) throw new Error(opened.error.message)
  return opened.value
}
