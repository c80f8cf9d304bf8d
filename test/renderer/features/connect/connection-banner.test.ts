import { describe, expect, it } from 'vitest'
import type { EnvironmentFacts } from '#shared/model/environment'
import type { VaultState } from '#shared/model/vault-status'
import { connectionBanner } from '../../../../src-renderer/features/connect/connection-banner'

const environment = (part: Partial<EnvironmentFacts> = {}): EnvironmentFacts => ({
  id: 'e',
  name: 'North',
  baseUrl: 'https://platform.example',
  userCentreUrl: 'https://platform.example/oauth/token',
  orderAppKey: 'desk',
  memberAppKey: 'desk',
  userName: 'li.wei',
  colour: 0,
  verified: true,
  secrets: { order: 'kept', member: 'kept' },
  signIn: 'kept',
  ...part,
})
const vault = (state: VaultState) => ({ state, backend: 'test', kept: 3, unreadable: 0 })
const lost = { secrets: { order: 'unreadable', member: 'unreadable' } } as const

describe('the banner of the open platform', () => {
  it('is silent in training and where all is well', () => {
    expect(connectionBanner({ vault: vault('memory'), environment: null, needsSignIn: true })).toBeNull()
    expect(
      connectionBanner({ vault: vault('keyring'), environment: environment(), needsSignIn: false }),
    ).toBeNull()
  })

  it.each([
    ['passphrase-locked', lost, 'passphrase'],
    ['keyring-locked', lost, 'locked'],
    ['keyring-changed', lost, 'keysUnreadable'],
    ['keyring', { secrets: { order: 'none', member: 'kept' } }, 'keysMissing'],
    ['memory', {}, 'memory'],
  ] as const)('with the vault in %s asks for the one thing that helps', (state, part, expected) => {
    // A sign-in is no use before the keys can be read.
    const needsSignIn = expected !== 'memory'
    expect(connectionBanner({ vault: vault(state), environment: environment(part), needsSignIn })).toBe(
      expected,
    )
  })

  it('asks for a sign-in only where somebody signs in', () => {
    const asks = (part: Partial<EnvironmentFacts>) =>
      connectionBanner({ vault: vault('keyring'), environment: environment(part), needsSignIn: true })
    expect(asks({})).toBe('signIn')
    expect(asks({ userName: null })).toBeNull()
    expect(asks({ memberAppKey: null, secrets: { order: 'kept', member: 'none' } })).toBeNull()
  })
})
