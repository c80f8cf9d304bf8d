import { rm, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { ZodError } from 'zod'
import { createBacklog } from './backlog'
import { claimFolder } from './claim-folder'
import { createPolicy } from './policy'
import type { Policy, PolicyChoices } from './policy'
import type { Seed } from './seed/fill'
import { createApp } from './server/app'
import type { LogLevel } from './server/log'
import { StartFailure } from './start-failure'
import { startHousekeeping } from './store/housekeeping'
import type { Database } from './store/database'
import { openStore } from './store/open-store'
import { createFaults } from './training/faults'
import { readCredentials, trainingCredentials } from './user-centre/credentials'

export interface ServiceOptions {
  /** Folder of the embedded store and of `service.pid`; with `databaseUrl` it is needed for neither. */
  readonly data?: string | undefined
  readonly databaseUrl?: string | undefined
  /** Asked for by name, the store must be empty; left out, an empty one is filled with `demo`. */
  readonly seed?: Seed | undefined
  /** The number the demo data are drawn from; the usual one where not given. */
  readonly drawnFrom?: number | undefined
  /** A packed demo store (`make-template`); one that does not fit is passed over. */
  readonly template?: string | undefined
  /** 0, the default, takes a free one. */
  readonly port?: number | undefined
  readonly host?: string | undefined
  /** Takes faults on demand and keeps the effects of every change. */
  readonly faults?: boolean | undefined
  /** A file of applications and users, in place of the training ones. */
  readonly credentials?: string | undefined
  readonly policy?: PolicyChoices | undefined
  readonly logLevel?: LogLevel | undefined
  /** Where the log goes; stderr where not given. */
  readonly logStream?: Writable | undefined
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined
  /** What every query goes through; tests plant errors in the store here, to see that they are noticed. */
  readonly through?: ((db: Database) => Database) | undefined
}

export interface Service {
  readonly url: string
  /** Finishes what was accepted, closes the store; safe to call again. */
  stop(): Promise<void>
}

type App = Awaited<ReturnType<typeof createApp>>

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))

/** Why it cannot listen there, and what to do, by Node's code. */
const listenReason = (code: unknown, host: string, port: number): string | null => {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use by another program; choose another with --port, or 0 for a free one.`
    case 'EACCES':
      return `There are no rights to listen on port ${port}; choose one above 1023 with --port.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${host} is no address of this computer; choose another with --host.`
    default:
      return null
  }
}

const listenOn = async (app: App, host: string, port: number): Promise<string> => {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    const reason =
      listenReason(code, host, port) ??
      `The service cannot listen on port ${port} of ${host}: ${String(error)}`
    throw new StartFailure('failed', reason, { cause: error })
  }
  const { address, family, port: taken } = app.server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}`
}

const policyFrom = (choices: PolicyChoices | undefined): Policy => {
  try {
    return createPolicy(choices)
  } catch (error) {
    if (!(error instanceof ZodError)) throw error
    const [issue] = error.issues
    const where = issue?.path.join('.') ?? ''
    throw new StartFailure('usage', `The policy is not right at “${where}”: ${issue?.message ?? ''}.`)
  }
}

/** Takes no more calls and waits for those it has, but not for ever. */
const drain = async (app: App, limitMs: number): Promise<void> => {
  const cut = setTimeout(() => app.server.closeAllConnections(), limitMs)
  await app.close()
  clearTimeout(cut)
}

/**
 * Starts the licensing service and resolves once it accepts calls. Rejects with a StartFailure that says in one
 * sentence why it did not start; whatever it had opened by then is closed again.
 */
export const startService = async (options: ServiceOptions): Promise<Service> => {
  const { host = '127.0.0.1', data, databaseUrl, logLevel = 'silent', now = Date.now } = options
  const policy = policyFrom(options.policy)
  const credentials =
    options.credentials === undefined ? trainingCredentials : await readCredentials(options.credentials)
  if (!isLoopback(host) && (credentials.areTraining || options.faults)) {
    throw new StartFailure(
      'usage',
      `The service does not listen on ${host} with ${credentials.areTraining ? 'the training credentials; start it with --credentials FILE' : '--faults'}.`,
    )
  }

  // What was opened, to be closed in the reverse order, at a stop as at a start that fails half-way.
  const opened: (() => Promise<void>)[] = []
  const closeAll = async () => {
    for (let close = opened.pop(); close !== undefined; close = opened.pop()) await close()
  }
  try {
    if (data !== undefined) opened.push(await claimFolder(data))
    // Kept until there is a log to write them to.
    const notes: string[] = []
    let note = (message: string): void => void notes.push(message)
    const store = await openStore({
      folder: data,
      databaseUrl,
      seed: options.seed,
      drawnFrom: options.drawnFrom,
      template: options.template,
      now: now(),
      limits: policy,
      log: (message) => note(message),
    })
    opened.push(() => store.close())
    const db = options.through?.(store.db) ?? store.db

    const stopping = new AbortController()
    const faults = options.faults ? createFaults(stopping.signal) : null
    const backlog = createBacklog({
      db,
      policy,
      now,
      keepsEffects: faults !== null,
      log: (error) => app.log.error(error),
    })
    const app = await createApp({
      db,
      policy,
      credentials,
      now,
      faults,
      logLevel,
      logStream: options.logStream,
      committed: (operation) => {
        if (operation === 'order.batchOrder') backlog.wake()
      },
    })
    note = (message) => app.log.warn(message)
    notes.forEach(note)
    opened.push(
      () => backlog.stop(),
      startHousekeeping({ db, policy, now, log: app.log }),
      () => drain(app, policy.drainTimeoutMs),
      () => {
        stopping.abort()
        return Promise.resolve()
      },
    )

    const url = await listenOn(app, host, options.port ?? 0)
    backlog.wake()
    if (data !== undefined) {
      const pidFile = join(data, 'service.pid')
      await writeFile(pidFile, `${process.pid}\n`)
      opened.push(() => rm(pidFile, { force: true }))
    }
    app.log.info({ url, store: databaseUrl === undefined ? 'embedded' : 'server' }, 'accepts calls')
    opened.push(() => {
      app.log.info('stops: takes no more calls and finishes those it has')
      return Promise.resolve()
    })
    let stopped: Promise<void> | undefined
    return { url, stop: () => (stopped ??= closeAll()) }
  } catch (error) {
    await closeAll()
    throw error
  }
}
