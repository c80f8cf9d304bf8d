import { mkdir, rm, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createBacklog } from './backlog'
import { createPolicy } from './policy'
import type { PolicyChoices } from './policy'
import type { Seed } from './seed/fill'
import { createApp } from './server/app'
import { StartFailure } from './start-failure'
import { startHousekeeping } from './store/housekeeping'
import { lockFolder } from './store/folder-lock'
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
  readonly logLevel?: 'info' | 'silent' | undefined
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined
}

export interface Service {
  readonly url: string
  /** Finishes what was accepted, closes the store; safe to call again. */
  stop(): Promise<void>
}

type App = Awaited<ReturnType<typeof createApp>>

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))

const listenOn = async (app: App, host: string, port: number): Promise<string> => {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    const reason =
      code === 'EADDRINUSE'
        ? `Port ${port} on ${host} is in use by another program.`
        : `The service cannot listen on port ${port} of ${host}: ${String(error)}`
    throw new StartFailure('failed', reason, { cause: error })
  }
  const { address, family, port: taken } = app.server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}`
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
  const policy = createPolicy(options.policy)
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
    if (data !== undefined) {
      await mkdir(data, { recursive: true })
      const unlock = await lockFolder(data)
      if (unlock === null) throw new StartFailure('failed', `Another service is running on ${data}.`)
      opened.push(unlock)
    }
    const notes: string[] = []
    const store = await openStore({
      folder: data,
      databaseUrl,
      seed: options.seed,
      drawnFrom: options.drawnFrom,
      template: options.template,
      now: now(),
      log: (message) => notes.push(message),
    })
    opened.push(() => store.close())
    const { db } = store

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
      committed: (operation) => {
        if (operation === 'order.batchOrder') backlog.wake()
      },
    })
    for (const note of notes) app.log.warn(note)
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
    let stopped: Promise<void> | undefined
    return { url, stop: () => (stopped ??= closeAll()) }
  } catch (error) {
    await closeAll()
    throw error
  }
}
