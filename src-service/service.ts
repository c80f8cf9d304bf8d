import { rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { ZodError } from 'zod'
import { createBatchProcessor } from './batch-processor'
import { claimFolder } from './claim-folder'
import { returnLentLock } from './handlers/loans'
import { createPolicy } from './policy'
import type { Policy, PolicyChoices } from './policy'
import type { Seed } from './seed/fill'
import { createApp } from './server/app'
import { isLoopback } from './server/loopback-only'
import type { LogLevel } from './server/log'
import { StartFailure } from './start-failure'
import { startHousekeeping } from './store/housekeeping'
import { inTransaction } from './store/database'
import type { Database } from './store/database'
import { openStore } from './open-store'
import { createFaults } from './training/faults'
import { readCredentials, trainingCredentials } from './user-center/credentials'
import type { Credentials } from './user-center/credentials'
import { hasImportedData } from './seed/fill'

export interface ServiceOptions {
  /** Folder of the embedded store and of `service.pid`. Optional with `databaseUrl`. */
  readonly data?: string | undefined
  readonly databaseUrl?: string | undefined
  /** If set, the store must be empty. If omitted, an empty store is filled with `demo`. */
  readonly seed?: Seed | undefined
  /** Random seed of the demo data. */
  readonly randomSeed?: number | undefined
  /** A packed demo store (`make-template`). The service ignores one made by another version. */
  readonly template?: string | undefined
  /** 0, the default, selects a free port. */
  readonly port?: number | undefined
  readonly host?: string | undefined
  /** Enables fault injection and records the effects of every change. */
  readonly faults?: boolean | undefined
  /** Applications and users, or the path of a file with them, instead of the training credentials. */
  readonly credentials?: string | Credentials | undefined
  readonly policy?: PolicyChoices | undefined
  readonly logLevel?: LogLevel | undefined
  /** Destination of the log; stderr by default. */
  readonly logStream?: Writable | undefined
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined
  /** Wraps the database. Tests use it to inject store errors. */
  readonly wrapDatabase?: ((db: Database) => Database) | undefined
}

export interface Service {
  readonly url: string
  /** Moves everything on a lent borrowed lock back and makes it available. False if no such lock is lent. */
  readonly returnLock: (assetNum: string) => Promise<boolean>
  /** Finishes accepted requests and closes the store. Can be called more than once. */
  stop(): Promise<void>
}

type App = Awaited<ReturnType<typeof createApp>>

/** Maps Node's error code to a reason and a next step. */
const listenReason = (code: unknown, host: string, port: number): string | null => {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use by another program. Choose another with --port, or 0 for a free one.`
    case 'EACCES':
      return `No permission to listen on port ${port}. Choose one above 1023 with --port.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${host} is not an address of this computer. Choose another with --host.`
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
      listenReason(code, host, port) ?? `Cannot listen on port ${port} of ${host}: ${String(error)}`
    throw new StartFailure('failed', reason, { cause: error })
  }
  const { address, family, port: boundPort } = app.server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${boundPort}`
}

const policyFrom = (choices: PolicyChoices | undefined): Policy => {
  try {
    return createPolicy(choices)
  } catch (error) {
    if (!(error instanceof ZodError)) throw error
    const [issue] = error.issues
    const where = issue?.path.join('.') ?? ''
    throw new StartFailure('usage', `The policy is invalid at “${where}”: ${issue?.message ?? ''}.`)
  }
}

const credentialsFrom = async (given: ServiceOptions['credentials']) =>
  typeof given === 'string' ? readCredentials(given) : (given ?? trainingCredentials)

/** Public credentials and faults on demand are for this computer only. */
const refuseOtherComputers = (
  host: string,
  { areTraining, hasFaults }: { readonly areTraining: boolean; readonly hasFaults: boolean },
): void => {
  if (isLoopback(host) || (!areTraining && !hasFaults)) return
  throw new StartFailure(
    'usage',
    areTraining
      ? `The training credentials are public, so the service cannot listen on ${host}. Start it with --credentials FILE.`
      : `The service cannot listen on ${host} with --faults. Omit --host or --faults.`,
  )
}

/** Accepts no more requests and waits for the running ones, at most `limitMs`. */
const drain = async (app: App, limitMs: number): Promise<void> => {
  const cut = setTimeout(() => app.server.closeAllConnections(), limitMs)
  await app.close()
  clearTimeout(cut)
}

/**
 * Starts the licensing service and resolves when it accepts requests. Rejects with a StartFailure that gives
 * the reason in one sentence; everything opened before is closed again.
 */
export const startService = async (options: ServiceOptions): Promise<Service> => {
  const { host = '127.0.0.1', data, databaseUrl, logLevel = 'silent', now = Date.now } = options
  const policy = policyFrom(options.policy)
  const credentials = await credentialsFrom(options.credentials)
  refuseOtherComputers(host, { areTraining: credentials.areTraining, hasFaults: options.faults === true })

  // Resources to close in reverse order, on a stop and after a failed start.
  const opened: (() => Promise<void>)[] = []
  const closeAll = async () => {
    for (let close = opened.pop(); close !== undefined; close = opened.pop()) await close()
  }
  try {
    if (data !== undefined) opened.push(await claimFolder(data))
    // Buffered until the log exists.
    const notes: string[] = []
    let note = (message: string): void => void notes.push(message)
    const store = await openStore({
      folder: data,
      databaseUrl,
      seed: options.seed,
      randomSeed: options.randomSeed,
      template: options.template,
      now: now(),
      limits: policy,
      log: (message) => note(message),
    })
    opened.push(() => store.close())
    const db = options.wrapDatabase?.(store.db) ?? store.db
    if (credentials.areTraining && (await hasImportedData(store.db))) {
      throw new StartFailure(
        'usage',
        'The store contains imported data, and the training credentials are public. Start it with --credentials FILE.',
      )
    }

    const stopping = new AbortController()
    const faults = options.faults ? createFaults(stopping.signal) : null
    const batchProcessor = createBatchProcessor({
      db,
      policy,
      now,
      recordsEffects: faults !== null,
      log: (error) => app.log.error(error),
    })
    const app = await createApp({
      db,
      policy,
      credentials,
      now,
      faults,
      isOnLoopback: isLoopback(host),
      logLevel,
      logStream: options.logStream,
      onCommitted: (operation) => {
        if (operation === 'order.batchOrder') batchProcessor.start()
      },
    })
    note = (message) => app.log.warn(message)
    notes.forEach(note)
    opened.push(
      () => batchProcessor.stop(),
      startHousekeeping({ db, policy, now, log: app.log }),
      () => drain(app, policy.drainTimeoutMs),
      () => {
        stopping.abort()
        return Promise.resolve()
      },
    )

    const url = await listenOn(app, host, options.port ?? 0)
    batchProcessor.start()
    if (data !== undefined) {
      const pidFile = join(data, 'service.pid')
      await writeFile(pidFile, `${process.pid}\n`)
      opened.push(() => rm(pidFile, { force: true }))
    }
    app.log.info({ url, store: databaseUrl === undefined ? 'embedded' : 'server' }, 'accepting requests')
    opened.push(() => {
      app.log.info('stopping: finishing accepted requests')
      return Promise.resolve()
    })
    let stopped: Promise<void> | undefined
    return {
      url,
      returnLock: (assetNum) => inTransaction(db, (tx) => returnLentLock(assetNum, { db: tx, now: now() })),
      stop: () => (stopped ??= closeAll()),
    }
  } catch (error) {
    await closeAll()
    throw error
  }
}
