import { randomBytes } from 'node:crypto'
import { closeSync, constants, openSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import type { Server } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makePrivateFolder } from './private-folder'
import { thisComputer } from './this-computer'
import type { Computer } from './this-computer'

// Locks a folder for one process. The lock lives in the folder, out of reach of other users, and ends with the
// process however it ends. It covers processes of one computer; another computer on a network folder does not
// see it.

export interface Ownership {
  readonly release: () => Promise<void>
}

/**
 * The folder is on a network drive and another computer has locked it. Only that computer can tell whether the process
 * still runs.
 */
export class OwnedElsewhereError extends Error {
  constructor(readonly host: string) {
    super(`the computer ${host} uses this folder; if it does not, delete the folder “owner” in it`)
  }
}

const lockFolder = 'owner'
/** About 1.5 s: of processes that start at once, all but one have given up by then. */
const maxAttempts = 50
const pause = () => sleep(20 + Math.random() * 20)

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null)

/** `O_EXLOCK` on macOS, which the system releases with the process. On Windows, libuv's exclusive sharing mode. */
const exclusively = (platform: NodeJS.Platform): number =>
  platform === 'win32' ? 0x1000_0000 : 0x20 | constants.O_NONBLOCK

const heldByAnother = new Set<unknown>(['EBUSY', 'EAGAIN', 'EWOULDBLOCK', 'EACCES', 'EPERM'])

/** Opens a file that the system lets only one process open. */
export const openExclusively = async (
  folder: string,
  { platform, open = openSync }: { platform: NodeJS.Platform; open?: typeof openSync },
): Promise<Ownership | null> => {
  const flags = constants.O_RDWR | constants.O_CREAT | exclusively(platform)
  for (let tries = 1; ; tries += 1) {
    try {
      const file = open(join(folder, 'lock'), flags, 0o600)
      let isReleased = false
      const release = (): Promise<void> => {
        if (!isReleased) closeSync(file)
        isReleased = true
        return Promise.resolve()
      }
      return { release }
    } catch (error) {
      if (!heldByAnother.has(codeOf(error))) throw error
      // A virus scanner may hold the file for a moment.
      if (tries === maxAttempts) return null
    }
    await pause()
  }
}

/** The computer and its host name in the name of a socket; earlier versions name neither. */
const socketOf = /^((.+)~[0-9a-f]{8})~[0-9a-f]{16}\.sock$/

/** A listening socket that other processes can see. */
interface ListeningSocket {
  readonly name: string
  readonly server: Server
}

const listenOn = (path: string): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', reject)
    server.listen(path, () => {
      server.unref()
      resolve(server)
    })
  })

const close = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()))

/** Whether a process listens. A hanging process still accepts; only a refused connection proves that it ended. */
const isAlive = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', (error) => resolve(!['ECONNREFUSED', 'ENOENT'].includes(String(codeOf(error)))))
  })

/**
 * Each process creates a listening socket with a unique name and then looks for others. Of two that start at
 * once, the later one always sees the earlier one. Of several that see each other, the first name wins and the
 * others give up. A dead socket never becomes live again, so any process may remove it.
 */
const listenExclusively = async (folder: string, computer: Computer): Promise<Ownership | null> => {
  // Goes through the folder's descriptor to keep the path short: a socket path is limited to 107 bytes.
  const descriptor = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY)
  const pathOf = (name: string) => `/proc/self/fd/${descriptor}/${name}`

  const hide = async ({ name, server }: ListeningSocket): Promise<void> => {
    // A socket file that cannot be removed is dead; the next owner removes it.
    await rm(pathOf(name), { force: true }).catch(() => undefined)
    await close(server)
  }
  /** Null if another owner has cleaned up meanwhile. */
  const show = async (): Promise<ListeningSocket | null> => {
    const id = `${computer.name}~${randomBytes(8).toString('hex')}`
    const shown = { name: `${id}.sock`, server: await listenOn(pathOf(`${id}.new`)) }
    try {
      await rename(pathOf(`${id}.new`), pathOf(shown.name))
      return shown
    } catch {
      await hide(shown)
      return null
    }
  }
  const findLiveOwners = async (ownSocket: string): Promise<string[]> => {
    const found: string[] = []
    for (const name of await readdir(folder)) {
      if (!name.endsWith('.sock') || name === ownSocket) continue
      const [, of = computer.name, host = ''] = socketOf.exec(name) ?? []
      // From here, the socket of another computer refuses connections even while its process runs.
      if (of !== computer.name && computer.isShared(folder)) throw new OwnedElsewhereError(host)
      if (await isAlive(pathOf(name))) found.push(name)
      else await rm(pathOf(name), { force: true })
    }
    return found
  }

  let ownSocket: ListeningSocket | null = null
  let isReleased = false
  const release = async (): Promise<void> => {
    if (isReleased) return
    isReleased = true
    if (ownSocket !== null) await hide(ownSocket)
    closeSync(descriptor)
  }
  try {
    for (let tries = 0; tries < maxAttempts; tries += 1) {
      ownSocket ??= await show()
      if (ownSocket !== null) {
        const { name } = ownSocket
        const others = await findLiveOwners(name)
        if (others.length === 0) {
          const undocumented = (await readdir(folder)).filter((other) => other.endsWith('.new'))
          for (const other of undocumented) await rm(pathOf(other), { force: true })
          return { release }
        }
        if (others.some((other) => other < name)) {
          await hide(ownSocket)
          ownSocket = null
        }
      }
      await pause()
    }
  } catch (error) {
    await release()
    throw error
  }
  await release()
  return null
}

/**
 * Locks a folder for this process. Returns null if another process holds it; throws `OwnedElsewhereError`, or the system's
 * error.
 */
export const takeOwnership = (folder: string, computer = thisComputer()): Promise<Ownership | null> => {
  const place = join(folder, lockFolder)
  makePrivateFolder(place)
  return process.platform === 'linux'
    ? listenExclusively(place, computer)
    : openExclusively(place, { platform: process.platform })
}
