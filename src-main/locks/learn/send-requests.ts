import type { DeviceSample, SampledReport } from '#shared/model/locks/device-sample'
import { withDeadline } from '../../util/async'
import { hexOf } from '../hex'
import { startExchange } from '../hid/exchange'
import { HidError } from '../hid/hid-port'
import type { HidConnection } from '../hid/hid-port'
import type { PhysicalDevice } from '../hid/physical-devices'
import { protectedKind } from '../hid/protected-device'
import type { LockProfile } from '../profiles/profile'
import { closeMs, openMs } from '../reader/read-number'
import type { ReadDeps } from '../reader/read-number'
import { interfaceToTry } from '../reader/recognize'

/** Two responses to a request show which of its bytes change. */
const rounds = 2
/** A profile may wait longer for its own model. */
const maxResponseMs = 2000

type Responses = Pick<DeviceSample, 'reports' | 'skipped'>

interface Sent {
  readonly response: Uint8Array | null
  /** A transfer did not end, or the device is gone: nothing more is sent. */
  readonly isStuck: boolean
}

/** Tells a device that ignores a request from one that does not end a transfer. */
const watchTransfers = (connection: HidConnection) => {
  let running = 0
  const watched = async <Value>(transfer: Promise<Value>): Promise<Value> => {
    running += 1
    const value = await transfer
    running -= 1
    return value
  }
  return {
    isStuck: () => running > 0,
    connection: {
      ...connection,
      write: (report, signal) => watched(connection.write(report, signal)),
      sendFeature: (report, signal) => watched(connection.sendFeature(report, signal)),
      getFeature: (reportId, length, signal) => watched(connection.getFeature(reportId, length, signal)),
    } satisfies HidConnection,
  }
}

const sendOne = async (
  deps: ReadDeps,
  path: string,
  { read }: LockProfile,
  signal: AbortSignal,
): Promise<Sent> => {
  const { port, clock } = deps
  let open: HidConnection | null = null
  try {
    open = await withDeadline(openMs, signal, (limit) => port.open(path, limit), clock)
    const { connection, isStuck } = watchTransfers(open)
    const limited = { ...read, timeoutMs: Math.min(read.timeoutMs, maxResponseMs) }
    const response = await startExchange(limited, { ...deps, connection })(signal)
    return { response: response.kind === 'answer' ? response.data : null, isStuck: isStuck() }
  } catch (error) {
    signal.throwIfAborted()
    // A request that the device refuses is no reason to stop.
    const isRefused = open !== null && error instanceof HidError && error.kind === 'failed'
    return { response: null, isStuck: !isRefused }
  } finally {
    const closing = open?.close()
    if (closing !== undefined) {
      await withDeadline(closeMs, null, () => closing, clock).catch(() => undefined)
    }
  }
}

/**
 * Sends the requests of these profiles to a device, one at a time. Only after a person agreed to exactly these. A
 * request without a response is not sent again; after a transfer that does not end, nothing more is sent.
 */
export const sendRequests = async (
  deps: ReadDeps,
  device: PhysicalDevice,
  asking: readonly LockProfile[],
  signal: AbortSignal,
): Promise<Responses> => {
  const reports = new Map<string, SampledReport>()
  const skipped: DeviceSample['skipped'][number][] = []
  if (protectedKind(device) !== null) return { reports: [], skipped }
  let waiting = [...asking]
  for (let round = 0; round < rounds; round += 1) {
    for (const profile of waiting) {
      const entry = interfaceToTry(profile, device)
      if (entry === null) continue
      const { response, isStuck } = await sendOne(deps, entry.path, profile, signal)
      const { id, read } = profile
      if (response === null) {
        waiting = waiting.filter((each) => each !== profile)
        skipped.push({ reportId: read.reportId, why: isStuck ? 'no-answer' : 'no-response' })
      } else {
        const known = reports.get(id)?.reads ?? []
        const place = device.interfaces.length > 1 ? entry.interface : null
        reports.set(id, {
          kind: 'response',
          interface: place,
          reportId: read.reportId,
          profileId: id,
          reads: [...known, hexOf(response)],
        })
      }
      if (isStuck) return { reports: [...reports.values()], skipped }
    }
  }
  return { reports: [...reports.values()], skipped }
}
