import { describe, expect, it } from 'vitest'
import { parseLaunchOptions } from '../../src-main/launch-options'

const parse = (...args: string[]) => parseLaunchOptions(args, false)

describe('launch options', () => {
  it('open training where none are given, whatever Chromium is told beside them', () => {
    expect(parse('.', '--no-sandbox', '--lang=zh-CN', '--disable-gpu')).toEqual({
      ok: true,
      value: {
        userData: null,
        platform: null,
        simulatedLocks: false,
        trainingSeed: null,
        keysFromStdin: false,
        hasLifeline: false,
        announceUsable: false,
      },
    })
  })

  it('take a folder and a platform', () => {
    expect(
      parse('--user-data', '/d', '--platform', 'https://p', '--user-centre=https://u/token'),
    ).toMatchObject({
      value: { userData: '/d', platform: { baseUrl: 'https://p', userCentreUrl: 'https://u/token' } },
    })
  })

  it.each([
    ['a platform alone', ['--platform', 'https://p']],
    ['a user centre alone', ['--user-centre', 'https://u']],
    ['what is no URL', ['--platform', 'p', '--user-centre', 'https://u']],
    ['a seed that is no number', ['--training-seed', '1e9']],
    ['another scheme', ['--platform', 'file:///p', '--user-centre', 'https://u']],
  ])('refuse %s', (_name, args) => {
    expect(parse(...args)).toMatchObject({ ok: false, error: { code: 'usage' } })
  })

  it('give a packaged app no simulated locks', () => {
    expect(parseLaunchOptions(['--simulated-locks'], true)).toMatchObject({
      value: { simulatedLocks: false },
    })
  })
})
