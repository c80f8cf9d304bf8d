import { messageOf } from '#shared/error-message'
import type { Policy } from '#shared/model/app/policy'
import type { ResultLogState, ResultLogTarget } from '#shared/model/app/result-log'
import type { Journal } from '../journal/journal'
import type { Log } from '../log/log'
import {
  createBackOff,
  createDeferred,
  createSequencer,
  raceTimeout,
  timeout,
  timeoutSignal,
  withSignals,
} from '../util/async'
import type { JsonFile } from '../util/files/json-file'
import type { Delivered } from './delivered'
import { fileTarget } from './file-target'
import { logLines } from './log-lines'
import { recordsAfter } from './read-records'
import { serverTarget } from './server-target'

/** Resolves when the receiver has the lines for certain. */
export type Deliver = (lines: readonly string[], signal: AbortSignal) => Promise<void>

export interface Receiver {
  readonly target: ResultLogTarget
  readonly place: string
  readonly deliver: Deliver
}

/** The receivers that the policy names. */
export const receiversOf = (
  { resultLogFile, resultLogServer }: Policy,
  certificates: () => string[] | undefined,
): Receiver[] => [
  ...(resultLogFile === undefined
    ? []
    : [{ target: 'file' as const, place: resultLogFile, deliver: fileTarget(resultLogFile) }]),
  ...(resultLogServer === undefined
    ? []
    : [
        {
          target: 'server' as const,
          place: resultLogServer,
          deliver: serverTarget(resultLogServer, certificates),
        },
      ]),
]

type Logged = Pick<Journal, 'files' | 'head' | 'job' | 'onWrite'>

export interface ResultLogDeps {
  readonly journal: Logged
  readonly file: JsonFile<Delivered>
  readonly receivers: readonly Receiver[]
  /** Whether nothing may be sent before the receivers have the job. */
  readonly isRequired?: boolean
  readonly log: Log
}

/** In characters; limits what one delivery repeats after a crash. */
const maxDelivery = 256 * 1024
/** Records that follow each other share a delivery. */
const coalesceMs = 200
/** The last attempt when the app quits. */
const lastAttemptMs = 3_000
/** How long a job waits for its record to be delivered; longer where nothing may be sent without it. */
const reportMs = { optional: 3_000, required: 15_000 }

/** Delivers the journal's records to one receiver, in their order, until all are delivered. */
const startDelivery = ({ target, place, deliver }: Receiver, { journal, file, log }: ResultLogDeps) => {
  const stopping = new AbortController()
  const backOff = createBackOff()
  const attempts = createSequencer()
  let failure: string | null = null
  let wake = createDeferred<undefined>()
  const last = () => file.read().last[place] ?? null
  const isWaiting = () => last()?.hash !== journal.head().hash && journal.head().n > 0

  const deliverWaiting = async (signal: AbortSignal): Promise<void> => {
    let lines: string[] = []
    let length = 0
    let delivered = last()
    const send = async () => {
      if (lines.length > 0) await deliver(lines, signal)
      lines = []
      length = 0
      const saved = delivered
      if (saved !== null && saved.hash !== last()?.hash)
        await file.update((content) => ({ ...content, last: { ...content.last, [place]: saved } }))
    }
    for await (const { record, hash, position } of recordsAfter(journal.files(), delivered)) {
      const job = 'job' in record ? journal.job(record.job) : null
      for (const line of logLines({ record, hash }, job)) {
        if (length > maxDelivery) await send()
        lines.push(line)
        length += line.length
      }
      delivered = position
      signal.throwIfAborted()
    }
    await send()
  }

  /** Whether everything is delivered. One at a time, so that no record is delivered twice. */
  const attempt = (signal: AbortSignal): Promise<boolean> => attempts.queue(() => attemptNow(signal))
  const attemptNow = async (signal: AbortSignal): Promise<boolean> => {
    if (!isWaiting()) return true
    try {
      await deliverWaiting(signal)
      if (failure !== null) log.info('the log of results is delivered again', { target })
      failure = null
      return true
    } catch (error) {
      if (signal.aborted) return false
      const message = messageOf(error).slice(0, 200)
      // A receiver that stays away is logged once.
      if (failure === null) log.warn('the log of results cannot be delivered', { target, message })
      failure = message
      return false
    }
  }

  const run = async (): Promise<void> => {
    const { signal } = stopping
    while (!signal.aborted) {
      wake = createDeferred()
      if (!isWaiting() || (await attempt(signal))) {
        backOff.reset()
        await wake.promise
        await timeout(coalesceMs, signal)
      } else {
        await timeout(backOff.next(), signal)
      }
    }
  }

  const removeListener = journal.onWrite(() => wake.resolve(undefined))
  const running = run()
  return {
    /** Delivers what waits now; whether everything is delivered. */
    deliver: attempt,
    hasFailed: () => failure !== null,
    state: (): ResultLogState => ({
      target,
      place,
      waiting: Math.max(0, journal.head().n - (last()?.n ?? 0)),
      failure,
    }),
    /** What waits is delivered now if the receiver is there, and otherwise at the next start. */
    stop: async (): Promise<void> => {
      removeListener()
      stopping.abort()
      wake.resolve(undefined)
      await running
      if (isWaiting()) await withSignals([timeoutSignal(lastAttemptMs)], attempt)
    },
  }
}

/**
 * Logs the journal's records for the organization. What was delivered is stored by the journal's number and hash, so that
 * a receiver that is away, a restart and a crash lose nothing; a record may be delivered twice after a crash.
 */
export const createResultLog = (deps: ResultLogDeps) => {
  const deliveries = deps.receivers.map((receiver) => startDelivery(receiver, deps))
  const { isRequired = false } = deps
  const deliverAll = async (all: typeof deliveries, ms: number): Promise<boolean> => {
    let isDelivered = false
    await withSignals([timeoutSignal(ms)], (signal) => {
      const attempts = Promise.all(all.map(({ deliver }) => deliver(signal)))
      return raceTimeout(
        attempts.then((results) => (isDelivered = results.every(Boolean))),
        ms,
      )
    })
    return isDelivered
  }
  return {
    /**
     * Delivers the records of the journal up to now. False if they must be delivered and are not; a receiver that is away
     * is not waited for where they need not.
     */
    report: async (): Promise<boolean> => {
      if (isRequired) return deliverAll(deliveries, reportMs.required)
      await deliverAll(
        deliveries.filter(({ hasFailed }) => !hasFailed()),
        reportMs.optional,
      )
      return true
    },
    state: (): ResultLogState[] => deliveries.map(({ state }) => state()),
    stop: async (): Promise<void> => {
      await Promise.all(deliveries.map(({ stop }) => stop()))
    },
  }
}
