import { describe, expect, it } from 'vitest'
import type { PlatformFacts } from '#shared/model/app/saved-platform'
import type { VaultState } from '#shared/model/app/vault-status'
import { connectionBanner } from '../../../../src-renderer/features/connect/connection-banner'

const platform = (part: Partial<PlatformFacts> = {}): PlatformFacts => ({
  id: 'e',
  name: 'North',
  baseUrl: 'https://platform.example',
  userCentreUrl: 'https://platform.example/oauth/token',
  orderAppKey: 'desk',
  memberAppKey: 'desk',
  userName: 'li.wei',
  colour: 0,
  verified: true,
  secrets: { order: 'stored', member: 'stored' },
  signIn: 'stored',
  timeZone: null,
  ...part,
})
const vault = (state: VaultState) => ({ state, backend: 'test', kept: 3, unreadable: 0 })
const noProxy = { needsProxySignIn: false }
const lost = { secrets: { order: 'unreadable', member: 'unreadable' } } as const

describe('connectionBanner', () => {
  it('is absent in training and where nothing is wrong', () => {
    expect(
      connectionBanner({ vault: vault('memory'), platform: null, needsSignIn: true, ...noProxy }),
    ).toBeNull()
    expect(
      connectionBanner({
        vault: vault('keyring'),
        platform: platform(),
        needsSignIn: false,
        ...noProxy,
      }),
    ).toBeNull()
  })

  it.each([
    ['passphrase-locked', lost, 'passphrase'],
    ['keyring-locked', lost, 'locked'],
    ['keyring-changed', lost, 'keysUnreadable'],
    ['keyring', { secrets: { order: 'none', member: 'stored' } }, 'keysMissing'],
    ['memory', {}, 'memory'],
  ] as const)('offers the right action with the vault in %s', (state, part, expected) => {
    // A sign-in has no effect before the credentials can be read.
    const needsSignIn = expected !== 'memory'
    expect(connectionBanner({ vault: vault(state), platform: platform(part), needsSignIn, ...noProxy })).toBe(
      expected,
    )
  })

  it('shows a proxy that waits for credentials first, also without a saved platform', () => {
    for (const one of [null, platform(lost)]) {
      const parts = { vault: vault('keyring-locked'), platform: one, needsSignIn: true }
      expect(connectionBanner({ ...parts, needsProxySignIn: true })).toBe('proxy')
    }
  })

  it('asks for a sign-in only where the platform has a user', () => {
    const asks = (part: Partial<PlatformFacts>) =>
      connectionBanner({
        vault: vault('keyring'),
        platform: platform(part),
        needsSignIn: true,
        ...noProxy,
      })
    expect(asks({})).toBe('signIn')
    expect(asks({ userName: null })).toBeNull()
    expect(asks({ memberAppKey: null, secrets: { order: 'stored', member: 'none' } })).toBeNull()
  })
})
