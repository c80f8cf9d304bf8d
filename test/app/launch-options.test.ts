import { describe, expect, it } from 'vitest'
import { parseLaunchOptions } from '../../src-main/app/launch-options'

const parse = (...args: string[]) => parseLaunchOptions(args, false)

describe('launch options', () => {
  it('open training mode by default, whatever Chromium switches are given', () => {
    expect(parse('.', '--no-sandbox', '--lang=zh-CN', '--disable-gpu')).toEqual({
      ok: true,
      value: {
        userData: null,
        platform: null,
        policyFile: null,
        simulatedLocks: false,
        trainingSeed: null,
        keysFromStdin: false,
        simulatedDeviceFiles: [],
        hasLifeline: false,
        announceUsable: false,
      },
    })
  })

  it('accept a data folder and a platform', () => {
    expect(
      parse('--user-data', '/d', '--platform', 'https://p', '--user-centre=https://u/token'),
    ).toMatchObject({
      value: { userData: '/d', platform: { baseUrl: 'https://p', userCentreUrl: 'https://u/token' } },
    })
  })

  it.each([
    ['a platform alone', ['--platform', 'https://p']],
    ['a user center alone', ['--user-centre', 'https://u']],
    ['an invalid URL', ['--platform', 'p', '--user-centre', 'https://u']],
    ['an invalid seed', ['--training-seed', '1e9']],
    ['another scheme', ['--platform', 'file:///p', '--user-centre', 'https://u']],
  ])('reject %s', (_name, args) => {
    expect(parse(...args)).toMatchObject({ ok: false, error: { code: 'usage' } })
  })

  it('ignore a policy file in a packaged app', () => {
    expect(parseLaunchOptions(['--policy-file', '/tmp/p'], true)).toMatchObject({
      value: { policyFile: null },
    })
    expect(parseLaunchOptions(['--policy-file', '/tmp/p'], false)).toMatchObject({
      value: { policyFile: '/tmp/p' },
    })
  })

  it('ignore simulated locks in a packaged app', () => {
    expect(parseLaunchOptions(['--simulated-locks'], true)).toMatchObject({
      value: { simulatedLocks: false },
    })
  })
})
