import type { Trial, TrialFailure } from '#shared/model/attached-device'
import { DeadlineError, withDeadline } from './clock'
import { decodeAnswer } from './decode'
import { startExchange } from './exchange'
import { HidError } from './hid-port'
import type { HidConnection, HidEntry } from './hid-port'
import type { LockProfile } from './profile'
import { closeMs, openMs } from './read-number'
import type { ReadEdges } from './read-number'

const mostShown = 16
const hex = (data: Uint8Array): string => Buffer.from(data).toString('hex')

interface Wire {
  sent: string | null
  received: string[]
  count: number
}

/** The same connection, with all that goes over it written down. */
const listeningIn = (connection: HidConnection, wire: Wire): HidConnection => {
  const came = (report: Uint8Array): Uint8Array => {
    wire.count += 1
    if (wire.received.length < mostShown) wire.received.push(hex(report))
    return report
  }
  const goes = (report: Uint8Array) => {
    wire.sent = hex(report.subarray(1))
  }
  return {
    write: (report, signal) => {
      goes(report)
      return connection.write(report, signal)
    },
    sendFeature: (report, signal) => {
      goes(report)
      return connection.sendFeature(report, signal)
    },
    read: async (signal) => came(await connection.read(signal)),
    getFeature: async (reportId, length, signal) =>
      came(await connection.getFeature(reportId, length, signal)),
    close: () => connection.close(),
  }
}

const failureOf = (error: unknown): { failure: TrialFailure; detail: string } => {
  if (error instanceof DeadlineError) return { failure: 'silent', detail: error.message }
  if (error instanceof HidError) {
    return { failure: error.kind === 'failed' ? 'not-done' : error.kind, detail: error.message }
  }
  return { failure: 'not-done', detail: error instanceof Error ? error.message : String(error) }
}

/** Whether reading by this profile sends something to the device; asking for a feature report or a text does not. */
export const sendsSomething = ({ read }: LockProfile): boolean =>
  read.by !== 'serial' && read.request !== undefined

/**
 * Reads a device by a profile once, for a technician to look at: everything that went over the wire, and the answer
 * taken apart. `signal` ends it: then it throws the signal's reason.
 */
export const tryProfileOn = async (
  edges: ReadEdges,
  entry: HidEntry,
  profile: LockProfile,
  signal: AbortSignal,
): Promise<Trial> => {
  const { port, clock } = edges
  const { read } = profile
  const began = clock.now()
  const wire: Wire = { sent: null, received: [], count: 0 }
  const trial = (outcome: Pick<Trial, 'decoded' | 'failure'> & { readonly detail?: string }): Trial => ({
    by: read.by,
    interface: entry.interface,
    reportId: read.reportId,
    sent: wire.sent,
    received: wire.received,
    receivedCount: wire.count,
    detail: '',
    tookMs: Math.max(0, clock.now() - began),
    ...outcome,
  })
  if (read.by === 'serial') {
    const bytes = Buffer.from(entry.serialNumber ?? '', 'utf8')
    return trial({ decoded: decodeAnswer(bytes, profile), failure: null })
  }
  let connection: HidConnection | null = null
  try {
    connection = await withDeadline(clock, openMs, signal, (limit) => port.open(entry.path, limit))
    const ask = startExchange(read, { ...edges, connection: listeningIn(connection, wire) })
    const answer = await ask(signal)
    return answer.kind === 'answer'
      ? trial({ decoded: decodeAnswer(answer.data, profile), failure: null })
      : trial({ decoded: null, failure: answer.kind })
  } catch (error) {
    signal.throwIfAborted()
    return trial({ decoded: null, ...failureOf(error) })
  } finally {
    const closing = connection?.close()
    if (closing !== undefined) {
      await withDeadline(clock, closeMs, new AbortController().signal, () => closing).catch(() => undefined)
    }
  }
}
