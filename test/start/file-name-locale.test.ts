import { describe, expect, it } from 'vitest'
import { withFileNameLocale } from '../../scripts/setup/file-name-locale.mjs'
import { fileNameVariables, losesFileNames } from '../../src-main/start/file-name-locale'

const ascii = () => Promise.resolve('ANSI_X3.4-1968')
const utf8 = () => Promise.resolve('UTF-8')

describe('names of files with other characters than ASCII are left out', () => {
  it.each([
    ['without a locale', {}, utf8],
    ['in the C locale', { LC_ALL: 'C', LANG: 'zh_CN.UTF-8' }, utf8],
    ['in POSIX', { LANG: 'POSIX' }, utf8],
    ['for characters alone', { LC_CTYPE: 'C', LANG: 'zh_CN.UTF-8' }, utf8],
    ['in a locale that is not installed', { LANG: 'zh_CN.UTF-8' }, ascii],
  ])('%s', async (_what, environment, charmap) => {
    expect(await losesFileNames(environment, 'linux', charmap)).toBe(true)
    expect(await losesFileNames(environment, 'win32', charmap)).toBe(false)
    expect(await losesFileNames(environment, 'darwin', charmap)).toBe(false)
  })

  it.each([
    ['not in UTF-8', { LANG: 'zh_CN.UTF-8' }, utf8],
    ['not in the UTF-8 that the app starts itself with', { LC_ALL: 'C.UTF-8', LANG: 'C' }, utf8],
    [
      'not in a Chinese encoding, which was chosen',
      { LANG: 'zh_CN.GB18030' },
      () => Promise.resolve('GB18030'),
    ],
    ['not where the system does not say', { LANG: 'zh_CN.UTF-8' }, () => Promise.resolve('')],
  ])('%s', async (_what, environment, charmap) => {
    expect(await losesFileNames(environment, 'linux', charmap)).toBe(false)
  })

  it.runIf(process.platform === 'linux')('as the system says of its locales', async () => {
    expect(await losesFileNames({ LANG: 'xx_YY.UTF-8' }, 'linux')).toBe(true)
    expect(await losesFileNames({ LANG: 'C.UTF-8' }, 'linux')).toBe(false)
  })
})

describe('the start with all names', () => {
  it.each([
    [{ LC_ALL: 'C' }, { LC_ALL: 'C.UTF-8' }],
    [{ LANG: 'zh_CN.UTF-8' }, { LC_ALL: 'C.UTF-8', LANGUAGE: 'zh_CN.UTF-8' }],
    [
      { LC_CTYPE: 'C', LC_MESSAGES: 'zh_CN.UTF-8' },
      { LC_ALL: 'C.UTF-8', LANGUAGE: 'zh_CN.UTF-8' },
    ],
    [{ LANG: 'de_DE', LANGUAGE: 'zh_CN:en' }, { LC_ALL: 'C.UTF-8' }],
  ])('keeps the language of %j', (environment, variables) => {
    expect(fileNameVariables(environment)).toEqual(variables)
  })

  it('is tried once', () => {
    expect(fileNameVariables({ LC_ALL: 'C.UTF-8' })).toBeNull()
  })
})

describe('npm start', () => {
  it('sets the locale on Linux, and keeps one that reads all names', () => {
    expect(withFileNameLocale({ LC_ALL: 'POSIX', PATH: '/bin' }, 'linux')).toEqual({
      LC_ALL: 'C.UTF-8',
      PATH: '/bin',
    })
    expect(withFileNameLocale({ LC_MESSAGES: 'zh_CN.UTF-8' }, 'linux')).toMatchObject({
      LC_ALL: 'C.UTF-8',
      LANGUAGE: 'zh_CN.UTF-8',
    })
    expect(withFileNameLocale({ LC_ALL: 'C.UTF-8' }, 'linux')).toEqual({ LC_ALL: 'C.UTF-8' })
    expect(withFileNameLocale({ LC_ALL: 'C' }, 'darwin')).toEqual({ LC_ALL: 'C' })
  })
})
