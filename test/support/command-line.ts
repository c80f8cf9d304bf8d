import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { electronSwitches } from '../../scripts/setup/electron/electron-runtime.mjs'
import { formatCredentialVariables } from '../../src-main/platform/auth/credentials'
import { outputLine } from '../../src-main/command-line/protocol'
import type { OutputLine } from '../../src-main/command-line/protocol'

export interface CommandOptions {
  readonly userData: string
  /** The service, with the credentials that go to standard input. */
  readonly platform?: { readonly url: string; readonly keys: Readonly<Record<string, string>> | null }
  readonly input?: string
  /** The environment of a desktop with a keychain (`startDesktop`). */
  readonly desktop?: Readonly<Record<string, string>>
}

/** Starts a command as `npm run cli` does: the built app in the real Electron, without a display. */
export const startCommand = (
  args: readonly string[],
  { userData, platform, input, desktop }: CommandOptions,
): ChildProcess => {
  const executable = process.env['LOCK_DESK_ELECTRON_PATH']
  if (executable === undefined) throw new Error('LOCK_DESK_ELECTRON_PATH is not set; use npm test')
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...env } = process.env
  const addresses =
    platform === undefined ? [] : ['--platform', platform.url, '--user-centre', `${platform.url}/oauth/token`]
  const keys = platform?.keys ?? null
  const child = spawn(
    executable,
    [
      ...electronSwitches(),
      ...(process.platform === 'linux' ? ['--ozone-platform=headless', '--log-level=3'] : []),
      ...(desktop === undefined ? [] : ['--password-store=gnome-libsecret']),
      resolve('.'),
      ...args,
      ...['--user-data', userData, ...addresses, ...(keys === null ? [] : ['--keys-from-stdin'])],
    ],
    { env: { ...env, ...desktop }, stdio: 'pipe' },
  )
  child.stdin.on('error', () => undefined)
  child.stdin.end(keys === null ? (input ?? '') : formatCredentialVariables(keys))
  return child
}

export interface CommandEnd {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

export const endOf = async (child: ChildProcess): Promise<CommandEnd> => {
  if (child.stdout === null || child.stderr === null) throw new Error('no output')
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ])
  return { status, stdout, stderr }
}

export const runCommand = (args: readonly string[], options: CommandOptions): Promise<CommandEnd> =>
  endOf(startCommand(args, options))

/** The lines of `--json`; each has a documented shape. */
export const linesOf = ({ stdout }: CommandEnd): OutputLine[] =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => outputLine.parse(JSON.parse(line)))
