import { execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const isThere = (program: string): boolean => {
  try {
    execFileSync('which', [program], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Why a real keychain is unavailable here; null where it is available. */
export const noKeyringBecause = ((): string | null => {
  if (process.platform !== 'linux') return 'a separate keychain is available on Linux only'
  const missing = ['gnome-keyring-daemon', 'dbus-daemon'].filter((program) => !isThere(program))
  return missing.length === 0 ? null : `${missing.join(' and ')} not installed`
})()

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve()
    else child.once('close', () => resolve())
  })

const stopChild = async (child: ChildProcess | null): Promise<void> => {
  if (child === null) return
  child.kill('SIGTERM')
  await ended(child)
}

/** A bus that starts no service: a keychain is available only when a test started it. */
const busConfig = (folder: string) => `<busconfig>
  <type>session</type>
  <listen>unix:dir=${folder}</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`

const firstLine = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = ''
    child.stdout?.on('data', (bytes: Buffer) => {
      output += bytes.toString('utf8')
      const end = output.indexOf('\n')
      if (end >= 0) resolve(output.slice(0, end).trim())
    })
    child.once('close', () => reject(new Error('the message bus did not start')))
  })

/**
 * A desktop's message bus and its gnome-keyring in their own home folder. The keychain starts unlocked with its
 * password, or locked; nothing is shared with the user of the machine.
 */
export const startDesktop = async () => {
  const home = await mkdtemp(join(tmpdir(), 'lock-desk-desktop-'))
  const run = join(home, 'run')
  const keyrings = join(home, 'share', 'keyrings')
  await mkdir(run, { mode: 0o700 })
  const own = {
    HOME: home,
    XDG_RUNTIME_DIR: run,
    XDG_DATA_HOME: join(home, 'share'),
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_CACHE_HOME: join(home, 'cache'),
  }
  // Without a display, no password is requested: a locked keychain stays locked.
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...inherited } = process.env
  const env = { ...inherited, ...own }
  const config = join(home, 'bus.conf')
  await writeFile(config, busConfig(run))
  const bus = spawn('dbus-daemon', [`--config-file=${config}`, '--nofork', '--print-address=1'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const address = await firstLine(bus)
  const environment = { ...own, DBUS_SESSION_BUS_ADDRESS: address }
  let keyring: ChildProcess | null = null

  const lockedOr = async (password: string | null): Promise<void> => {
    await stopChild(keyring)
    const unlocks = password === null ? [] : ['--unlock']
    const started = spawn('gnome-keyring-daemon', ['--foreground', '--components=secrets', ...unlocks], {
      env: { ...env, DBUS_SESSION_BUS_ADDRESS: address },
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    started.stdin.end(password ?? '')
    keyring = started
    // It does not announce its start; the bus knows.
    const until = Date.now() + 10_000
    const ask = ['--session', '--dest=org.freedesktop.DBus', '--print-reply', '/org/freedesktop/DBus']
    for (;;) {
      try {
        const output = execFileSync(
          'dbus-send',
          [...ask, 'org.freedesktop.DBus.NameHasOwner', 'string:org.freedesktop.secrets'],
          { env: { ...env, DBUS_SESSION_BUS_ADDRESS: address }, encoding: 'utf8' },
        )
        if (output.includes('boolean true')) return
      } catch {
        // Not started yet.
      }
      if (Date.now() > until) throw new Error('the keychain did not start')
      await new Promise((done) => setTimeout(done, 50))
    }
  }

  return {
    /** The environment in which a program finds this bus and keychain. */
    environment,
    keyrings,
    unlocked: (password: string) => lockedOr(password),
    locked: () => lockedOr(null),
    away: async () => {
      await stopChild(keyring)
      keyring = null
    },
    stop: async () => {
      await stopChild(keyring)
      await stopChild(bus)
      await rm(home, { recursive: true, force: true })
    },
  }
}

export type Desktop = Awaited<ReturnType<typeof startDesktop>>
