import { Worker } from 'node:worker_threads'
import type { JournalReport } from '#shared/bridge/journal-commands'
import type { FileToVerify } from './verify'

export interface Verifier {
  /**
   * Verifies the files in a worker thread. Null if stopped or replaced by a newer call; throws the file
   * system's error.
   */
  verify(files: readonly FileToVerify[]): Promise<JournalReport | null>
  stop(): void
}

/** `program` is the built verify-journal.js. */
export const createVerifier = (program: string): Verifier => {
  let stopLast = (): void => undefined

  return {
    verify: (files) => {
      stopLast()
      return new Promise((resolve, reject) => {
        const thread = new Worker(program, { workerData: files.map(({ path, bytes }) => ({ path, bytes })) })
        stopLast = () => {
          resolve(null)
          void thread.terminate()
        }
        thread.once('message', (report: JournalReport) => resolve(report))
        thread.once('error', reject)
        // Has no effect after a message has settled the promise.
        thread.once('exit', () => reject(new Error('the verification thread ended without a result')))
      })
    },
    stop: () => stopLast(),
  }
}
