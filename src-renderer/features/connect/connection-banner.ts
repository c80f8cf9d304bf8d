import type { PlatformFacts } from '#shared/model/app/saved-platform'
import type { VaultStatus } from '#shared/model/app/vault-status'

export type ConnectionBanner =
  'proxy' | 'passphrase' | 'locked' | 'keysUnreadable' | 'keysMissing' | 'memory' | 'signIn'

const keyStates = ({ orderAppKey, memberAppKey, secrets }: PlatformFacts) => [
  ...(orderAppKey === null ? [] : [secrets.order]),
  ...(memberAppKey === null ? [] : [secrets.member]),
]

/** The most important problem of the current platform; null if there is none. */
export const connectionBanner = (parts: {
  readonly vault: VaultStatus | null
  /** The saved platform in use; null in training or with a command-line platform, which have no secrets. */
  readonly platform: PlatformFacts | null
  readonly needsSignIn: boolean
  /** Whether a proxy waits for credentials. */
  readonly needsProxySignIn: boolean
}): ConnectionBanner | null => {
  const { vault, platform, needsSignIn } = parts
  if (parts.needsProxySignIn) return 'proxy'
  if (platform === null || vault === null) return null
  const keys = keyStates(platform)
  if (!keys.every((state) => state === 'stored')) {
    if (vault.state === 'passphrase-locked') return 'passphrase'
    if (vault.state === 'keyring-locked' && vault.kept > 0) return 'locked'
    return keys.includes('unreadable') ? 'keysUnreadable' : 'keysMissing'
  }
  if (needsSignIn && platform.userName !== null && platform.memberAppKey !== null) return 'signIn'
  return vault.state === 'memory' ? 'memory' : null
}
