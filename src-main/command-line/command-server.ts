import { once } from 'node:events'
import { chmod } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { Server, Socket } from 'node:net'
import { raceTimeout } from '../util/async'
import { maxLineLength, receiveJson, sendJson } from './json-lines'
import { errorLine, exitStatus, toApp } from './protocol'
import type { CommandRequest, Emit, ExitStatus, OutputLine } from './protocol'
import { createEndpoint, deleteEndpoint, isProof, newNonce, proofOf } from './socket-path'
import type { Endpoint } from './socket-path'

export type RunRequest = (
  request: CommandRequest,
  running: { readonly emit: Emit; readonly signal: AbortSignal },
  platform: string | null,
) => Promise<ExitStatus>

/** What the app sends: the lines of the output, and that it has no more. */
export type MessageFromApp =
  | { readonly type: 'challenge'; readonly nonce: string }
  | { readonly type: 'hello'; readonly hasWindow: boolean; readonly proof: string }
  | { readonly type: 'line'; readonly line: OutputLine }
  | { readonly type: 'end'; readonly exitStatus: ExitStatus }

export interface CommandServer {
  /** Resolves when no command runs. */
  idle(): Promise<void>
  /** Cancels running commands and takes no more. */
  stop(): Promise<void>
}

const stopTimeoutMs = 3_000
const proofTimeoutMs = 5_000
const maxProofLength = 1_000

/** Asks the other side for the secret of the data folder. */
const createProof = (socket: Socket, endpoint: Endpoint, hasWindow: boolean) => {
  const app = newNonce()
  let isProved = false
  const timer = setTimeout(() => socket.destroy(), proofTimeoutMs)
  socket.once('close', () => clearTimeout(timer))
  sendJson(socket, { type: 'challenge', nonce: app } satisfies MessageFromApp)
  return {
    isProved: () => isProved,
    /** Answers with the proof of this side; any other message ends the connection. */
    take: (value: unknown): void => {
      const message = toApp.safeParse(value).data
      const nonces = { app, command: message?.type === 'prove' ? message.nonce : '' }
      if (message?.type !== 'prove' || !isProof(message.proof, proofOf(endpoint, 'command', nonces))) {
        socket.destroy()
        return
      }
      isProved = true
      clearTimeout(timer)
      sendJson(socket, {
        type: 'hello',
        hasWindow,
        proof: proofOf(endpoint, 'app', nonces),
      } satisfies MessageFromApp)
    },
  }
}

/** Takes commands of this user's other processes, so that one process alone writes to the journal. */
export const startCommandServer = async (deps: {
  readonly folder: string
  readonly hasWindow: boolean
  readonly run: RunRequest
  readonly onError: (error: unknown) => void
}): Promise<CommandServer> => {
  const stopping = new AbortController()
  const running = new Set<Promise<unknown>>()
  const sockets = new Set<Socket>()

  const runFor = async (
    socket: Socket,
    message: Extract<ReturnType<typeof toApp.parse>, { type: 'run' }>,
    canceled: AbortSignal,
  ) => {
    const signal = AbortSignal.any([canceled, stopping.signal])
    const emit: Emit = (line) => sendJson(socket, { type: 'line', line } satisfies MessageFromApp)
    const status = await deps
      .run(message.request, { emit, signal }, message.platform)
      .catch((error: unknown) => {
        deps.onError(error)
        emit(errorLine('internal', 'the command failed; see the log'))
        return exitStatus.failed
      })
    sendJson(socket, { type: 'end', exitStatus: status } satisfies MessageFromApp)
    socket.end()
  }

  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    if (stopping.signal.aborted || endpoint === null) return socket.destroy()
    const proof = createProof(socket, endpoint, deps.hasWindow)
    // A command that has ended does not read its results, so nothing more is sent to the platform.
    const cancel = new AbortController()
    socket.on('close', () => cancel.abort())
    let hasStarted = false
    const receive = (value: unknown) => {
      if (!proof.isProved()) {
        proof.take(value)
        return
      }
      const message = toApp.safeParse(value)
      if (!message.success || message.data.type === 'prove' || (message.data.type === 'run' && hasStarted)) {
        const line = errorLine('invalid-input', 'the app does not know this command; its version may differ')
        sendJson(socket, { type: 'line', line } satisfies MessageFromApp)
        sendJson(socket, { type: 'end', exitStatus: exitStatus.usage } satisfies MessageFromApp)
        socket.end()
        return
      }
      if (message.data.type === 'cancel') {
        cancel.abort()
        return
      }
      hasStarted = true
      const work = runFor(socket, message.data, cancel.signal)
      running.add(work)
      void work.finally(() => running.delete(work))
    }
    receiveJson(socket, receive, () => (proof.isProved() ? maxLineLength : maxProofLength))
    return socket
  })
  server.on('error', deps.onError)
  // The app works without commands.
  const endpoint = await createEndpoint(deps.folder).catch((error: unknown) => {
    deps.onError(error)
    return null
  })
  if (endpoint !== null) {
    const { path } = endpoint
    server.listen(path)
    await Promise.race([once(server, 'listening'), once(server, 'error')]).catch(() => undefined)
    if (process.platform !== 'win32') await chmod(path, 0o600).catch(deps.onError)
  }

  return {
    idle: async () => {
      while (running.size > 0) await Promise.allSettled(running)
    },
    stop: async () => {
      stopping.abort()
      try {
        deleteEndpoint(deps.folder)
      } catch (error) {
        deps.onError(error)
      }
      server.close()
      await raceTimeout(Promise.allSettled(running), stopTimeoutMs)
      for (const socket of sockets) socket.destroy()
    },
  }
}
