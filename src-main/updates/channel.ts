import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { isUpdateServer } from '#shared/model/app/update'

const channelSchema = z.object({
  url: z.string().refine(isUpdateServer).nullable(),
  /** Ed25519, SubjectPublicKeyInfo in base64. */
  publicKey: z.string().min(1).nullable(),
})

/** The update server of a package and its public signing key. */
export type UpdateChannel = z.infer<typeof channelSchema>

/** Written when the package is built (scripts/package/stage.mjs); an unpackaged build has none. */
export const readChannel = (appFolder: string): UpdateChannel => {
  try {
    const text = readFileSync(join(appFolder, 'resources/update-channel.json'), 'utf8')
    return channelSchema.parse(JSON.parse(text))
  } catch {
    return { url: null, publicKey: null }
  }
}
