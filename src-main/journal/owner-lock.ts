import { createHash } from 'node:crypto'
import { realpathSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import type { Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A name that only one process can listen on: the system gives it back the moment that process is gone, however it
 * went, which a lock file does not.
 */
const addressFor = (folder: string): string => {
  const name = `lock-desk-${createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 32)}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  // An abstract socket leaves no file behind; macOS has none.
  return process.platform === 'linux' ? `\0${name}` : join(tmpdir(), `${name}.sock`)
}

const listen = (address: string): Promise<Server | null> =>
  new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', () => resolve(null))
    server.listen(address, () => {
      server.unref()
      resolve(server)
    })
  })

const isAlive = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(address)
    const tell = (alive: boolean) => () => {
      socket.destroy()
      resolve(alive)
    }
    socket.once('connect', tell(true))
    socket.once('error', tell(false))
  })

/** Takes the folder for this process; null where another process has it. */
export const takeOwnership = async (folder: string): Promise<{ release: () => void } | null> => {
  const address = addressFor(folder)
  let server = await listen(address)
  if (server === null && process.platform === 'darwin' && !(await isAlive(address))) {
    rmSync(address, { force: true })
    server = await listen(address)
  }
  return server === null ? null : { release: () => server.close() }
}
