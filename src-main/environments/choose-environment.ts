import { launchedEnvironment } from '#shared/model/app/environment'
import type { Credentials } from '../platform/auth/credentials'
import { createMemoryTokenKeeper } from '../platform/auth/tokens'
import { generateTrainingCredentials } from '../training/generate-credentials'
import { refreshTokenIn } from '../vault/refresh-token'
import type { Vault } from '../vault/vault'
import { environmentToOpen } from './environment-secrets'
import type { Environments } from './environments'
import { trainingId } from './open-environment'
import type { ChosenEnvironment } from './open-environment'

/** Resolves an environment ID: a saved platform, the platform of the command line, or training. */
export const createEnvironmentChooser = (deps: {
  environments: Environments
  vault: Vault
  /** The platform of the command line with the credentials from the environment variables. */
  launched: { readonly platform: ChosenEnvironment['platform']; readonly credentials: Credentials }
  /** In a checkout, fixed credentials let another program use the training service; null creates random ones. */
  training: Credentials | null
}) => {
  const { environments, vault, launched } = deps
  return (id: string): Promise<ChosenEnvironment> | ChosenEnvironment => {
    const saved = environments.find(id)
    if (saved !== null) return environmentToOpen(vault, saved)
    const { platform, credentials } = launched
    if (id !== launchedEnvironment || platform === null) {
      const credentials = deps.training ?? generateTrainingCredentials()
      return { platform: null, credentials, keeper: createMemoryTokenKeeper(), platformId: trainingId }
    }
    const place = {
      platform: platform.baseUrl,
      userCentre: platform.userCentreUrl,
      memberAppKey: credentials.applications.member?.key ?? '',
      userName: credentials.user?.name ?? '',
    }
    const platformId = environments.platformIdAt(platform.baseUrl)
    return { platform, credentials, keeper: refreshTokenIn(vault, place), platformId }
  }
}
export type EnvironmentChooser = ReturnType<typeof createEnvironmentChooser>
