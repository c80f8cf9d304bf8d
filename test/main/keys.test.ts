import { describe, expect, it } from 'vitest'
import { withoutKeys } from '../../scripts/setup/keys.mjs'
import { credentialsFrom, readKeys, takeKeys, writeKeys } from '../../src-main/platform/credentials'
import { isToStartAgain } from '../../src-main/start-without-keys'

const keys = {
  LOCK_DESK_APP_KEY: 'key',
  LOCK_DESK_ORDER_APP_SECRET: 'a=b\n"c"',
  LOCK_DESK_USER: '李薇',
  LOCK_DESK_PASSWORD: '',
}
const others = { PATH: '/bin', LOCK_DESK_UPDATE_URL: 'https://u', MY_LOCK_DESK_USER: 'x' }

describe('keys of the environment', () => {
  it('are taken out of it, and nothing else is', () => {
    const environment = { ...keys, ...others }
    expect([takeKeys(environment), environment]).toEqual([keys, others])
  })

  it('come through standard input whatever is in them', () => {
    expect(readKeys(writeKeys(keys))).toEqual(keys)
  })

  it('may be typed by the line, as “env” prints them; what is no key is not looked at', () => {
    expect(readKeys('PATH=/bin\r\nLOCK_DESK_APP_KEY=a=b\r\n\nnonsense\n=\nLOCK_DESK_USER=li\n')).toEqual({
      LOCK_DESK_APP_KEY: 'a=b',
      LOCK_DESK_USER: 'li',
    })
    expect(credentialsFrom(readKeys('LOCK_DESK_USER=li\nLOCK_DESK_PASSWORD=p')).user).toEqual({
      name: 'li',
      password: 'p',
    })
  })

  it('do not reach the app by the environment of “npm start” on Linux', () => {
    const { env, input } = withoutKeys({ ...keys, ...others }, 'linux')
    expect([env, readKeys(input ?? '')]).toEqual([others, keys])
    expect(withoutKeys(others, 'linux').input).toBeUndefined()
    expect(withoutKeys({ ...keys }, 'win32').env).toEqual(keys)
  })

  it('make an installed app start again, on Linux, once', () => {
    const packaged = { platform: 'linux', isPackaged: true } as const
    expect(isToStartAgain(keys, packaged)).toBe(true)
    expect(isToStartAgain({}, packaged)).toBe(false)
    expect(isToStartAgain(keys, { ...packaged, isPackaged: false })).toBe(false)
    expect(isToStartAgain(keys, { ...packaged, platform: 'darwin' })).toBe(false)
  })
})
