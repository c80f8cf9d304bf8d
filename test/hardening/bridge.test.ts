import fc from 'fast-check'
import type { IpcMainInvokeEvent } from 'electron'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { commandNames } from '#shared/commands'
import { commandSchemas } from '#shared/commands-schema'
import { createMainWindow } from '../../src-main/window/main-window'
import { attackBridge } from './support/attacked-bridge'
import type { AttackedBridge } from './support/attacked-bridge'
import { attackOn, fittingInput, withFieldTooMany } from './support/near-misses'

const home = 'app://lock-desk/index.html'

/** As much of Electron as the window needs; `does` is what the one window does. */
const does = vi.hoisted(() => ({ isDestroyed: false, url: '', throwsAtFrame: false }))
vi.mock('electron', () => {
  class BrowserWindow {
    webContents = {
      mainFrame: {
        get url() {
          if (does.throwsAtFrame) throw new Error('Render frame was disposed')
          return does.url
        },
      },
      on: () => undefined,
      once: () => undefined,
      send: () => undefined,
    }
    isDestroyed = () => does.isDestroyed
    isMinimized = () => false
    // Shown by then at the latest, and these tests may take longer (main-window.ts).
    isVisible = () => true
    focus = () => undefined
    once = () => undefined
    on = () => undefined
    loadURL = () => Promise.resolve()
  }
  return { BrowserWindow, nativeTheme: { shouldUseDarkColors: false }, protocol: {} }
})

const window = createMainWindow({ preload: '', icon: '', devTools: false })
window.show()

let bridge: AttackedBridge
beforeAll(async () => {
  bridge = await attackBridge(window.isTrusted)
})
afterAll(() => bridge.stop())
beforeEach(() => Object.assign(does, { isDestroyed: false, url: home, throwsAtFrame: false }))

const ours = (): IpcMainInvokeEvent => {
  const sender = window.window()!.webContents
  return { sender, senderFrame: sender.mainFrame } as IpcMainInvokeEvent
}
const withFrame = (senderFrame: object | null) => ({ ...ours(), senderFrame }) as IpcMainInvokeEvent

/** Whoever may not call, and how it is made so. */
const strangers: Readonly<Record<string, () => IpcMainInvokeEvent>> = {
  'a frame that is gone': () => withFrame(null),
  'a frame inside the page, from the same address': () => withFrame({ url: home }),
  'another window showing the same page': () => {
    const mainFrame = { url: home }
    return { sender: { mainFrame }, senderFrame: mainFrame } as never
  },
  'another window in the name of our frame': () => ({ ...ours(), sender: {} as never }),
  'a window that is closed': () => {
    does.isDestroyed = true
    return ours()
  },
  'a frame that throws when it is looked at': () => {
    does.throwsAtFrame = true
    return ours()
  },
  ...Object.fromEntries(
    [
      '',
      'about:blank',
      'app://lock-desk',
      'app://lock-desk.evil/index.html',
      'app://lock-desk@evil/index.html',
      'app://evil/lock-desk/index.html',
      'APP://lock-desk/index.html',
      'https://lock-desk/index.html',
      'file:///app://lock-desk/',
      'data:text/html,app://lock-desk/',
      'devtools://devtools/bundled/app://lock-desk/',
      'chrome-error://chromewebdata/',
    ].map((url) => [
      `the page at ${JSON.stringify(url)}`,
      () => {
        does.url = url
        return ours()
      },
    ]),
  ),
}

describe('a command from a stranger', () => {
  it.each(Object.keys(strangers))('is refused, whichever it is and whatever it brings: %s', async (who) => {
    for (const name of commandNames) {
      for (const given of [[], [fittingInput(name)]]) {
        const outcome = await bridge.give(name, given, strangers[who]!())
        expect([name, outcome]).toMatchObject([name, { ok: false, error: { code: 'refused-sender' } }])
      }
    }
    expect(bridge.traces()).toEqual([])
  })
})

describe('the attacks', () => {
  it('begin from inputs that fit', () => {
    const fits = commandNames.filter((name) => commandSchemas[name].safeParse(fittingInput(name)).success)
    expect(fits.length / commandNames.length).toBeGreaterThan(0.95)
  })
})

describe('a command with input that does not fit', () => {
  it.each(commandNames)('has no room for a field that is not its own: %s', async (name) => {
    for (const given of withFieldTooMany(name)) {
      const outcome = await bridge.give(name, [given], ours())
      expect([given, outcome]).toMatchObject([given, { ok: false, error: { code: 'invalid-input' } }])
    }
    expect(bridge.traces()).toEqual([])
  })

  it.each(commandNames)('is refused in words, at once, and nothing happens: %s', async (name) => {
    let refused = 0
    await fc.assert(
      fc.asyncProperty(attackOn(name), async ({ what, given }) => {
        // A near miss that hits is no attack.
        const isFine = given.length === 1 && commandSchemas[name].safeParse(given[0]).success
        fc.pre(!isFine)
        // Against holding everybody up; a busy machine is no fault.
        const begun = performance.now()
        const outcome = await bridge.give(name, given, ours())
        expect([what, outcome]).toMatchObject([
          what,
          { ok: false, error: { code: 'invalid-input', message: expect.any(String) as string } },
        ])
        expect(JSON.stringify(outcome).length).toBeLessThan(1_000)
        expect(performance.now() - begun).toBeLessThan(5_000)
        expect(bridge.traces()).toEqual([])
        refused += 1
      }),
      { numRuns: 60, maxSkipsPerRun: 50 },
    )
    expect(refused).toBe(60)
    expect(bridge.faults).toEqual([])
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})
