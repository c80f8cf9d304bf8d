import { beforeAll, beforeEach } from 'vitest'
import type { CommandInput, CommandName, CommandOutcome } from '#shared/bridge/commands'
import type { Job } from '#shared/model/changes/job'
import type { RunningApp } from '../../support/app'
import { pressKeysOn } from '../../support/press-keys'
import { tabTo } from '../../support/tab-to'
import { lateBound } from '../../support/late-bound'
import { createBridgeDouble } from '../../renderer/support/bridge-double'
import type { Handlers } from '../../renderer/support/bridge-double'
import { pageWindow } from './page-window'
import type { BridgeDouble, PageWindow } from './page-window'
import { appAnswers } from './world/app-answers'
import { jobAnswers } from './world/job-answers'
import { listAnswers } from './world/list-answers'
import { lockAnswers } from './world/lock-answers'
import { createWorld } from './world/world'
import type { World, WorldOptions } from './world/world'

/** As `RunningApp` of the whole app, without what the page alone does not have. */
export interface PageDesk
  extends
    Omit<PageWindow, 'command' | 'outcome' | 'load' | 'output' | 'answerDialogs' | 'dialogMessages'>,
    Pick<RunningApp, 'command' | 'simulate' | 'press' | 'type' | 'tabTo'> {
  /** What the double answers from; each load of `onPage` has its own. */
  readonly world: World
  /** The inputs of a command so far, oldest first. */
  callsOf<Name extends CommandName>(name: Name): CommandInput<Name>[]
  /** The text of the file that the page saved last. */
  savedText(): string
  /** Sets the size of the page, and waits until it has it. */
  resize(width: number, height: number): Promise<void>
  /** Starts a job that disables the first locks of the world. */
  disableFirst(count: number): Promise<Job>
  /** Lets no job send anything until the returned function is called. */
  hold(): () => void
  /** Loads the page again, as after a restart of the app: what main keeps stays. */
  reload(): Promise<void>
}

export interface PageOptions extends WorldOptions {
  /** Changes the world before the page sees it. */
  readonly prepare?: (world: World) => void
  /** Answers of this file in place of the world's. */
  readonly handlers?: (world: World) => Handlers
}

const startOn = async ({ handlers, prepare, ...options }: PageOptions): Promise<PageDesk> => {
  const window = await pageWindow()
  const world = createWorld(options)
  prepare?.(world)
  const createDouble = (): BridgeDouble => {
    const double = createBridgeDouble({
      ...appAnswers(world),
      ...listAnswers(world),
      ...lockAnswers(world),
      ...jobAnswers(world),
      ...handlers?.(world),
    })
    world.emit = double.emit
    return double
  }
  let double = createDouble()
  await window.load(double)
  const command = async <Name extends CommandName>(name: Name, input?: unknown) => {
    const send = double.api.commands[name] as unknown as (input: unknown) => Promise<CommandOutcome<Name>>
    const outcome = await send(input)
    if (!outcome.ok) throw new Error(`${name}: ${outcome.error.code} ${outcome.error.message}`)
    return outcome.value
  }
  return {
    ...window,
    world,
    command,
    callsOf: <Name extends CommandName>(name: Name) =>
      double.calls.flatMap((call) => (call.name === name ? [call.input as CommandInput<Name>] : [])),
    savedText: () => new TextDecoder().decode(world.saved.at(-1)?.bytes),
    resize: async (width, height) => {
      await window.app.evaluate(
        ({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setContentSize(size[0], size[1]),
        [width, height] as const,
      )
      await window.page.waitForFunction(([x, y]) => innerWidth === x && innerHeight === y, [
        width,
        height,
      ] as const)
    },
    disableFirst: (count) =>
      command('jobs/start', {
        action: 'disable',
        operatorIdentity: 'Li Wei',
        retryOf: null,
        rows: world.records.slice(0, count).map(({ assetNum, shellNumber, enterpriseGlobalId }) => ({
          assetNum,
          shellNumber,
          enterpriseGlobalId,
          plugId: null,
        })),
      }),
    hold: () => {
      let release = (): void => undefined
      world.held = new Promise((done) => (release = done))
      return () => {
        world.held = null
        release()
      }
    },
    reload: async () => {
      double = createDouble()
      await window.load(double)
    },
    setAppearance: async (look) => {
      await command('settings/change', look)
      await window.page.waitForFunction(
        ([tag = '', theme]) => {
          const { lang, dataset } = document.documentElement
          return lang.startsWith(tag) && (theme === undefined || dataset['theme'] === theme)
        },
        [look.language, look.theme] as const,
      )
    },
    simulate: async (shellNumber, gesture) => {
      await command('simulator/act', { trayId: `lock-${shellNumber}`, gesture })
    },
    press: pressKeysOn(window.page),
    type: (text) => window.page.keyboard.type(text),
    tabTo: (testId, key) => tabTo(window.page, testId, key),
  }
}

/**
 * The page on a double of the bridge, in the window of this worker. Each test has a new page and a new world; with
 * `keep`, the tests of the file share them and leave no trace.
 */
export const onPage = ({
  keep = false,
  ...options
}: PageOptions & { readonly keep?: boolean } = {}): PageDesk => {
  let desk: PageDesk | undefined
  const start = async () => {
    desk = await startOn(options)
  }
  if (keep) beforeAll(start)
  else beforeEach(start)
  return lateBound(() => {
    if (desk === undefined) throw new Error('the page is there from the first beforeEach on')
    return desk
  })
}
