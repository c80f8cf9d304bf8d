import { DeadlineError, withDeadline } from '../../util/async'
import type { Clock } from '../../util/clock'
import type { HidConnection } from './hid-port'
import type { ReadBy } from '../profiles/profile'

export type ExchangeResult =
  | { readonly kind: 'answer'; readonly data: Uint8Array }
  | { readonly kind: 'silent' }
  /** Reports arrived, but none for this request: from another program or a faulty device. */
  | { readonly kind: 'other-answers'; readonly count: number }

/**
 * Sends one request to a lock as `read` describes; `data` starts after the report ID. Throws the connection's
 * error.
 */
export type Exchange = (signal: AbortSignal) => Promise<ExchangeResult>

export interface ExchangeDeps {
  readonly connection: HidConnection
  readonly clock: Clock
  readonly randomBytes: (length: number) => Uint8Array
}

/** The delay between two reads of a feature report without a response. */
const featurePauseMs = 25

const hasBytesAt = (data: Uint8Array, offset: number, expected: Uint8Array): boolean =>
  offset + expected.length <= data.length && expected.every((byte, index) => data[offset + index] === byte)

/** The bytes after the report ID, or null for a report with another ID. */
const payloadOf = (report: Uint8Array, reportId: number): Uint8Array | null => {
  if (reportId === 0) return report
  return report[0] === reportId ? report.subarray(1) : null
}

/**
 * Starts an exchange with an open lock. It may send several requests: a late response to an earlier tag on the
 * same connection is valid too.
 */
export const startExchange = (read: ReadBy, { connection, clock, randomBytes }: ExchangeDeps): Exchange => {
  const tags: Uint8Array[] = []
  let otherResponses = 0

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

  const isResponse = (data: Uint8Array): boolean => {
    const { startsWith, echoes } = read.answer
    if (startsWith !== undefined && !hasBytesAt(data, 0, startsWith)) return false
    return echoes === undefined || tags.some((tag) => hasBytesAt(data, echoes[0], tag))
  }

  const exchangeReports: Exchange = async (signal) => {
    const request = requestReport()
    if (request !== null) await connection.write(request, signal)
    for (;;) {
      const data = payloadOf(await connection.read(signal), read.reportId)
      if (data !== null && isResponse(data)) return { kind: 'answer', data }
      otherResponses += 1
    }
  }

  /** A feature report can always be read; until the device has processed the request, it returns old content. */
  const exchangeFeature: Exchange = async (signal) => {
    const request = requestReport()
    if (request !== null) await connection.sendFeature(request, signal)
    for (;;) {
      const report = await connection.getFeature(read.reportId, 1 + read.length, signal)
      const data = report.subarray(1)
      if (isResponse(data)) return { kind: 'answer', data }
      otherResponses += 1
      if (request === null) return { kind: 'other-answers', count: otherResponses }
      await clock.wait(featurePauseMs, signal)
    }
  }

  const exchange = read.by === 'feature' ? exchangeFeature : exchangeReports
  return async (signal) => {
    otherResponses = 0
    try {
      return await withDeadline(read.timeoutMs, signal, exchange, clock)
    } catch (error) {
      if (!(error instanceof DeadlineError)) throw error
      return otherResponses === 0 ? { kind: 'silent' } : { kind: 'other-answers', count: otherResponses }
    }
  }
}
