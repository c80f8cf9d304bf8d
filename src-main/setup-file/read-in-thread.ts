import { Worker } from 'node:worker_threads'
import { createSequencer } from '../util/async'
import { refusedSetup } from './read-setup'
import type { ReadSetup } from './read-setup'

/** A file of 16 MB with all the values that it may have takes about two seconds. */
const deadlineMs = 20_000
/** Far more than such a file needs. */
const maxHeapMb = 512

const readOnThread = (program: string, bytes: Uint8Array, limitMs: number): Promise<ReadSetup> =>
  new Promise((resolve) => {
    const thread = new Worker(program, {
      workerData: bytes,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
    })
    const end = (read: ReadSetup) => {
      clearTimeout(timer)
      resolve(read)
      void thread.terminate()
    }
    const tooSlow = () => end(refusedSetup({ code: 'too-slow', path: '', line: 1, column: 1 }))
    const timer = setTimeout(tooSlow, limitMs)
    thread.once('message', (read: ReadSetup) => end(read))
    // Also when its memory was not enough.
    thread.once('error', tooSlow)
    thread.once('exit', tooSlow)
  })

/** Reads set-up files on a thread, one at a time, so that no file can block main. `program` is the built setup-worker.js. */
export const createSetupReader = (
  program: string,
  limitMs = deadlineMs,
): ((bytes: Uint8Array) => Promise<ReadSetup>) => {
  const sequencer = createSequencer()
  return (bytes) => sequencer.queue(() => readOnThread(program, bytes, limitMs))
}
