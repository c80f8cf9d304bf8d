import { join, resolve } from 'node:path'
import { build } from 'vite'
import type { BridgeApi } from '#shared/bridge/channels'
import { commandNames } from '#shared/bridge/command-names'
import type { CommandName } from '#shared/bridge/commands'
import { eventNames } from '#shared/bridge/events'
import type { EventName } from '#shared/bridge/events'
import { launchApp } from '../../../scripts/driver/app.mjs'
import type { AppDriver } from '../../../scripts/driver/app.mjs'
import { sandboxSwitch } from '../../support/app'
import type { createBridgeDouble } from '../../renderer/support/bridge-double'

/** What page-main.ts serves. It also imports Electron, which this process cannot. */
const pageAddress = 'app://lock-desk/index.html'

export type BridgeDouble = ReturnType<typeof createBridgeDouble>

/** What the page's script finds in the window besides the bridge. */
interface Planted {
  readonly sendToTest: (name: CommandName, input: unknown) => Promise<unknown>
  readonly emitFromTest: (name: EventName, payload: unknown) => void
}

/** The window's program from the current sources; each worker has a folder of its own. */
const buildProgram = async (): Promise<string> => {
  const outDir = resolve('out/test-pages', process.env['VITEST_POOL_ID'] ?? '0')
  await build({
    root: resolve('.'),
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, external: ['electron'] },
    build: {
      ssr: true,
      target: 'node20.18',
      outDir,
      rolldownOptions: {
        input: { main: resolve('test/pages/support/page-main.ts') },
        output: { format: 'es', entryFileNames: '[name].mjs' },
      },
    },
  })
  return join(outDir, 'main.mjs')
}

/** In the page, before its own script: the bridge in place of the preload script's. */
const plantBridge = ([commands, events]: readonly [readonly string[], readonly string[]]): void => {
  const planted = window as unknown as Planted
  const listeners = new Map(events.map((name) => [name, new Set<(payload: unknown) => void>()]))
  const bridge = {
    commands: Object.fromEntries(
      commands.map((name) => [
        name,
        (input?: unknown) => planted.sendToTest(name as CommandName, structuredClone(input)),
      ]),
    ),
    events: Object.fromEntries(
      events.map((name) => [
        name,
        (listener: (payload: unknown) => void) => {
          listeners.get(name)?.add(listener)
          return () => void listeners.get(name)?.delete(listener)
        },
      ]),
    ),
  }
  Object.assign(window, {
    lockDesk: bridge,
    emitFromTest: (name: string, payload: unknown) => {
      for (const listener of listeners.get(name) ?? []) listener(payload)
    },
  })
}

export interface PageWindow extends AppDriver {
  /** Loads the page again on this double, in a window of the usual size. */
  load(double: BridgeDouble): Promise<void>
}

const open = async (): Promise<PageWindow> => {
  const executablePath = process.env['LOCK_DESK_ELECTRON_PATH']
  if (executablePath === undefined) throw new Error('LOCK_DESK_ELECTRON_PATH is not set; use npm test')
  const driver = await launchApp({ executablePath, args: [...sandboxSwitch, await buildProgram()] })
  const { app, page } = driver
  // Without a listener the system's own dialog opens; it would stay over the pages of the next files.
  page.on('filechooser', () => undefined)
  let current: BridgeDouble | null = null
  await page.exposeFunction('sendToTest', (name: CommandName, input: unknown) => {
    const send = current?.api.commands[name] as ((input: unknown) => Promise<unknown>) | undefined
    // A page that is being left still calls.
    return send === undefined ? new Promise(() => undefined) : send(input)
  })
  await page.addInitScript(plantBridge, [commandNames, eventNames] as const)
  const forward = (double: BridgeDouble) => {
    for (const name of eventNames) {
      const subscribe = double.api.events[name] as BridgeApi['events']['app/link']
      subscribe((payload: unknown) => {
        if (double !== current) return
        void page
          .evaluate(([event, value]) => (window as unknown as Planted).emitFromTest(event, value), [
            name,
            payload,
          ] as const)
          .catch(() => undefined)
      })
    }
  }
  return {
    ...driver,
    load: async (double) => {
      current = null
      await page.goto('about:blank')
      await app.evaluate(({ BrowserWindow }) => {
        BrowserWindow.getAllWindows()[0]?.setContentSize(1280, 800)
      })
      await page.emulateMedia({ forcedColors: null, reducedMotion: null, colorScheme: null })
      forward(double)
      current = double
      await page.goto(pageAddress)
      // A zoom belongs to the address, so it is reset there.
      await app.evaluate(({ BrowserWindow }) => {
        BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(1)
      })
      await page.getByTestId('rail-desk').waitFor()
      // The system's pointer is in the middle of the screen, where controls come under it when a page scrolls.
      await page.mouse.move(0, 0)
    },
  }
}

let opened: Promise<PageWindow> | undefined

/** The one window of this worker: its files share it, one after another. It ends with the worker. */
export const pageWindow = (): Promise<PageWindow> => (opened ??= open())
