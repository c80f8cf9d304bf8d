import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { _electron } from 'playwright-core'
import type { ElectronApplication, Page } from 'playwright-core'
import type { CommandInput, CommandName, CommandValue } from '#shared/bridge/commands'
import { until } from './gadget/until'
import { trainingKeys } from '../support/training-keys'

/** The guest is slow; the limit only prevents hanging. */
const patience = 300_000

/** A display in the guest; Xvfb writes its number to its fourth descriptor. */
export const startDisplay = async (): Promise<{ readonly name: string; stop(): void }> => {
  const args = ['-displayfd', '3', '-screen', '0', '1280x800x24', '-nolisten', 'tcp']
  const server = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  let output = ''
  server.stdio[3]?.on('data', (bytes: Buffer) => (output += bytes.toString()))
  const number = await until('Xvfb says its number', () => /^(\d+)\n/.exec(output)?.[1], 60_000)
  return { name: `:${number}`, stop: () => void server.kill() }
}

export interface GuestApp {
  readonly app: ElectronApplication
  readonly page: Page
  command<Name extends CommandName>(
    name: Name,
    ...input: CommandInput<Name> extends undefined ? [] : [CommandInput<Name>]
  ): Promise<CommandValue<Name>>
  /** Saved to `out/usb`, the folder shared with the host. */
  picture(name: string): Promise<void>
  stop(): Promise<void>
}

type Bridge = Record<string, (input?: unknown) => Promise<{ ok: boolean; value?: unknown; error?: unknown }>>

/** The built app in Electron with only the device simulated, on a running platform. */
export const startGuestApp = async (display: string, platform: string): Promise<GuestApp> => {
  const executablePath = process.env['LOCK_DESK_ELECTRON_PATH'] ?? ''
  const userData = mkdtempSync('/tmp/lock-desk-usb-')
  const app = await _electron.launch({
    executablePath,
    args: [
      ...['--no-sandbox', '--disable-gpu', resolve('.'), '--user-data', userData],
      ...['--platform', platform, '--user-centre', `${platform}/oauth/token`],
    ],
    env: { ...(process.env as Record<string, string>), ...trainingKeys, DISPLAY: display },
    timeout: patience,
  })
  const page = await app.firstWindow({ timeout: patience })
  page.setDefaultTimeout(patience)
  const command: GuestApp['command'] = async (name, ...input) => {
    const outcome = await page.evaluate(
      async ([named, commandInput]) => {
        const { commands } = (window as unknown as { lockDesk: { commands: Bridge } }).lockDesk
        return commands[named]?.(commandInput)
      },
      [name, input[0]] as const,
    )
    if (outcome?.ok !== true) throw new Error(`${name}: ${JSON.stringify(outcome?.error)}`)
    return outcome.value as CommandValue<typeof name>
  }
  return {
    app,
    page,
    command,
    picture: async (name) => {
      const folder = process.env['LOCK_DESK_SHARE'] ?? '/tmp'
      await page.screenshot({ path: join(folder, `${name}.png`), timeout: patience })
    },
    stop: () => app.close(),
  }
}
