import { z } from 'zod'
import { sealedSchema } from './envelope'
import { passphraseSchema } from './passphrase'

const undecryptableSecret = z.object({ name: z.string(), sealed: sealedSchema })
export type UndecryptableSecret = z.infer<typeof undecryptableSecret>

export const vaultSchema = z.object({
  version: z.literal(2),
  secrets: z.record(z.string(), sealedSchema),
  /** Secrets that could not be decrypted when their name was overwritten; kept for later. */
  undecryptable: z.array(undecryptableSecret),
  /** If set, new secrets are encrypted with it instead of the keychain. */
  passphrase: passphraseSchema.nullable().default(null),
  /** Sign-ins still have their former names; they cannot be read before `nameSignIns` has renamed them. */
  hasFormerSignIns: z.boolean().default(false),
})
export type VaultContent = z.infer<typeof vaultSchema>

export const emptyVault: VaultContent = {
  version: 2,
  secrets: {},
  undecryptable: [],
  passphrase: null,
  hasFormerSignIns: false,
}
