import fc from 'fast-check'
import type { IpcMainInvokeEvent } from 'electron'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { commandNames } from '#shared/bridge/command-names'
import { commands } from '#shared/bridge/commands'
import { createMainWindow } from '../../src-main/window/main-window'
import { processorMs } from '../support/processor-time'
import { attackBridge } from './support/attacked-bridge'
import type { AttackedBridge } from './support/attacked-bridge'
import { attackOn, fittingInput, withFieldTooMany } from './support/near-misses'

const home = 'app://lock-desk/index.html'

/** The part of Electron that the window needs; `does` controls the window. */
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
    // The window is shown by its deadline (main-window.ts), which these tests may exceed.
    isVisible = () => true
    focus = () => undefined
    once = () => undefined
    on = () => undefined
    loadURL = () => Promise.resolve()
  }
  const display = { id: 1, workArea: { x: 0, y: 0, width: 1600, height: 1200 } }
  const screen = { getPrimaryDisplay: () => display, getAllDisplays: () => [display] }
  return { BrowserWindow, nativeTheme: { shouldUseDarkColors: false }, protocol: {}, screen }
})

const nothing = () => undefined
const window = createMainWindow({
  preload: '',
  icon: '',
  devTools: false,
  systemLanguage: 'en',
  placement: null,
  errorPageActions: { restart: nothing, folder: nothing },
})
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

/** Senders that are not trusted, and how to create them. */
const strangers: Readonly<Record<string, () => IpcMainInvokeEvent>> = {
  'a removed frame': () => withFrame(null),
  'a nested frame from the same address': () => withFrame({ url: home }),
  'another window showing the same page': () => {
    const mainFrame = { url: home }
    return { sender: { mainFrame }, senderFrame: mainFrame } as never
  },
  'another window with our frame': () => ({ ...ours(), sender: {} as never }),
  'a closed window': () => {
    does.isDestroyed = true
    return ours()
  },
  'a frame that throws on access': () => {
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

describe('a command from an untrusted sender', () => {
  it.each(Object.keys(strangers))('is refused, whatever the command and its input: %s', async (who) => {
    for (const name of commandNames) {
      for (const args of [[], [fittingInput(name)]]) {
        const outcome = await bridge.give(name, args, strangers[who]!())
        expect([name, outcome]).toMatchObject([name, { ok: false, error: { code: 'refused-sender' } }])
      }
    }
    expect(bridge.traces()).toEqual([])
  })
})

describe('generated attacks', () => {
  it('start from valid inputs', () => {
    const fits = commandNames.filter((name) => commands[name].input.safeParse(fittingInput(name)).success)
    expect(fits.length / commandNames.length).toBeGreaterThan(0.95)
  })
})

describe('a command with invalid input', () => {
  it.each(commandNames)('is refused for an additional field: %s', async (name) => {
    for (const args of withFieldTooMany(name)) {
      const outcome = await bridge.give(name, [args], ours())
      expect([args, outcome]).toMatchObject([args, { ok: false, error: { code: 'invalid-input' } }])
    }
    expect(bridge.traces()).toEqual([])
  })

  it.each(commandNames)('is refused with an error at once and without an effect: %s', async (name) => {
    let refused = 0
    await fc.assert(
      fc.asyncProperty(attackOn(name), async ({ what, given: args }) => {
        // A mutation that is valid is no attack.
        const isFine = args.length === 1 && commands[name].input.safeParse(args[0]).success
        fc.pre(!isFine)
        const bootstrap = processorMs()
        const outcome = await bridge.give(name, args, ours())
        expect([what, outcome]).toMatchObject([
          what,
          { ok: false, error: { code: 'invalid-input', message: expect.any(String) as string } },
        ])
        expect(JSON.stringify(outcome).length).toBeLessThan(1_000)
        expect(processorMs() - bootstrap).toBeLessThan(5_000)
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
