import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import type { MessageFromApp } from './command-server'
import { receiveJson, sendJson } from './json-lines'
import { errorLine, exitStatus, outputLine } from './protocol'
import type { Emit, ExitStatus, ToApp } from './protocol'
import { findEndpoint, isProof, newNonce, proofOf } from './socket-path'
import type { Endpoint } from './socket-path'

/** The app answers at once; another program that took the name of a pipe may never answer. */
const proofTimeoutMs = 5_000

interface Connection {
  readonly socket: Socket
  readonly hasWindow: boolean
}

/** Another process has the socket and did not answer in time: the app, whose main process hangs, or another program. */
type Silent = 'silent'

/** Resolves when both sides have proved the secret of the data folder; to null if the other side is not the app. */
const prove = (socket: Socket, endpoint: Endpoint): Promise<Connection | Silent | null> =>
  new Promise((resolve) => {
    const endWith = (found: Silent | null) => {
      socket.destroy()
      resolve(found)
    }
    const fail = () => endWith(null)
    const timer = setTimeout(() => endWith('silent'), proofTimeoutMs)
    const command = newNonce()
    let app: string | null = null
    socket.once('close', fail)
    const stop = receiveJson(socket, (value) => {
      const received = value as Partial<Record<'type' | 'nonce' | 'proof' | 'hasWindow', unknown>>
      if (received.type === 'challenge' && app === null) {
        app = String(received.nonce)
        const proof = proofOf(endpoint, 'command', { app, command })
        sendJson(socket, { type: 'prove', nonce: command, proof } satisfies ToApp)
        return
      }
      const isApp =
        received.type === 'hello' &&
        app !== null &&
        isProof(received.proof, proofOf(endpoint, 'app', { app, command }))
      if (!isApp) {
        fail()
        return
      }
      clearTimeout(timer)
      stop()
      socket.off('close', fail)
      resolve({ socket, hasWindow: received.hasWindow === true })
    })
    socket.once('close', () => clearTimeout(timer))
  })

const openConnection = async (folder: string): Promise<Connection | Silent | null> => {
  const endpoint = await findEndpoint(folder)
  if (endpoint === null) return null
  const socket = connect(endpoint.path)
  try {
    await once(socket, 'connect')
  } catch {
    socket.destroy()
    return null
  }
  // The app may end at any time; the connection's end says so.
  socket.on('error', () => socket.destroy())
  return prove(socket, endpoint)
}

/** Connects to the app that has the data folder open; null if there is none, or if another program answers. */
export const connectToApp = async (folder: string): Promise<Socket | Silent | null> => {
  const connection = await openConnection(folder)
  return typeof connection === 'string' ? connection : (connection?.socket ?? null)
}

/** Lets the app carry the command out and passes its lines on. Aborting asks it to send no more and waits for the rest. */
export const handOver = (
  socket: Socket,
  message: Extract<ToApp, { readonly type: 'run' }>,
  { emit, signal }: { readonly emit: Emit; readonly signal: AbortSignal },
): Promise<ExitStatus> =>
  new Promise((done) => {
    let status: ExitStatus | null = null
    receiveJson(socket, (value) => {
      const received = value as MessageFromApp
      if (received.type === 'line') emit(outputLine.parse(received.line))
      if (received.type === 'end') status = received.exitStatus
    })
    socket.on('close', () => {
      signal.removeEventListener('abort', cancel)
      if (status === null) emit(errorLine('app-closed', 'the app closed before the command ended'))
      done(status ?? exitStatus.failed)
    })
    const cancel = () => sendJson(socket, { type: 'cancel' } satisfies ToApp)
    sendJson(socket, message)
    if (signal.aborted) cancel()
    else signal.addEventListener('abort', cancel, { once: true })
  })

/** Resolves when the command that has the data folder open has ended; to false if that is no command but a window. */
export const commandEnds = async (folder: string, onWait: () => void): Promise<boolean> => {
  const connection = await openConnection(folder)
  if (connection === null || connection === 'silent') return false
  const { socket, hasWindow } = connection
  if (hasWindow) {
    socket.destroy()
    return false
  }
  onWait()
  return new Promise((done) => {
    if (socket.destroyed) done(true)
    socket.once('close', () => done(true))
    socket.resume()
  })
}
