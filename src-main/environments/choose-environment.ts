import { launchedEnvironment } from '#shared/model/environment'
import type { Credentials } from '../platform/credentials'
import { memoryKeeper } from '../platform/tokens'
import { trainingCredentials } from '../training/training-service'
import { refreshTokenIn } from '../vault/refresh-token'
import type { Vault } from '../vault/vault'
import { chosenFrom } from './environment-secrets'
import type { Environments } from './environments'
import type { ChosenEnvironment } from './open-environment'

/** What an environment's id stands for: a saved platform, the one named at the start, or training. */
export const createChooser = (deps: {
  environments: Environments
  vault: Vault
  /** The platform of the command line, with the credentials of the environment's variables. */
  launched: { readonly platform: ChosenEnvironment['platform']; readonly credentials: Credentials }
}) => {
  const { environments, vault, launched } = deps
  return (id: string): Promise<ChosenEnvironment> | ChosenEnvironment => {
    const saved = environments.find(id)
    if (saved !== null) return chosenFrom(vault, saved)
    const { platform, credentials } = launched
    if (id !== launchedEnvironment || platform === null) {
      return { platform: null, credentials: trainingCredentials, keeper: memoryKeeper() }
    }
    const place = {
      platform: platform.baseUrl,
      userCentre: platform.userCentreUrl,
      memberAppKey: credentials.applications.member?.key ?? '',
      userName: credentials.user?.name ?? '',
    }
    return { platform, credentials, keeper: refreshTokenIn(vault, place) }
  }
}
export type Chooser = ReturnType<typeof createChooser>
