import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { _electron } from 'playwright-core'
import type { ElectronApplication, Page } from 'playwright-core'
import type { CommandInput, CommandName, CommandOutcome, CommandValue } from '#shared/commands'

export interface RunningApp {
  readonly app: ElectronApplication
  readonly page: Page
  readonly userData: string
  /** Where a person would save to and choose from: the app writes nothing for people into its own folder. */
  readonly saves: string
  /** Gives a command over the page's own bridge and fails the test where it fails. */
  command<Name extends CommandName>(
    name: Name,
    ...input: CommandInput<Name> extends undefined ? [] : [CommandInput<Name>]
  ): Promise<CommandValue<Name>>
  outcome<Name extends CommandName>(name: Name, input?: unknown): Promise<CommandOutcome<Name>>
  /** What the app wrote to its terminal. */
  said(): string
  stop(): Promise<void>
}

interface StartOptions {
  /** Of an earlier start; a fresh one otherwise, which goes at the end. */
  readonly userData?: string
  readonly platform?: { readonly baseUrl: string; readonly userCentreUrl: string }
  readonly environment?: Readonly<Record<string, string>>
  readonly args?: readonly string[]
}

type Bridge = Record<string, (input?: unknown) => Promise<unknown>>

const sandboxSwitch = process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : []

const freshFolder = (name: string): Promise<string> => mkdtemp(join(tmpdir(), `lock-desk-${name}-`))
export const freshUserData = (): Promise<string> => freshFolder('e2e')

/** The built app in the real Electron, driven from outside, with a profile of its own. */
export const startApp = async (options: StartOptions = {}): Promise<RunningApp> => {
  const executablePath = process.env['LOCK_DESK_ELECTRON_PATH']
  if (executablePath === undefined) throw new Error('LOCK_DESK_ELECTRON_PATH is not set; use npm test')
  const userData = options.userData ?? (await freshUserData())
  const saves = await freshFolder('saves')
  const { platform } = options
  const app = await _electron.launch({
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
    env: { ...(process.env as Record<string, string>), ...options.environment },
  })
  let said = ''
  const listen = (bytes: Buffer) => (said += bytes.toString('utf8'))
  app.process().stdout?.on('data', listen)
  app.process().stderr?.on('data', listen)
  const page = await app.firstWindow()
  const outcome = async <Name extends CommandName>(name: Name, input?: unknown) =>
    (await page.evaluate(
      ([command, given]) => {
        const { commands } = (window as unknown as { lockDesk: { commands: Bridge } }).lockDesk
        return commands[command]?.(given)
      },
      [name, input] as const,
    )) as CommandOutcome<Name>
  return {
    app,
    page,
    userData,
    saves,
    outcome,
    command: async (name, ...input) => {
      const answer = await outcome(name, input[0])
      if (!answer.ok) throw new Error(`${name}: ${answer.error.code} ${answer.error.message}`)
      return answer.value
    },
    said: () => said,
    stop: async () => {
      await app.close()
      await rm(saves, { recursive: true, force: true })
      if (options.userData === undefined) await rm(userData, { recursive: true, force: true })
    },
  }
}

/** Asks until the answer is there; the limit is against hanging, not a measure. */
export const eventually = async <Value>(
  ask: () => Promise<Value | null | undefined | false>,
  limitMs = 30_000,
): Promise<Value> => {
  const until = Date.now() + limitMs
  for (;;) {
    const value = await ask()
    if (value !== null && value !== undefined && value !== false) return value
    if (Date.now() > until) throw new Error('it did not come to pass in time')
    await new Promise((done) => setTimeout(done, 50))
  }
}
