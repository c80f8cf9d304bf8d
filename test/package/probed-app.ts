import { cp, copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { getRawHeader, statFile } from '@electron/asar'
import type { CommandOutcome } from '#shared/bridge/commands'
import type { Electron, AppProbe } from '../hardening/support/app-probe'
import { eventually } from '../support/app'
import { startPacked } from './installed-app'
import type { StartedApp } from './installed-app'

export interface ProbedApp extends AppProbe {
  readonly app: StartedApp
  readonly userData: string
  stop(): Promise<void>
}

/**
 * A copy of the package that differs in package.json inside the archive: it names the probe as the entry, and
 * the probe then runs the app's own. Fuses, archive and binary are the package's; Linux does not check the
 * archive's hashes (electronjs.org/docs/latest/tutorial/asar-integrity), otherwise it would not start.
 */
export const makeProbed = async (packed: string, to: string): Promise<string> => {
  await cp(packed, to, { recursive: true, mode: 0 })
  const archive = join(to, 'resources/app.asar')
  const bytes = await readFile(archive)
  const { offset, size } = statFile(archive, 'package.json') as { offset: string; size: number }
  // The header starts with eight bytes of lengths.
  const at = 8 + getRawHeader(archive).headerSize + Number(offset)
  const manifest = JSON.parse(bytes.toString('utf8', at, at + size)) as Record<string, unknown>
  const { description: _room, ...kept } = manifest
  const text = JSON.stringify({ ...kept, main: '../probe.mjs' })
  if (Buffer.byteLength(text) > size) throw new Error('package.json has no room for the probe')
  bytes.write(text.padEnd(size), at)
  await writeFile(archive, bytes)
  await copyFile(resolve('scripts/package/probe.mjs'), join(to, 'resources/probe.mjs'))
  return join(to, 'lock-desk')
}

const urlOf = ({ BrowserWindow }: Electron) => BrowserWindow.getAllWindows()[0]?.webContents.getURL()

interface Answer {
  readonly id: number
  readonly value?: unknown
  readonly error?: string
}

/** Starts the copy that `makeProbed` made. */
export const startProbed = async (
  executable: string,
  options: {
    readonly args?: readonly string[]
    readonly environment?: Readonly<Record<string, string>>
  } = {},
): Promise<ProbedApp> => {
  const userData = await mkdtemp(join(tmpdir(), 'lock-desk-probed-'))
  const waiting = new Map<number, (answer: Answer) => void>()
  let socket: Socket | undefined
  const server = createServer((accepted) => {
    socket = accepted
    createInterface({ input: accepted }).on('line', (line) => {
      const answer = JSON.parse(line) as Answer
      waiting.get(answer.id)?.(answer)
      waiting.delete(answer.id)
    })
    accepted.on('close', () => {
      for (const [id, done] of waiting) done({ id, error: 'the app is gone' })
      waiting.clear()
    })
    accepted.on('error', () => undefined)
  })
  const path = join(userData, 'probe')
  await new Promise<void>((done) => server.listen(path, done))
  const app = startPacked(
    executable,
    ['--announce-usable', '--user-data', join(userData, 'desk'), ...(options.args ?? [])],
    { LOCK_DESK_PROBE: path, ...options.environment },
  )
  await app.usable()
  const held = await eventually(() => Promise.resolve(socket))

  let requestCount = 0
  const ask = async (where: 'main' | 'page', work: unknown, workInput: unknown): Promise<never> => {
    const id = (requestCount += 1)
    const answer = await new Promise<Answer>((done) => {
      waiting.set(id, done)
      held.write(`${JSON.stringify({ id, where, work: String(work), argument: workInput })}\n`)
    })
    if (answer.error !== undefined) throw new Error(answer.error)
    return answer.value as never
  }
  const inPage: AppProbe['inPage'] = (work, workInput) => ask('page', work, workInput)
  return {
    app,
    userData: join(userData, 'desk'),
    inMain: (work, workInput) => ask('main', work, workInput),
    inPage,
    url: () => ask('main', urlOf, null),
    preload: join(executable, '../resources/app.asar/out/preload/index.cjs'),
    command: async (name, ...input) => {
      const outcome = (await inPage(
        ([command, workInput]: readonly [string, unknown]) => {
          type Bridge = Record<string, (input?: unknown) => Promise<unknown>>
          const { commands } = (window as unknown as { lockDesk: { commands: Bridge } }).lockDesk
          return commands[command]?.(workInput ?? undefined)
        },
        [name, input[0]],
      )) as CommandOutcome<typeof name>
      if (!outcome.ok) throw new Error(`${name}: ${outcome.error.code} ${outcome.error.message}`)
      return outcome.value
    },
    stop: async () => {
      app.kill('SIGTERM')
      const status = await app.ended(30_000)
      if (status === 'still there') app.kill('SIGKILL')
      held.destroy()
      server.close()
      await rm(userData, { recursive: true, force: true })
      if (status !== 0) throw new Error(`it exited with ${status}:\n${app.output()}`)
    },
  }
}
