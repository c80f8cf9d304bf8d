import { Worker } from 'node:worker_threads'
import type { JournalReport } from '#shared/journal-commands'
import type { FileToVerify } from './verify'

export interface Verifier {
  /**
   * Reads the files in a thread of its own. Null where it was stopped, or a newer question came; throws what the disk
   * said.
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
        // After a message this changes nothing any more.
        thread.once('exit', () => reject(new Error('the thread ended without a word')))
      })
    },
    stop: () => stopLast(),
  }
}
