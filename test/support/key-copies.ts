import { readFileSync } from 'node:fs'
import { processesIn } from '../package/installed-app'
import { foundInMemory } from './found-in-memory'

export const keysOfRun = {
  LOCK_DESK_APP_KEY: 'c4n4ry-key-of-this-run',
  LOCK_DESK_APP_SECRET: 'c4n4ry-secret-of-this-run',
  LOCK_DESK_USER: 'c4n4ry-user-of-this-run',
  LOCK_DESK_PASSWORD: 'c4n4ry-password-of-this-run',
}

const typeOf = (command: string) => /--type=(\S+)/.exec(command)?.[1] ?? 'main'

// The page shows the user name.
const { LOCK_DESK_USER: _shown, ...secrets } = keysOfRun

/**
 * Finds secrets in the memory of processes under `pid` that run a program of `folder`, by process type; as root,
 * on Linux. Main is excluded, since it needs them.
 */
export const keyCopiesUnder = (folder: string, pid: number): Record<string, string[]> => {
  const all = processesIn(folder)
  const under = (one: number): typeof all =>
    all.flatMap((other) => (other.parent === one ? [other, ...under(other.pid)] : []))
  const copies: Record<string, string[]> = {}
  for (const { pid: child, command } of under(pid)) {
    if (typeOf(command) === 'main') continue
    const found = foundInMemory(child, Object.values(secrets))
    const shown = readFileSync(`/proc/${child}/environ`, 'utf8')
    const named = Object.keys(keysOfRun).filter((name) => shown.includes(name))
    copies[typeOf(command)] = [...(copies[typeOf(command)] ?? []), ...found, ...named]
  }
  return copies
}
