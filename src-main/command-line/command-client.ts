import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import type { FromApp } from './command-server'
import { receiveJson, sendJson } from './json-lines'
import { errorLine, exitStatus, outputLine } from './protocol'
import type { Emit, ExitStatus, ToApp } from './protocol'
import { findSocket } from './socket-path'

/** Connects to the app that has the data folder open; null if there is none. */
export const connectToApp = async (folder: string): Promise<Socket | null> => {
  const path = await findSocket(folder)
  if (path === null) return null
  const socket = connect(path)
  try {
    await once(socket, 'connect')
    // The app may end at any time; the connection's end says so.
    socket.on('error', () => socket.destroy())
    return socket
  } catch {
    socket.destroy()
    return null
  }
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
      const received = value as FromApp
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
  const socket = await connectToApp(folder)
  if (socket === null) return false
  return new Promise((done) => {
    let isCommand = false
    receiveJson(socket, (value) => {
      const received = value as FromApp
      if (received.type !== 'hello') return
      isCommand = !received.hasWindow
      if (isCommand) onWait()
      else socket.destroy()
    })
    socket.on('close', () => done(isCommand))
  })
}
