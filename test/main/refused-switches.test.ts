import { describe, expect, it } from 'vitest'
import { refusalOf, refusedSwitch } from '../../src-main/refused-switches'

const given = (...names: string[]) => ({
  hasSwitch: (name: string) => names.includes(name),
  args: names.map((name) => `--${name}=1`),
})
const packaged = { isPackaged: true, isRoot: false }

describe('refusedSwitch', () => {
  it.each(['remote-debugging-port', 'remote-debugging-pipe', 'inspect', 'inspect-brk', 'inspect-port'])(
    'names the debugging switch %s in a packaged app',
    (name) => {
      expect(refusedSwitch(given('lang', name), packaged)).toEqual({ name, opens: 'debugger' })
    },
  )

  it.each([
    'no-sandbox',
    'disable-seccomp-filter-sandbox',
    'disable-web-security',
    'ignore-certificate-errors',
    'host-resolver-rules',
    'load-extension',
    'js-flags',
    'renderer-cmd-prefix',
    'enable-blink-features',
  ])('names %s, which takes down a wall, in a packaged app', (name) => {
    expect(refusedSwitch(given('lang', name), packaged)).toEqual({ name, opens: 'wall' })
  })

  it('lets the built app have them all while it is not packaged', () => {
    expect(
      refusedSwitch(given('no-sandbox', 'inspect', 'js-flags'), { isPackaged: false, isRoot: false }),
    ).toBeNull()
  })

  it('lets root be without the sandbox, which root cannot have, and without no other wall', () => {
    const root = { isPackaged: true, isRoot: true }
    expect(refusedSwitch(given('no-sandbox'), root)).toBeNull()
    expect(refusedSwitch(given('no-sandbox', 'js-flags'), root)?.name).toBe('js-flags')
  })

  it.each(['-js-flags=--x', '/js-flags=x', '--JS-Flags', '--js-flags'])('knows a wall by %s', (arg) => {
    const hasSwitch = (name: string) => name === 'js-flags'
    expect(refusedSwitch({ hasSwitch, args: ['--lang', arg] }, packaged)?.name).toBe('js-flags')
  })

  it('leaves alone what Electron added by itself', () => {
    const hasSwitch = (name: string) => name === 'allow-file-access-from-files'
    expect(refusedSwitch({ hasSwitch, args: ['--lang'] }, packaged)).toBeNull()
  })

  it('has nothing against switches that only choose a way', () => {
    const ways = ['lang', 'proxy-server', 'proxy-pac-url', 'password-store', 'ozone-platform', 'disable-gpu']
    expect(refusedSwitch(given(...ways), packaged)).toBeNull()
  })

  it('says what to do where an AppImage was started without a sandbox by its own start', () => {
    expect(refusalOf({ name: 'no-sandbox', opens: 'wall' })).toMatch(
      /walls down \(--no-sandbox\).*deb package/,
    )
    expect(refusalOf({ name: 'js-flags', opens: 'wall' })).not.toMatch(/deb/)
  })
})
