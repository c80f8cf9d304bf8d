import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { commandEnds, connectToApp, handOver } from '../../src-main/command-line/command-client'
import { startCommandServer } from '../../src-main/command-line/command-server'
import type { CommandServer, RunRequest } from '../../src-main/command-line/command-server'
import { errorLine } from '../../src-main/command-line/protocol'
import type { OutputLine } from '../../src-main/command-line/protocol'
import { createEndpoint, findEndpoint } from '../../src-main/command-line/socket-path'
import { createDeferred } from '../../src-main/util/async'
import { temporaryFolder } from '../support/temporary-folder'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let server: CommandServer | null
beforeEach(async () => {
  folder = await temporaryFolder()
  server = null
})
afterEach(async () => {
  await server?.stop()
  await folder.remove()
})

const start = async (run: RunRequest, hasWindow = true) => {
  server = await startCommandServer({ folder: folder.path, hasWindow, run, onError: () => undefined })
}
const message = { type: 'run', version: 1, request: { name: 'jobs' }, platform: null } as const
const connected = async () => {
  const found = await connectToApp(folder.path)
  return found === 'silent' ? null : found
}
const send = async (signal = new AbortController().signal) => {
  const lines: OutputLine[] = []
  const socket = await connected()
  if (socket === null) throw new Error('no app')
  const status = await handOver(socket, message, { emit: (line) => lines.push(line), signal })
  return { status, lines }
}

describe('a command handed to the app', () => {
  it('returns its lines and its exit status', async () => {
    await start((request, { emit }) => {
      emit(errorLine('switching', `asked for ${request.name}`))
      return Promise.resolve(4)
    })
    expect(await send()).toMatchObject({
      status: 4,
      lines: [{ type: 'error', code: 'switching', message: 'asked for jobs' }],
    })
  })

  it('is canceled on request, and when the process that waits for it is gone', async () => {
    const started = createDeferred<undefined>()
    const canceled: string[] = []
    await start(async (_request, { signal }) => {
      started.resolve(undefined)
      await once(signal, 'abort')
      canceled.push('canceled')
      return 1
    })
    const interrupted = new AbortController()
    const sent = send(interrupted.signal)
    await started.promise
    interrupted.abort()
    expect((await sent).status).toBe(1)
    const socket = await connected()
    socket?.end(`${JSON.stringify(message)}\n`)
    socket?.destroySoon()
    await expect.poll(() => canceled.length).toBe(2)
  })

  it('fails where the app closes before its end', async () => {
    await start(() => new Promise(() => undefined))
    const sent = send()
    await expect.poll(() => connected()).not.toBeNull()
    const stopped = server?.stop()
    expect(await sent).toMatchObject({ status: 1, lines: [{ code: 'app-closed' }] })
    await stopped
  })

  it.each([
    'no json\n',
    '{"type":"run","version":2,"request":{"name":"jobs"},"platform":null}\n',
    '{"type":"run","version":1,"request":{"name":"jobs","extra":1},"platform":null}\n',
    '{"type":"run","version":1,"request":{"name":"disable","numbers":[],"operatorIdentity":"x","includeUnlisted":false},"platform":null}\n',
    '{"type":"run","version":1,"request":{"name":"constructor"},"platform":null}\n',
  ])('is not run if it is not valid: %s', async (hostile) => {
    const ran: string[] = []
    await start((request) => {
      ran.push(request.name)
      return Promise.resolve(0)
    })
    const socket = await connected()
    socket!.write(hostile)
    expect(await text(socket!)).not.toContain('"exitStatus":0')
    expect(ran).toEqual([])
  })

  it.skipIf(process.platform === 'win32')('is taken from this user alone', async () => {
    await start(() => Promise.resolve(0))
    expect((await stat((await findEndpoint(folder.path))?.path ?? '')).mode & 0o777).toBe(0o600)
  })

  it('lets a window wait for a command, and not for another window', async () => {
    await start(() => Promise.resolve(0), true)
    expect(await commandEnds(folder.path, () => undefined)).toBe(false)
    await server?.stop()
    await start(() => Promise.resolve(0), false)
    const waits = createDeferred<undefined>()
    const ends = commandEnds(folder.path, () => waits.resolve(undefined))
    await waits.promise
    await server?.stop()
    expect(await ends).toBe(true)
  })
})

describe('the place where commands are taken', () => {
  const answerAs = async (answer: (socket: Socket) => void) => {
    // A process that was killed leaves its file, and another program takes the name.
    const { path } = await createEndpoint(folder.path)
    const other = createServer((socket) => {
      socket.on('error', () => undefined)
      // Unread data would hide the end of the connection.
      socket.resume()
      answer(socket)
    })
    other.listen(path)
    await once(other, 'listening')
    return () => new Promise((done) => other.close(done))
  }
  const line = (socket: Socket, value: unknown) => socket.write(`${JSON.stringify(value)}\n`)

  it.each<[string, (socket: Socket) => void]>([
    ['that says it is the app', (socket) => line(socket, { type: 'hello', hasWindow: true })],
    [
      'that ends the command at once',
      (socket) => {
        line(socket, { type: 'challenge', nonce: 'n' })
        line(socket, { type: 'end', exitStatus: 0 })
      },
    ],
    [
      'that returns the proof of the command',
      (socket) => {
        line(socket, { type: 'challenge', nonce: 'n' })
        socket.on('data', (data: Buffer) => {
          const { proof } = JSON.parse(data.toString()) as { proof: string }
          line(socket, { type: 'hello', hasWindow: true, proof })
        })
      },
    ],
    ['that sends no JSON', (socket) => void socket.write('{\n')],
    ['that closes', (socket) => void socket.end()],
  ])('is not the app for another program %s', async (_name, answer) => {
    const close = await answerAs(answer)
    expect(await connectToApp(folder.path)).toBeNull()
    await close()
  })

  it('differs from an app that hangs, which answers later', async () => {
    const close = await answerAs(() => undefined)
    expect(await connectToApp(folder.path)).toBe('silent')
    expect(await commandEnds(folder.path, () => undefined)).toBe(false)
    await close()
    expect(await connectToApp(folder.path)).toBeNull()
  })

  it('takes no command without the proof', async () => {
    const ran: string[] = []
    await start((request) => {
      ran.push(request.name)
      return Promise.resolve(0)
    })
    const { path } = (await findEndpoint(folder.path))!
    for (const first of [message, { type: 'prove', nonce: 'n', proof: 'p' }, 'x'.repeat(2_000)]) {
      const socket = connect(path)
      line(socket, first)
      line(socket, message)
      const answered = await text(socket).catch(() => '')
      expect(answered).not.toContain('hello')
      expect(answered).not.toContain('exitStatus')
    }
    expect(ran).toEqual([])
  })

  it('has a new secret at each start, and leaves nothing behind', async () => {
    await start(() => Promise.resolve(0))
    const first = await findEndpoint(folder.path)
    await server?.stop()
    expect((await readdir(folder.path)).filter((name) => name.startsWith('command-line'))).toEqual([])
    await start(() => Promise.resolve(0))
    expect((await findEndpoint(folder.path))?.secret.equals(first!.secret)).toBe(false)
  })
})
