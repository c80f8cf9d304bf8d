import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { app } from 'electron'
import { messageOf } from '#shared/error-message'
import { connectToApp, handOver } from '../command-line/command-client'
import { createCommandOutput } from '../command-line/command-output'
import type { CommandOutput } from '../command-line/command-output'
import { startCommandServer } from '../command-line/command-server'
import type { RunRequest } from '../command-line/command-server'
import type { CommandLine } from '../command-line/parse-arguments'
import { errorLine, exitStatus } from '../command-line/protocol'
import type { CommandRequest, ExitStatus } from '../command-line/protocol'
import { standardInput } from '../command-line/command-form'
import { isBranchRequest } from '../command-line/branch/branch-protocol'
import type { BranchRequest } from '../command-line/branch/branch-protocol'
import { readInput, readNumbers } from '../command-line/read-numbers'
import { runRequest } from '../command-line/run-request'
import type { Language } from '../command-line/texts'
import { isOrderRequest } from '../command-line/work-orders/order-protocol'
import type { OrderRequest } from '../command-line/work-orders/order-protocol'
import { createAppServices } from '../app/app-services'
import { createLockLinks } from '../app/lock-links'
import { createEarlyServices } from '../app/early-services'
import type { LaunchContext } from '../app/early-services'
import { createDeferred } from '../util/async'
import { createNoWindow } from '../window/no-window'
import { openSessions } from '../platform-session/open-sessions'

/** Longer than the app takes to start or to close on a slow computer. */
const maxWaitMs = 60_000
const retryMs = 200

type Launch = Omit<LaunchContext, 'links' | 'window' | 'hasWindow' | 'losesFileNames' | 'placement'>

/** The first interruption sends no more and reports what was not sent; the second ends at once. */
const interruption = (): AbortSignal => {
  const interrupted = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (interrupted.signal.aborted) app.exit(exitStatus.failed)
      interrupted.abort()
    })
  }
  return interrupted.signal
}

/** The app that does the work has another working folder. */
const withFullPaths = (request: OrderRequest): OrderRequest => ({
  ...request,
  ...('file' in request ? { file: resolve(request.file) } : {}),
  ...('result' in request ? { result: resolve(request.result) } : {}),
  ...('out' in request && request.out !== null ? { out: resolve(request.out) } : {}),
})

const maxUrlBytes = 10_000

/** With the address from standard input, which other processes cannot read, and with full paths. */
const withDatabase = async (request: BranchRequest): Promise<BranchRequest> => {
  if ('file' in request) return { ...request, file: resolve(request.file) }
  if (!('database' in request)) return request
  const { ca, database } = request
  const url =
    database === standardInput
      ? Buffer.from(await readInput(process.stdin, maxUrlBytes)).toString('utf8')
      : database
  return {
    ...request,
    database: url,
    ca: ca === null ? null : resolve(ca),
    ...('out' in request ? { out: resolve(request.out) } : {}),
  }
}

const requestOf = async (
  command: CommandLine['command'],
  { emit }: CommandOutput,
): Promise<CommandRequest | ExitStatus> => {
  if (command.name === 'help' || command.name === 'version') return exitStatus.ok
  if (isBranchRequest(command)) return withDatabase(command)
  if (!('numbers' in command))
    return isOrderRequest(command) ? withFullPaths(command) : { name: command.name }
  const read = await readNumbers(command.numbers, process.stdin)
  if (!read.ok) {
    const { code, message, line = null } = read.error
    emit(errorLine(code, message, { line }))
    return exitStatus.usage
  }
  const numbers = [...read.value]
  if (command.name === 'lookup') return { name: 'lookup', numbers }
  if (command.name === 'work-order sign') return withFullPaths({ ...command, numbers })
  const { name, operatorIdentity, includeUnlisted } = command
  return { name, operatorIdentity, includeUnlisted, numbers }
}

/** Opens the app without a window, carries the command out, and takes those of other processes meanwhile. */
const runHere = async (
  launch: Launch,
  request: CommandRequest,
  running: { readonly emit: CommandOutput['emit']; readonly signal: AbortSignal },
): Promise<ExitStatus> => {
  // Reading lists, the training service and USB start when a command needs them.
  const needed = createDeferred<undefined>()
  const window = createNoWindow(needed.promise)
  const early = await createEarlyServices({
    ...launch,
    links: createLockLinks(),
    window,
    hasWindow: false,
    losesFileNames: false,
    placement: null,
  })
  const services = await createAppServices(early)
  const sessions = await openSessions(services, (_app, session) => session)
  const commands = {
    app: services,
    start: () => needed.resolve(undefined),
    session: () => sessions.current(),
  }
  const run: RunRequest = (next, ...rest) => runRequest(next, commands, ...rest)
  const server = await startCommandServer({
    folder: early.folder,
    hasWindow: false,
    run,
    onError: (error) => early.log.warn('command line', { error }),
  })
  launch.disposables.add(server)
  const status = await run(request, running, null)
  await server.idle()
  return status
}

/**
 * On macOS and Linux, Chromium ends the process that has the lock and does not answer for 20 seconds, so the lock is not asked
 * for while a process has the socket. On Windows another user may have the name of the pipe.
 */
const mayAskForLock = (found: 'silent' | null): boolean => found === null || process.platform === 'win32'

/**
 * Carries out a command of the command line: in the app that has the data folder open, or here while no other process has
 * it. There is one writer either way.
 */
export const runCommandLine = async (
  launch: Launch,
  { command, json }: CommandLine,
  language: Language,
): Promise<ExitStatus> => {
  const signal = interruption()
  const output = createCommandOutput({ json, language }, process)
  const { emit } = output
  const folder = app.getPath('userData')
  const { platform } = launch.options
  const run = async (): Promise<ExitStatus> => {
    const request = await requestOf(command, output)
    if (typeof request === 'number') return request
    const until = performance.now() + maxWaitMs
    while (performance.now() < until && !signal.aborted) {
      const found = await connectToApp(folder)
      if (found !== null && found !== 'silent') {
        const message = { type: 'run', version: 1, request, platform: platform?.baseUrl ?? null } as const
        return handOver(found, message, { emit, signal })
      }
      if (mayAskForLock(found) && app.requestSingleInstanceLock({ isCommand: true }))
        return runHere(launch, request, { emit, signal })
      await pause(retryMs)
    }
    emit(errorLine('app-busy', 'the app is starting or closing'))
    return exitStatus.failed
  }
  const status = await run().catch((error: unknown) => {
    emit(errorLine('internal', messageOf(error)))
    return exitStatus.failed
  })
  await output.flush()
  return status
}
