import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { isUpdateServer } from '#shared/update-commands'
import type { UpdateDelivery } from '#shared/update-commands'

const channelSchema = z.object({
  url: z.string().refine(isUpdateServer).nullable(),
  /** Ed25519, SubjectPublicKeyInfo in base64. */
  publicKey: z.string().min(1).nullable(),
})

/** Where a package looks for newer ones, and the key their makers sign with. */
export type UpdateChannel = z.infer<typeof channelSchema>

/** Made when the package is (scripts/package/stage.mjs); a build that is not packed has none. */
export const readChannel = (appFolder: string): UpdateChannel => {
  try {
    const text = readFileSync(join(appFolder, 'resources/update-channel.json'), 'utf8')
    return channelSchema.parse(JSON.parse(text))
  } catch {
    return { url: null, publicKey: null }
  }
}

/** An AppImage is a person's own file; what lies under /opt or /usr came by the system's package manager. */
export const deliveryOf = (of: {
  isPackaged: boolean
  platform: NodeJS.Platform
  env: NodeJS.ProcessEnv
  publicKey: string | null
}): UpdateDelivery => {
  if (!of.isPackaged || of.publicKey === null) return 'none'
  if (of.platform !== 'linux') return 'itself'
  return (of.env['APPIMAGE'] ?? '') === '' ? 'administrator' : 'itself'
}
