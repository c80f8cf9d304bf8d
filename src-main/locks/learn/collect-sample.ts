import type { DeviceSample, SampledReport } from '#shared/model/locks/device-sample'
import { withDeadline } from '../../util/async'
import { hexOf } from '../hex'
import type { Clock } from '../../util/clock'
import type { HidConnection, HidPort } from '../hid/hid-port'
import type { HidInterface, PhysicalDevice } from '../hid/physical-devices'
import { protectedKind } from '../hid/protected-device'
import { maxReportBytes } from '../profiles/profile'
import type { LockProfile } from '../profiles/profile'
import { closeMs, openMs } from '../reader/read-number'
import type { ReadDeps } from '../reader/read-number'
import { parseReportDescriptor } from './report-descriptor'
import type { ReportDescriptor } from './report-descriptor'
import { sendRequests } from './send-requests'

/** Two rounds with the device closed in between show which bytes change. */
const rounds = 2
/**
 * Some devices need seconds for a feature report: hidapi's limit of 1 s was too short for real ones
 * (https://github.com/libusb/hidapi/issues/493). Linux and Windows end the USB transfer themselves after 5 s
 * (USB_CTRL_GET_TIMEOUT; hidapi/issues/670). A shorter limit would leave that transfer running, and the device could not
 * be closed meanwhile.
 */
export const featureMs = 5500
/** How long reports that come by themselves are awaited in each round. */
const listenMs = 700
const maxFeatures = 64
const maxInputs = 32

interface Collected {
  readonly reports: Map<string, { readonly report: Omit<SampledReport, 'reads'>; readonly reads: string[] }>
  readonly skipped: Map<number | null, DeviceSample['skipped'][number]['why']>
}

interface SampledInterface {
  readonly port: HidPort
  readonly clock: Clock
  readonly each: HidInterface
  readonly interfaceNumber: number | null
  readonly descriptor: ReportDescriptor | null
}

const addRead = ({ reports }: Collected, report: Omit<SampledReport, 'reads'>, data: Uint8Array) => {
  const key = JSON.stringify([report.kind, report.interface, report.reportId])
  const known = reports.get(key) ?? { report, reads: [] }
  known.reads.push(hexOf(data))
  reports.set(key, known)
}

/** One report at a time. After one that does not come, the open device is not used further. */
const readFeatures = async (
  connection: HidConnection,
  { clock, interfaceNumber, descriptor }: SampledInterface,
  collected: Collected,
  signal: AbortSignal,
): Promise<void> => {
  const described = [...(descriptor?.features ?? [])].slice(0, maxFeatures)
  for (const [reportId, length] of described) {
    if (collected.skipped.has(reportId)) continue
    if (length < 1 || length > maxReportBytes) {
      collected.skipped.set(reportId, 'too-long')
      continue
    }
    try {
      const report = await withDeadline(
        featureMs,
        signal,
        (limit) => connection.getFeature(reportId, 1 + length, limit),
        clock,
      )
      const data = report.subarray(1, 1 + length)
      addRead(collected, { kind: 'feature', interface: interfaceNumber, reportId }, data)
    } catch {
      signal.throwIfAborted()
      collected.skipped.set(reportId, 'no-answer')
      return
    }
  }
}

const listen = async (
  connection: HidConnection,
  { clock, interfaceNumber }: SampledInterface,
  isNumbered: boolean,
  collected: Collected,
  signal: AbortSignal,
): Promise<void> => {
  const receive = async (limit: AbortSignal) => {
    for (let count = 0; count < maxInputs; count += 1) {
      const report = await connection.read(limit)
      if (report.length > maxReportBytes) collected.skipped.set(report[0] ?? 0, 'too-long')
      else {
        const reportId = isNumbered ? (report[0] ?? 0) : 0
        const data = isNumbered ? report.subarray(1) : report
        addRead(collected, { kind: 'input', interface: interfaceNumber, reportId }, data)
      }
    }
  }
  // A device without such reports, or one that fails here, has none to show.
  await withDeadline(listenMs, signal, receive, clock).catch(() => undefined)
  signal.throwIfAborted()
}

const readOnce = async (
  place: SampledInterface,
  collected: Collected,
  signal: AbortSignal,
): Promise<void> => {
  const { port, clock, each, descriptor } = place
  let connection: HidConnection | null = null
  try {
    connection = await withDeadline(openMs, signal, (limit) => port.open(each.entry.path, limit), clock)
    const isNumbered = descriptor?.hasReportIds === true
    await listen(connection, place, isNumbered, collected, signal)
    await readFeatures(connection, place, collected, signal)
  } catch {
    signal.throwIfAborted()
    collected.skipped.set(null, 'not-opened')
  } finally {
    const closing = connection?.close()
    if (closing !== undefined) {
      await withDeadline(closeMs, null, () => closing, clock).catch(() => undefined)
    }
  }
}

/**
 * Looks at everything that a device shows without being sent anything: its texts, the feature reports that its
 * report descriptor names, and the reports that come by themselves. Then sends the requests of `asking`. Null for
 * keyboards, mice, security keys and card readers, which are not opened. Throws the signal's reason when it aborts.
 */
export const collectSample = async (
  deps: ReadDeps,
  device: PhysicalDevice,
  asking: readonly LockProfile[],
  signal: AbortSignal,
): Promise<DeviceSample | null> => {
  const { port, clock } = deps
  if (protectedKind(device) !== null) return null
  const places = await Promise.all(
    device.interfaces.map(async (each): Promise<SampledInterface> => {
      const data = await port.descriptor(each.entry.path, signal).catch(() => null)
      return {
        port,
        clock,
        each,
        interfaceNumber: device.interfaces.length > 1 ? each.entry.interface : null,
        descriptor: data === null ? null : parseReportDescriptor(data),
      }
    }),
  )
  // The descriptor may name a keyboard that the system's list does not.
  const listed = places.map(({ each, descriptor }) => ({
    ...each,
    usages: [...each.usages, ...(descriptor?.usages ?? [])],
  }))
  if (protectedKind({ interfaces: listed }) !== null) return null
  const collected: Collected = { reports: new Map(), skipped: new Map() }
  for (let round = 0; round < rounds; round += 1) {
    for (const place of places) await readOnce(place, collected, signal)
  }
  const responses = await sendRequests(deps, device, asking, signal)
  return {
    facts: device.facts,
    reports: [
      ...[...collected.reports.values()].map(({ report, reads }) => ({ ...report, reads })),
      ...responses.reports,
    ],
    skipped: [...[...collected.skipped].map(([reportId, why]) => ({ reportId, why })), ...responses.skipped],
    hasDescriptor: places.every(({ descriptor }) => descriptor !== null),
  }
}
