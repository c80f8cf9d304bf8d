import { messageOf } from '#shared/error-message'
import type { Trial, TrialFailure } from '#shared/model/locks/attached-device'
import { DeadlineError, withDeadline } from '../../util/async'
import { hexOf } from '../hex'
import { decodeResponse } from '../profiles/decode'
import { startExchange } from '../hid/exchange'
import { HidError } from '../hid/hid-port'
import type { HidConnection, HidEntry } from '../hid/hid-port'
import type { LockProfile } from '../profiles/profile'
import { closeMs, openMs } from './read-number'
import type { ReadDeps } from './read-number'
import { deviceText, readPlaces } from './read-places'

const maxShown = 16
interface TransferLog {
  sent: string | null
  received: string[]
  count: number
}

/** Wraps a connection and records everything transferred. */
const recordTransfers = (connection: HidConnection, transferLog: TransferLog): HidConnection => {
  const recordReceived = (report: Uint8Array): Uint8Array => {
    transferLog.count += 1
    if (transferLog.received.length < maxShown) transferLog.received.push(hexOf(report))
    return report
  }
  const recordSent = (report: Uint8Array) => {
    transferLog.sent = hexOf(report.subarray(1))
  }
  return {
    write: (report, signal) => {
      recordSent(report)
      return connection.write(report, signal)
    },
    sendFeature: (report, signal) => {
      recordSent(report)
      return connection.sendFeature(report, signal)
    },
    read: async (signal) => recordReceived(await connection.read(signal)),
    getFeature: async (reportId, length, signal) =>
      recordReceived(await connection.getFeature(reportId, length, signal)),
    close: () => connection.close(),
  }
}

const failureOf = (error: unknown): { failure: TrialFailure; detail: string } => {
  if (error instanceof DeadlineError) return { failure: 'silent', detail: error.message }
  if (error instanceof HidError) {
    return { failure: error.kind === 'failed' ? 'not-done' : error.kind, detail: error.message }
  }
  return { failure: 'not-done', detail: messageOf(error) }
}

/**
 * Whether reading with this profile sends data to the device; reading a feature report or a device text does
 * not.
 */
export const sendsData = ({ read }: LockProfile): boolean =>
  read.by !== 'serial' && read.request !== undefined

/**
 * Reads a device once with a profile for the Devices page and returns everything transferred with the decoded
 * response. When `signal` aborts, throws its reason.
 */
export const tryProfileOn = async (
  deps: ReadDeps,
  entry: HidEntry,
  profile: LockProfile,
  signal: AbortSignal,
): Promise<Trial> => {
  const { port, clock } = deps
  const { read } = profile
  const startedAt = clock.now()
  const transferLog: TransferLog = { sent: null, received: [], count: 0 }
  const trial = (outcome: Pick<Trial, 'decoded' | 'failure'> & { readonly detail?: string }): Trial => ({
    by: read.by,
    interface: entry.interface,
    reportId: read.reportId,
    sent: transferLog.sent,
    received: transferLog.received,
    receivedCount: transferLog.count,
    detail: '',
    tookMs: Math.max(0, clock.now() - startedAt),
    ...outcome,
  })
  if (read.by === 'serial') {
    const bytes = Buffer.from(deviceText(read, entry), 'utf8')
    const places = await readPlaces(profile, entry, bytes, { ...deps, connection: null }, signal)
    return trial({ decoded: decodeResponse(bytes, profile, places), failure: null })
  }
  let connection: HidConnection | null = null
  try {
    connection = await withDeadline(openMs, signal, (limit) => port.open(entry.path, limit), clock)
    const withConnection = { ...deps, connection: recordTransfers(connection, transferLog) }
    const response = await startExchange(read, withConnection)(signal)
    if (response.kind !== 'answer') return trial({ decoded: null, failure: response.kind })
    const places = await readPlaces(profile, entry, response.data, withConnection, signal)
    return trial({ decoded: decodeResponse(response.data, profile, places), failure: null })
  } catch (error) {
    signal.throwIfAborted()
    return trial({ decoded: null, ...failureOf(error) })
  } finally {
    const closing = connection?.close()
    if (closing !== undefined) {
      await withDeadline(closeMs, null, () => closing, clock).catch(() => undefined)
    }
  }
}
