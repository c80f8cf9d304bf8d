import { describe, expect, it } from 'vitest'
import { withoutCredentials } from '../../scripts/setup/credentials.mjs'
import {
  credentialsFrom,
  parseCredentialVariables,
  removeCredentialVariables,
  formatCredentialVariables,
} from '../../src-main/platform/auth/credentials'
import { needsHeadless, shouldRelaunch } from '../../src-main/start/relaunch-without-secrets'

const keys = {
  LOCK_DESK_APP_KEY: 'key',
  LOCK_DESK_ORDER_APP_SECRET: 'a=b\n"c"',
  LOCK_DESK_USER: '李薇',
  LOCK_DESK_PASSWORD: '',
}
const others = { PATH: '/bin', LOCK_DESK_UPDATE_URL: 'https://u', MY_LOCK_DESK_USER: 'x' }

describe('credentials in the environment', () => {
  it('are removed from it; other variables stay', () => {
    const environment = { ...keys, ...others }
    expect([removeCredentialVariables(environment), environment]).toEqual([keys, others])
  })

  it('pass through standard input with any content', () => {
    expect(parseCredentialVariables(formatCredentialVariables(keys))).toEqual(keys)
  })

  it('can be typed as lines in the format of “env”; other lines are ignored', () => {
    expect(
      parseCredentialVariables('PATH=/bin\r\nLOCK_DESK_APP_KEY=a=b\r\n\nnonsense\n=\nLOCK_DESK_USER=li\n'),
    ).toEqual({
      LOCK_DESK_APP_KEY: 'a=b',
      LOCK_DESK_USER: 'li',
    })
    expect(credentialsFrom(parseCredentialVariables('LOCK_DESK_USER=li\nLOCK_DESK_PASSWORD=p')).user).toEqual(
      {
        name: 'li',
        password: 'p',
      },
    )
  })

  it('are not in the environment that “npm start” gives the app on Linux', () => {
    const { env, input } = withoutCredentials({ ...keys, ...others }, 'linux')
    expect([env, parseCredentialVariables(input ?? '')]).toEqual([others, keys])
    expect(withoutCredentials(others, 'linux').input).toBeUndefined()
    expect(withoutCredentials({ ...keys }, 'win32').env).toEqual(keys)
  })

  it('make an installed app relaunch once on Linux', () => {
    const packaged = { platform: 'linux', isPackaged: true } as const
    expect(shouldRelaunch(keys, null, packaged)).toBe(true)
    expect(shouldRelaunch({}, null, packaged)).toBe(false)
    expect(shouldRelaunch(keys, null, { ...packaged, isPackaged: false })).toBe(false)
    expect(shouldRelaunch(keys, null, { ...packaged, platform: 'darwin' })).toBe(false)
  })

  it('make a command of an installed app start again without a display, once', () => {
    const packaged = { platform: 'linux', isPackaged: true, hasSwitch: () => false } as const
    expect(needsHeadless(packaged)).toBe(true)
    expect(needsHeadless({ ...packaged, hasSwitch: (name) => name === 'ozone-platform' })).toBe(false)
    expect(needsHeadless({ ...packaged, isPackaged: false })).toBe(false)
    expect(needsHeadless({ ...packaged, platform: 'win32' })).toBe(false)
  })
})
