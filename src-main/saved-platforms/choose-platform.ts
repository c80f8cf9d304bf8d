import { launchedPlatform } from '#shared/model/app/saved-platform'
import type { Credentials } from '../platform/auth/credentials'
import { createMemoryTokenKeeper } from '../platform/auth/tokens'
import type { RefreshTokenKeeper } from '../platform/auth/tokens'
import type { Endpoints } from '../platform/connected-client'
import { generateTrainingCredentials } from '../training/generate-credentials'
import { refreshTokenIn } from '../vault/refresh-token'
import type { Vault } from '../vault/vault'
import type { SavedPlatform } from './saved-platforms-file'
import { trainingId } from './platform-id'
import { savedCredentials, signInIdentity } from './platform-secrets'
import type { SavedPlatforms } from './saved-platforms'

/** The platform and credentials to open. */
export interface ChosenPlatform {
  /** Null for training, whose address is known once its service has started. */
  readonly platform: Endpoints | null
  readonly credentials: Credentials
  readonly keeper: RefreshTokenKeeper
  /** The key of the platform's data, whatever its address is now. */
  readonly platformId: string
}

const choiceOf = async (vault: Vault, saved: SavedPlatform): Promise<ChosenPlatform> => ({
  platform: { baseUrl: saved.baseUrl, userCentreUrl: saved.userCentreUrl },
  credentials: await savedCredentials(vault, saved),
  keeper: refreshTokenIn(vault, signInIdentity(saved)),
  platformId: saved.platformId,
})

/** Resolves a platform ID: a saved platform, the platform of the command line, or training. */
export const createPlatformChooser = (deps: {
  savedPlatforms: SavedPlatforms
  vault: Vault
  /** The platform of the command line with the credentials from the environment variables. */
  launched: { readonly platform: ChosenPlatform['platform']; readonly credentials: Credentials }
  /** In a checkout, fixed credentials let another program use the training service; null creates random ones. */
  training: Credentials | null
}) => {
  const { savedPlatforms, vault, launched } = deps
  return (id: string): Promise<ChosenPlatform> | ChosenPlatform => {
    const saved = savedPlatforms.find(id)
    if (saved !== null) return choiceOf(vault, saved)
    const { platform, credentials } = launched
    if (id !== launchedPlatform || platform === null) {
      const credentials = deps.training ?? generateTrainingCredentials()
      return { platform: null, credentials, keeper: createMemoryTokenKeeper(), platformId: trainingId }
    }
    const place = {
      platform: platform.baseUrl,
      userCentre: platform.userCentreUrl,
      memberAppKey: credentials.applications.member?.key ?? '',
      userName: credentials.user?.name ?? '',
    }
    const platformId = savedPlatforms.platformIdAt(platform.baseUrl)
    return { platform, credentials, keeper: refreshTokenIn(vault, place), platformId }
  }
}
