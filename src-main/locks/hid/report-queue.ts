import { abortReason } from '../../util/clock'

/** Limits memory: a device may send without a request. */
const maxReports = 64

export interface ReportQueue {
  readonly push: (report: Uint8Array) => void
  /** Makes every `take` fail with this error after the queued reports. */
  readonly fail: (error: Error) => void
  take(signal: AbortSignal): Promise<Uint8Array>
}

interface Waiting {
  readonly resolve: (report: Uint8Array) => void
  readonly reject: (error: Error) => void
}

/** Queues input reports between the device, which sends at any time, and the reader, which takes them in order. */
export const createReportQueue = (): ReportQueue => {
  const reports: Uint8Array[] = []
  const waiting = new Set<Waiting>()
  let failure: Error | null = null

  return {
    push: (report) => {
      const [next] = waiting
      if (next !== undefined) {
        waiting.delete(next)
        next.resolve(report)
        return
      }
      reports.push(report)
      if (reports.length > maxReports) reports.shift()
    },
    fail: (error) => {
      failure ??= error
      for (const { reject } of waiting) reject(failure)
      waiting.clear()
    },
    take: (signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) {
          reject(abortReason(signal))
          return
        }
        const report = reports.shift()
        if (report !== undefined) {
          resolve(report)
          return
        }
        if (failure !== null) {
          reject(failure)
          return
        }
        const end = () => {
          waiting.delete(taker)
          reject(abortReason(signal))
        }
        const settled = () => signal.removeEventListener('abort', end)
        const taker: Waiting = {
          resolve: (report) => {
            settled()
            resolve(report)
          },
          reject: (error) => {
            settled()
            reject(error)
          },
        }
        waiting.add(taker)
        signal.addEventListener('abort', end, { once: true })
      }),
  }
}
