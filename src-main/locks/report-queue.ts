import { abortReason } from './clock'

/** A device that sends without being asked must not fill the memory. */
const most = 64

export interface ReportQueue {
  readonly push: (report: Uint8Array) => void
  /** From now on every `take` fails with this, once what came before is taken. */
  readonly fail: (error: Error) => void
  take(signal: AbortSignal): Promise<Uint8Array>
}

interface Waiting {
  readonly resolve: (report: Uint8Array) => void
  readonly reject: (error: Error) => void
}

/** Input reports between the device, which sends when it likes, and the reader, which takes one after another. */
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
      if (reports.length > most) reports.shift()
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
          resolve: (taken) => {
            settled()
            resolve(taken)
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
