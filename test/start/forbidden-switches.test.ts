import { describe, expect, it } from 'vitest'
import { describeForbiddenSwitch, findForbiddenSwitch } from '../../src-main/start/forbidden-switches'

const commandLine = (...names: string[]) => ({
  hasSwitch: (name: string) => names.includes(name),
  args: names.map((name) => `--${name}=1`),
})
const packaged = { isPackaged: true, isRoot: false }

describe('findForbiddenSwitch', () => {
  it.each(['remote-debugging-port', 'remote-debugging-pipe', 'inspect', 'inspect-brk', 'inspect-port'])(
    'rejects the debugging switch %s in a packaged app',
    (name) => {
      expect(findForbiddenSwitch(commandLine('lang', name), packaged)).toEqual({ name, opens: 'debugger' })
    },
  )

  it.each([
    'no-sandbox',
    'disable-seccomp-filter-sandbox',
    'disable-web-security',
    'ignore-certificate-errors',
    'host-resolver-rules',
    'load-extension',
    'disable-setuid-sandbox',
    'disable-site-isolation-trials',
    'ssl-key-log-file',
    'log-net-log',
    'js-flags',
    'renderer-cmd-prefix',
    'enable-blink-features',
  ])('rejects %s, which weakens the sandbox, in a packaged app', (name) => {
    expect(findForbiddenSwitch(commandLine('lang', name), packaged)).toEqual({ name, opens: 'wall' })
  })

  it('accepts them all while the app is not packaged', () => {
    expect(
      findForbiddenSwitch(commandLine('no-sandbox', 'inspect', 'js-flags'), {
        isPackaged: false,
        isRoot: false,
      }),
    ).toBeNull()
  })

  it('lets root run without the Chromium sandbox, but rejects the other switches', () => {
    const root = { isPackaged: true, isRoot: true }
    expect(findForbiddenSwitch(commandLine('no-sandbox'), root)).toBeNull()
    expect(findForbiddenSwitch(commandLine('no-sandbox', 'js-flags'), root)?.name).toBe('js-flags')
  })

  it.each(['-js-flags=--x', '/js-flags=x', '--JS-Flags', '--js-flags'])(
    'recognizes a forbidden switch in %s',
    (arg) => {
      const hasSwitch = (name: string) => name === 'js-flags'
      expect(findForbiddenSwitch({ hasSwitch, args: ['--lang', arg] }, packaged)?.name).toBe('js-flags')
    },
  )

  it('ignores switches that Electron added itself', () => {
    const hasSwitch = (name: string) => name === 'allow-file-access-from-files'
    expect(findForbiddenSwitch({ hasSwitch, args: ['--lang'] }, packaged)).toBeNull()
  })

  it('accepts switches that weaken nothing', () => {
    const ways = ['lang', 'proxy-server', 'proxy-pac-url', 'password-store', 'ozone-platform', 'disable-gpu']
    expect(findForbiddenSwitch(commandLine(...ways), packaged)).toBeNull()
  })

  it('suggests the deb package where the AppImage itself started without a sandbox', () => {
    expect(describeForbiddenSwitch({ name: 'no-sandbox', opens: 'wall' })).toMatch(
      /protection turned off \(--no-sandbox\).*deb package/,
    )
    expect(describeForbiddenSwitch({ name: 'js-flags', opens: 'wall' })).not.toMatch(/deb/)
  })
})
