import { describe, expect, it, vi } from 'vitest'
import { runSystemProgram, systemEnvironment } from '../../src-main/util/system-program'

const windowsFolderOf = async (...libraries: string[]) => {
  vi.resetModules()
  const { windowsFolder } = await import('../../src-main/util/system-program')
  return windowsFolder(() => libraries)
}

describe('the folder of Windows', () => {
  it('is the one that the loader used, whatever the environment says', async () => {
    vi.stubEnv('SystemRoot', String.raw`C:\Users\li\Windows`)
    const own = [String.raw`C:\Users\li\app.exe`, String.raw`D:\WINDOWS\SYSTEM32\ntdll.dll`]
    expect(await windowsFolderOf(...own)).toBe(String.raw`D:\WINDOWS`)
    expect(await windowsFolderOf()).toBe(String.raw`C:\Windows`)
    expect(await windowsFolderOf(String.raw`\\server\share\System32\ntdll.dll`)).toBe(String.raw`C:\Windows`)
    vi.unstubAllEnvs()
  })
})

describe('a program of the system', () => {
  it('gets an environment that names the folders of the system only', () => {
    const folder = () => String.raw`D:\Windows`
    expect(systemEnvironment('win32', folder)).toEqual({
      SystemRoot: String.raw`D:\Windows`,
      windir: String.raw`D:\Windows`,
      PATH: String.raw`D:\Windows\System32`,
    })
    expect(Object.keys(systemEnvironment('darwin'))).toEqual(['PATH'])
  })

  it.skipIf(process.platform === 'win32')('sees nothing of the environment of the app', async () => {
    vi.stubEnv('CHOSEN_BY_THE_USER', '1')
    const printed = await runSystemProgram('/usr/bin/env', [], { maxBytes: 10_000 })
    expect(printed.toString()).toBe('PATH=/usr/bin:/bin:/usr/sbin:/sbin\n')
    vi.unstubAllEnvs()
  })
})
