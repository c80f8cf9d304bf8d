import { DeadlineError, withDeadline } from './clock'
import type { Clock } from './clock'
import type { HidConnection } from './hid-port'
import type { ReadBy } from './profile'

export type Answer =
  | { readonly kind: 'answer'; readonly data: Uint8Array }
  | { readonly kind: 'silent' }
  /** Reports came, but none that answers this request: another program's, or a broken device's. */
  | { readonly kind: 'other-answers'; readonly count: number }

/** Asks a lock once, as `read` says; `data` begins after the report id. Throws what the connection throws. */
export type Ask = (signal: AbortSignal) => Promise<Answer>

export interface ExchangeEdges {
  readonly connection: HidConnection
  readonly clock: Clock
  readonly randomBytes: (length: number) => Uint8Array
}

/** Between two looks at a feature report that does not hold the answer yet. */
const featurePauseMs = 25

const holds = (data: Uint8Array, offset: number, expected: Uint8Array): boolean =>
  offset + expected.length <= data.length && expected.every((byte, index) => data[offset + index] === byte)

/** The bytes after the report id, or null for a report with another id. */
const payloadOf = (report: Uint8Array, reportId: number): Uint8Array | null => {
  if (reportId === 0) return report
  return report[0] === reportId ? report.subarray(1) : null
}

/**
 * One conversation with an open lock. It may ask several times: an answer that comes late, to a tag of an earlier
 * attempt on this connection, is as true as one in time.
 */
export const startExchange = (read: ReadBy, { connection, clock, randomBytes }: ExchangeEdges): Ask => {
  const tags: Uint8Array[] = []
  let others = 0

  const requestReport = (): Uint8Array | null => {
    if (read.request === undefined) return null
    const report = new Uint8Array(1 + read.length)
    report[0] = read.reportId
    report.set(read.request, 1)
    const { echoes } = read.answer
    if (echoes !== undefined) {
      const tag = randomBytes(echoes[1])
      tags.push(tag)
      report.set(tag, 1 + echoes[0])
    }
    return report
  }

  const answers = (data: Uint8Array): boolean => {
    const { startsWith, echoes } = read.answer
    if (startsWith !== undefined && !holds(data, 0, startsWith)) return false
    return echoes === undefined || tags.some((tag) => holds(data, echoes[0], tag))
  }

  const askByReports: Ask = async (signal) => {
    const request = requestReport()
    if (request !== null) await connection.write(request, signal)
    for (;;) {
      const data = payloadOf(await connection.read(signal), read.reportId)
      if (data !== null && answers(data)) return { kind: 'answer', data }
      others += 1
    }
  }

  /** A feature report is there at any time: what it held before, until the device has done what was asked. */
  const askByFeature: Ask = async (signal) => {
    const request = requestReport()
    if (request !== null) await connection.sendFeature(request, signal)
    for (;;) {
      const report = await connection.getFeature(read.reportId, 1 + read.length, signal)
      const data = report.subarray(1)
      if (answers(data)) return { kind: 'answer', data }
      others += 1
      if (request === null) return { kind: 'other-answers', count: others }
      await clock.wait(featurePauseMs, signal)
    }
  }

  const ask = read.by === 'feature' ? askByFeature : askByReports
  return async (signal) => {
    others = 0
    try {
      return await withDeadline(clock, read.timeoutMs, signal, ask)
    } catch (error) {
      if (!(error instanceof DeadlineError)) throw error
      return others === 0 ? { kind: 'silent' } : { kind: 'other-answers', count: others }
    }
  }
}
