import { describe, expect, it } from 'vitest'
import { isFailureFresh } from '../../scripts/setup/electron/declared-electron.mjs'
import { electronSwitches, runtimeCandidates } from '../../scripts/setup/electron/electron-runtime.mjs'
import { targetPath } from '../../scripts/setup/electron/fallback-electron.mjs'
import { MissingError, UsageError } from '../../scripts/util/outcome.mjs'

describe('runtimesToTry', () => {
  it('prefers the declared Electron and falls back where a fallback exists', () => {
    expect(runtimeCandidates(undefined, 'linux-x64')).toEqual(['declared', 'fallback'])
    expect(runtimeCandidates(undefined, 'darwin-arm64')).toEqual(['declared'])
  })

  it('uses the requested runtime', () => {
    expect(runtimeCandidates('declared', 'linux-x64')).toEqual(['declared'])
    expect(runtimeCandidates('fallback', 'linux-x64')).toEqual(['fallback'])
    expect(() => runtimeCandidates('fallback', 'win32-x64')).toThrow(MissingError)
    expect(() => runtimeCandidates('newest', 'linux-x64')).toThrow(UsageError)
  })
})

describe('isFailureFresh', () => {
  const hour = 3_600_000
  const record = JSON.stringify({ version: '45.4.1', at: 100 * hour })

  it('remembers a failed download of that version for a day', () => {
    expect(isFailureFresh(record, '45.4.1', 123 * hour)).toBe(true)
    expect(isFailureFresh(record, '45.4.1', 124 * hour)).toBe(false)
  })

  it('tries again for another version, after a clock set back, and without a readable record', () => {
    expect(isFailureFresh(record, '45.4.2', 101 * hour)).toBe(false)
    expect(isFailureFresh(record, '45.4.1', 99 * hour)).toBe(false)
    expect(isFailureFresh('', '45.4.1', 101 * hour)).toBe(false)
    expect(isFailureFresh(undefined, '45.4.1', 101 * hour)).toBe(false)
  })
})

describe('targetPath', () => {
  it('keeps Electron’s files and renames the executable', () => {
    expect(targetPath('Cypress/Cypress')).toBe('electron')
    expect(targetPath('Cypress/locales/zh-CN.pak')).toBe('locales/zh-CN.pak')
  })

  it('omits the other program and its snapshot', () => {
    expect(targetPath('Cypress/resources/app/index.js')).toBeUndefined()
    expect(targetPath('Cypress/browser_v8_context_snapshot.bin')).toBeUndefined()
    expect(targetPath('Cypress/locales/')).toBeUndefined()
    expect(targetPath('elsewhere')).toBeUndefined()
  })
})

describe('electronSwitches', () => {
  it('disables the sandbox for root on Linux only', () => {
    expect(electronSwitches('linux', 0)).toEqual(['--no-sandbox'])
    expect(electronSwitches('linux', 1000)).toEqual([])
    expect(electronSwitches('darwin', 0)).toEqual([])
    expect(electronSwitches('win32', -1)).toEqual([])
  })
})
