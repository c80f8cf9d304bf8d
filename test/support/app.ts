import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { launchApp } from '../../scripts/driver/app.mjs'
import type { AppDriver } from '../../scripts/driver/app.mjs'
import type { CommandInput, CommandName, CommandOutcome, CommandValue } from '#shared/bridge/commands'
import { pressKeysOn } from './press-keys'
import { tabTo } from './tab-to'

export interface RunningApp extends Omit<AppDriver, 'command' | 'outcome'> {
  readonly userData: string
  /** Where files are saved to and chosen from, as the user's dialogs would. */
  readonly saves: string
  /** Runs a command over the page's bridge and fails the test where it fails. */
  command<Name extends CommandName>(
    name: Name,
    ...input: CommandInput<Name> extends undefined ? [] : [CommandInput<Name>]
  ): Promise<CommandValue<Name>>
  outcome<Name extends CommandName>(name: Name, input?: unknown): Promise<CommandOutcome<Name>>
  /** Plugs in or unplugs a simulated lock. */
  simulate(shellNumber: string, gesture: 'plug-in' | 'pull-out'): Promise<void>
  /** Presses keys one after the other. */
  press(...keys: readonly string[]): Promise<void>
  type(text: string): Promise<void>
  /** Presses Tab only; throws where the focus never reaches the element. */
  tabTo(testId: string, key?: 'Tab' | 'Shift+Tab'): Promise<void>
  stop(): Promise<void>
}

interface StartOptions {
  /** The folder of an earlier start; without it, a new one that is removed at the end. */
  readonly userData?: string
  readonly platform?: { readonly baseUrl: string; readonly userCentreUrl: string }
  readonly environment?: Readonly<Record<string, string>>
  readonly args?: readonly string[]
}

export const sandboxSwitch = process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : []

const freshFolder = (name: string): Promise<string> => mkdtemp(join(tmpdir(), `lock-desk-${name}-`))
export const freshUserData = (): Promise<string> => freshFolder('e2e')

/** Starts the built app in the real Electron with its own profile. */
export const startApp = async (options: StartOptions = {}): Promise<RunningApp> => {
  const executablePath = process.env['LOCK_DESK_ELECTRON_PATH']
  if (executablePath === undefined) throw new Error('LOCK_DESK_ELECTRON_PATH is not set; use npm test')
  const userData = options.userData ?? (await freshUserData())
  const saves = await freshFolder('saves')
  const { platform } = options
  const driver = await launchApp({
    executablePath,
    args: [
      ...sandboxSwitch,
      resolve('.'),
      '--user-data',
      userData,
      ...(platform === undefined
        ? []
        : ['--platform', platform.baseUrl, '--user-centre', platform.userCentreUrl, '--simulated-locks']),
      ...(options.args ?? []),
    ],
    env: options.environment ?? {},
  })
  const { app, page } = driver
  const command = driver.command as RunningApp['command']
  return {
    ...driver,
    userData,
    saves,
    outcome: driver.outcome as RunningApp['outcome'],
    command,
    simulate: async (shellNumber, gesture) => {
      const locks = await command('simulator/list')
      const lock = locks.find((each) => each.shellNumber === shellNumber)
      if (lock === undefined) throw new Error(`There is no simulated lock ${shellNumber}`)
      await command('simulator/act', { trayId: lock.trayId, gesture })
    },
    press: pressKeysOn(page),
    type: (text) => page.keyboard.type(text),
    tabTo: (testId, key) => tabTo(page, testId, key),
    stop: async () => {
      await app.close()
      await rm(saves, { recursive: true, force: true })
      if (options.userData === undefined) await rm(userData, { recursive: true, force: true })
    },
  }
}

/** Retries until the function succeeds; the limit only prevents hanging. */
export const eventually = async <Value>(
  ask: () => Promise<Value | null | undefined | false>,
  limitMs = 30_000,
): Promise<Value> => {
  const until = Date.now() + limitMs
  for (;;) {
    const value = await ask()
    if (value !== null && value !== undefined && value !== false) return value
    if (Date.now() > until) throw new Error('not within the time limit')
    await new Promise((done) => setTimeout(done, 50))
  }
}
