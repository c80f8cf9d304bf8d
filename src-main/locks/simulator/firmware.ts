import type { SimulatedLock } from '#shared/model/locks/plugged-lock'
import type { ShellNumber } from '#shared/model/locks/shell-number'
import { checkBytes } from '../profiles/check-bytes'
import type { Clock } from '../../util/clock'
import type { SimulatedModelLock } from './simulated-device-file'
import type { Firmware } from './simulated-hid-port'

// The firmware of the simulated devices.

// The training lock's protocol, 64-byte reports without a report ID. A profile reads it like any other lock:
//   request   4c 44 01  tag[4]
//   response  4c 44 81  tag[4]  the ten digits as text  sum of all these bytes
const trainingRequest = [0x4c, 0x44, 0x01]
const trainingResponseStart = [0x4c, 0x44, 0x81]
const tagAt = 3
const tagLength = 4
const reportLength = 64

/** Slow enough to show the reading state, well below the second a card may take. */
const responseDelayMs = 60

export const trainingIds = { vendorId: 0x1209, productId: 0x0001 } as const
export const trainingProduct = 'Lock Desk Training Lock'

/** The response to a request report; null if it is not a request. `digits` is the stored number. */
export const trainingResponse = (report: Uint8Array, digits: string): Uint8Array | null => {
  const received = report.subarray(1)
  if (!trainingRequest.every((byte, index) => received[index] === byte)) return null
  const content = [
    ...trainingResponseStart,
    ...received.subarray(tagAt, tagAt + tagLength),
    ...Buffer.from(digits, 'latin1'),
  ]
  const reply = new Uint8Array(reportLength)
  reply.set(content)
  reply.set(checkBytes('sum8', Uint8Array.from(content)), content.length)
  return reply
}

/** `condition` is called at every request, so that it can change while the lock is plugged in. */
export const trainingLockFirmware = (
  shellNumber: ShellNumber,
  condition: () => SimulatedLock['condition'],
  { clock, stopped }: { readonly clock: Clock; readonly stopped: AbortSignal },
): Firmware => ({
  refuses: () => (condition() === 'busy' ? 'busy' : null),
  onReport: (report, reply) => {
    // An unreadable lock responds in the right form with damaged digits.
    const digits = condition() === 'unreadable' ? shellNumber.replace(/\d{4}$/, '????') : shellNumber
    const answered = trainingResponse(report, digits)
    if (answered === null) return
    clock.wait(responseDelayMs, stopped).then(
      () => reply(answered),
      () => undefined,
    )
  },
})

// The simulator's unknown device. No bundled profile supports its protocol, so that technicians can practice writing
// one; the Devices page explains it (src-shared/model/locks/unknown-device.ts). It ignores all other requests.
//   request   50 52
//   response  50 a2  the number, eight bytes, little endian  XOR of all these bytes
const unknownRequest = [0x50, 0x52]
const unknownResponseStart = [0x50, 0xa2]

/** `serialNumber` ends with the shell number, as with some manufacturers. */
export const unknownDeviceFirmware = (serialNumber: string): Firmware => ({
  onReport: (report, reply) => {
    const received = report.subarray(1)
    if (!unknownRequest.every((byte, index) => received[index] === byte)) return
    const number = Buffer.alloc(8)
    number.writeBigUInt64LE(BigInt(serialNumber.replace(/^\D+/, '')))
    const content = Uint8Array.from([...unknownResponseStart, ...number])
    const responseReport = new Uint8Array(reportLength)
    responseReport.set(content)
    responseReport.set(checkBytes('xor8', content), content.length)
    reply(responseReport)
  },
})

const inputIntervalMs = 80

type Report = SimulatedModelLock['features'][string]

/** The next of the reports that a file lists for one place. */
const createTurns = () => {
  const counts = new Map<Report, number>()
  return (reports: Exclude<Report, null>): Uint8Array => {
    const count = counts.get(reports) ?? 0
    counts.set(reports, count + 1)
    return Array.isArray(reports) ? (reports[count % reports.length] ?? new Uint8Array()) : reports
  }
}

/** A device that shows and responds what its file contains, and ignores all other requests. */
export const modelLockFirmware = (
  { features, inputs, responses }: SimulatedModelLock,
  { clock, stopped }: { readonly clock: Clock; readonly stopped: AbortSignal },
): Firmware => {
  const nextOf = createTurns()
  /** What feature reports contain since the last request. */
  const current = new Map<number, Uint8Array | null>()
  let sent = 0
  const sendInputs = async (reply: (report: Uint8Array) => void, closed: AbortSignal): Promise<void> => {
    const signal = AbortSignal.any([closed, stopped])
    for (; inputs.length > 0; sent += 1) {
      await clock.wait(inputIntervalMs, signal)
      const { reportId, data } = inputs[sent % inputs.length] ?? { reportId: 0, data: new Uint8Array() }
      reply(reportId === 0 ? data : Uint8Array.of(reportId, ...data))
    }
  }
  const responseTo = ([id, ...data]: Uint8Array, isFeature: boolean): Report | undefined =>
    responses.find(
      ({ feature, reportId, request }) =>
        feature === isFeature && reportId === id && request.every((byte, at) => data[at] === byte),
    )?.response
  return {
    onReport: (report, reply) => {
      const response = responseTo(report, false)
      if (response === undefined || response === null) return
      const data = nextOf(response)
      const id = report[0] ?? 0
      reply(id === 0 ? data : Uint8Array.of(id, ...data))
    },
    onFeature: (report) => {
      const response = responseTo(report, true)
      if (response === undefined) return
      current.set(report[0] ?? 0, response === null ? null : nextOf(response))
    },
    feature: (reportId) => {
      const answered = current.get(reportId)
      const shown = features[String(reportId)]
      if (answered === undefined && shown === undefined) return null
      const report = answered ?? (answered === undefined && shown ? nextOf(shown) : null)
      return report === null ? 'silent' : Uint8Array.of(reportId, ...report)
    },
    onOpen: (reply, closed) => void sendInputs(reply, closed).catch(() => undefined),
  }
}
