import { z } from 'zod'
import { keepsSecrets } from '#shared/model/app/vault-status'
import type { JsonFile } from '../util/files/json-file'
import { secretNameOf } from '../vault/secret-name'
import type { Vault } from '../vault/vault'
import type { AdminAccess } from './database/branch-admin'

const secretName = secretNameOf('branch administrator')

const access = z.strictObject({
  host: z.string(),
  port: z.int(),
  name: z.string(),
  role: z.string(),
  ca: z.string().nullable(),
  /** The password is in the vault. */
  hasPassword: z.boolean(),
})
export const rememberedAdminSchema = z.strictObject({ version: z.literal(1), admin: access.nullable() })
export type RememberedAdmin = z.infer<typeof rememberedAdminSchema>
export const noRememberedAdmin: RememberedAdmin = { version: 1, admin: null }

/**
 * The administrator's connection of the last branch that was made here, so that further commands need no address. Its
 * password is kept in the vault, and nowhere if the vault cannot keep it.
 */
export const createRememberedAdmin = (
  file: JsonFile<RememberedAdmin>,
  vault: Pick<Vault, 'read' | 'write' | 'erase' | 'status'>,
) => {
  return {
    read: async (): Promise<AdminAccess | null> => {
      const { admin } = file.read()
      if (admin === null) return null
      const { hasPassword, ...address } = admin
      const password = hasPassword ? await vault.read(secretName) : null
      return hasPassword && password === null ? null : { ...address, password }
    },
    /** Nothing is kept where the password cannot be. Throws the file system's error. */
    keep: async ({ password, ...address }: AdminAccess): Promise<void> => {
      await vault.erase(secretName)
      const isKept = password === null || keepsSecrets(vault.status().state)
      if (password !== null && isKept) await vault.write(secretName, password)
      await file.update(() => ({
        version: 1,
        admin: isKept ? { ...address, hasPassword: password !== null } : null,
      }))
    },
  }
}
