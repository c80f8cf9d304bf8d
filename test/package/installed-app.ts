import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, readdirSync, readlinkSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { endOf } from '../support/command-line'
import type { CommandEnd } from '../support/command-line'
import { testUser, mountedArgs } from '../../scripts/package/clean-root.mjs'

const usableLimitMs = 120_000

export interface StartedApp {
  readonly pid: number
  output(): string
  /** Resolves when the app announces that it is usable; throws when it ends before or times out. */
  usable(): Promise<void>
  /** The exit status; null after a signal. */
  ended(limitMs: number): Promise<number | null | 'still there'>
  kill(signal: NodeJS.Signals): void
}

const started = (
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  input = '',
): StartedApp => {
  const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'pipe'] })
  child.stdin.on('error', () => undefined).end(input)
  let output = ''
  child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString('utf8')))
  child.stderr.on('data', (bytes: Buffer) => (output += bytes.toString('utf8')))
  const end = once(child, 'exit').then(([status]) => status as number | null)
  return {
    pid: child.pid ?? 0,
    output: () => output,
    usable: async () => {
      const until = Date.now() + usableLimitMs
      while (!output.includes('Lock Desk usable')) {
        if (child.exitCode !== null || child.signalCode !== null || Date.now() > until) {
          throw new Error(`It never became usable. Its output:\n${output}`)
        }
        await pause(50)
      }
    },
    ended: (limitMs) => Promise.race([end, pause(limitMs, 'still there' as const, { ref: false })]),
    kill: (signal) => void child.kill(signal),
  }
}

const environmentOfUser = {
  PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: testUser.home,
  LANG: 'C.UTF-8',
}
const installedArgs = (root: string, args: readonly string[]) =>
  mountedArgs(root, ['/usr/bin/lock-desk', ...args], [`--userspec=${testUser.uid}:${testUser.uid}`])

/** Starts the installed app in the clean root as its ordinary user, sandboxed, on this process's display. */
export const startInstalled = (root: string, args: readonly string[]): StartedApp =>
  started('/usr/bin/unshare', installedArgs(root, args), {
    ...environmentOfUser,
    DISPLAY: process.env['DISPLAY'],
  })

/** Runs a command of the installed app as its ordinary user, without a display. */
export const runInstalled = (
  root: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<CommandEnd> =>
  endOf(
    spawn('/usr/bin/unshare', installedArgs(root, args), {
      env: { ...environmentOfUser, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  )

/** Starts the packaged folder, or another Electron, as the current user. */
export const startPacked = (
  executable: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  input?: string,
): StartedApp =>
  started(
    executable,
    [...(process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : []), ...args],
    { ...process.env, ...environment },
    input,
  )

interface RunningProcess {
  readonly pid: number
  readonly parent: number
  readonly command: string
  readonly uid: number
  /** 2: system calls are filtered. */
  readonly seccomp: number
  readonly noNewPrivileges: boolean
  readonly pidNamespace: string
}

const field = (status: string, name: string) =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? -1)

/** Running processes of a folder's programs, by executable path: a command line may name a link. */
export const processesIn = (folder: string): RunningProcess[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        if (!readlinkSync(`/proc/${pid}/exe`).startsWith(`${folder}/`)) return []
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        const status = readFileSync(`/proc/${pid}/status`, 'utf8')
        return [
          {
            pid: Number(pid),
            parent: field(status, 'PPid'),
            command,
            uid: field(status, 'Uid'),
            seccomp: field(status, 'Seccomp'),
            noNewPrivileges: field(status, 'NoNewPrivs') === 1,
            pidNamespace: readlinkSync(`/proc/${pid}/ns/pid`),
          },
        ]
      } catch {
        // The process ended meanwhile.
        return []
      }
    })
