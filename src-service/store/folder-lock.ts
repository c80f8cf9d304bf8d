import { createHash } from 'node:crypto'
import { realpathSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import type { Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Where the lock of a folder listens. The kernel takes an abstract socket (Linux) and a named pipe (Windows) away
 * with the process that held it, so a kill -9 leaves nothing stale behind; elsewhere it is a socket file, which
 * can be told from a live one by connecting to it. A socket inside the folder itself could exceed the 107 bytes
 * such a path may have.
 */
const addressFor = (folder: string): { path: string; isFile: boolean } => {
  const digest = createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 32)
  const name = `lock-desk-service-${digest}`
  if (process.platform === 'linux') return { path: `\0${name}`, isFile: false }
  if (process.platform === 'win32') return { path: `\\\\.\\pipe\\${name}`, isFile: false }
  return { path: join(tmpdir(), `${name}.sock`), isFile: true }
}

const listen = (path: string): Promise<Server | null> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    )
    server.listen(path, () => {
      server.unref()
      resolve(server)
    })
  })

const answers = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

/**
 * Claims `folder` for this process: two services on one embedded store would destroy it.
 * @returns what gives it back, or null where another service has it
 */
export const lockFolder = async (folder: string): Promise<(() => Promise<void>) | null> => {
  const { path, isFile } = addressFor(folder)
  let server = await listen(path)
  if (server === null && isFile && !(await answers(path))) {
    rmSync(path, { force: true })
    server = await listen(path)
  }
  if (server === null) return null
  const held = server
  return () =>
    new Promise((resolve) => {
      held.close(() => resolve())
    })
}
