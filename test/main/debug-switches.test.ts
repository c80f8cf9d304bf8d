import { describe, expect, it } from 'vitest'
import { debugSwitch } from '../../src-main/debug-switches'

const given =
  (...names: string[]) =>
  (name: string) =>
    names.includes(name)

describe('debugSwitch', () => {
  it.each(['remote-debugging-port', 'remote-debugging-pipe', 'inspect', 'inspect-brk', 'inspect-port'])(
    'names %s in a packaged app',
    (name) => {
      expect(debugSwitch(given('lang', name), true)).toBe(name)
    },
  )

  it('lets the built app be debugged while it is not packaged', () => {
    expect(debugSwitch(given('remote-debugging-port'), false)).toBeNull()
  })

  it('has nothing against other switches', () => {
    expect(debugSwitch(given('no-sandbox', 'lang'), true)).toBeNull()
  })
})
