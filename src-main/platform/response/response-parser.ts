import { setImmediate as nextTurn } from 'node:timers/promises'
import { messageOf } from '#shared/error-message'
import { operations } from '#shared/operations'
import type { OperationId } from '#shared/operations'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { PlatformFailure } from '#shared/model/api/platform-failure'
import type { FromResponseWorker, ToResponseWorker } from './response-messages'
import { readData } from './read-data'
import { createRunOnceScheduler, timeoutSignal, unlessAborted } from '../../util/async'

/** Responses of this size in bytes are parsed on another thread; smaller ones take at most about 30 ms here. */
export const minWorkerBytes = 512 * 1024
/** An object is read in one go, while a list is read in slices. */
export const minObjectWorkerBytes = 32 * 1024

/** The used part of a worker thread. */
export interface ResponseWorker {
  postMessage(message: ToResponseWorker, transfer?: readonly ArrayBuffer[]): void
  on(event: 'message', listener: (message: FromResponseWorker) => void): unknown
  on(event: 'error' | 'messageerror', listener: (error: Error) => void): unknown
  on(event: 'exit', listener: () => void): unknown
  unref(): void
  terminate(): Promise<unknown>
}

export interface ResponseParser {
  /** Like `readData`, on another thread; `chunks` are the raw bytes of the response. */
  read(
    id: OperationId,
    answer: { readonly status: number; readonly chunks: readonly Uint8Array[] },
    signal?: AbortSignal,
  ): Promise<Outcome<unknown, PlatformFailure>>
  stop(): Promise<void>
}

/** Bytes are transferred in parts of this size, copied only once. */
const partLength = 1024 * 1024
/** An idle thread holds memory; starting one takes less than 0.1 s. */
const idleMs = 10_000
/** 100,000 assets take some seconds, also on a slow computer. */
const timeoutMs = 120_000

type Ended = Outcome<unknown, PlatformFailure> | 'gone'

interface Waiting {
  readonly id: OperationId
  readonly rows: unknown[]
  readonly end: (ended: Ended) => void
}

interface Running {
  readonly thread: ResponseWorker
  readonly waiting: Map<number, Waiting>
  /** False if the thread could not be started. */
  readonly ready: Promise<boolean>
}

/** An unread response does not say what a change did. */
const unread = (id: OperationId, message: string): Outcome<never, PlatformFailure> =>
  fail({
    code: 'malformed',
    message: `the response was not read: ${message}`,
    changed: operations[id].changesState ? 'unknown' : 'no',
  })

/** Copies the bytes to separate buffers that can be transferred: a chunk may share its memory with others. */
function* partsOf(chunks: readonly Uint8Array[]): Generator<Uint8Array<ArrayBuffer>> {
  let pendingChunks: Uint8Array[] = []
  let length = 0
  const part = () => {
    const bytes = new Uint8Array(length)
    let offset = 0
    for (const chunk of pendingChunks) {
      bytes.set(chunk, offset)
      offset += chunk.length
    }
    pendingChunks = []
    length = 0
    return bytes
  }
  for (const chunk of chunks) {
    pendingChunks.push(chunk)
    length += chunk.length
    if (length >= partLength) yield part()
  }
  if (length > 0) yield part()
}

/**
 * Parses long responses on a worker thread: 100,000 assets take a second or two, which would block lock
 * detection and input. If the thread is unavailable, they are parsed here.
 */
export const createResponseParser = (deps: {
  launch: () => ResponseWorker
  onError: (message: string) => void
}): ResponseParser => {
  let running: Running | null = null
  let answers = 0

  const start = (): Running => {
    const thread = deps.launch()
    const waiting = new Map<number, Waiting>()
    let isReady: (ready: boolean) => void = () => undefined
    const ready = new Promise<boolean>((resolve) => {
      isReady = resolve
    })
    const started: Running = { thread, waiting, ready }
    const failAll = (message: string) => {
      isReady(false)
      if (running === started) running = null
      for (const { id, end } of waiting.values()) end(unread(id, message))
      waiting.clear()
    }
    thread.unref()
    thread.on('error', (error) => {
      deps.onError(error.message)
      failAll(error.message)
      void thread.terminate()
    })
    thread.on('exit', () => failAll('the thread ended'))
    thread.on('message', (message) => {
      if (message.kind === 'ready') {
        isReady(true)
        return
      }
      const reader = waiting.get(message.answer)
      if (reader === undefined) return
      if (message.kind === 'end') {
        waiting.delete(message.answer)
        const { end } = message
        if (!end.ok) reader.end(end)
        else reader.end(succeed(end.value === null ? reader.rows : end.value.value))
        return
      }
      for (const row of message.rows) reader.rows.push(row)
      // In a separate turn: otherwise all waiting slices would be processed in this one.
      setImmediate(() => thread.postMessage({ kind: 'more', answer: message.answer }))
    })
    return started
  }

  const isIdle = () => running === null || running.waiting.size === 0

  const idle = createRunOnceScheduler(() => {
    const retired = running
    if (retired === null || !isIdle()) return
    running = null
    void retired.thread.terminate()
  })

  const readOnThread = async (
    { thread, waiting, ready }: Running,
    id: OperationId,
    { status, chunks }: { readonly status: number; readonly chunks: readonly Uint8Array[] },
    signal: AbortSignal,
  ): Promise<Ended> => {
    answers += 1
    const answer = answers
    const ended = new Promise<Ended>((end) => waiting.set(answer, { id, rows: [], end }))
    if (!(await ready)) return 'gone'
    for (const bytes of partsOf(chunks)) {
      if (signal.aborted || !waiting.has(answer)) break
      thread.postMessage({ kind: 'bytes', answer, bytes }, [bytes.buffer])
      await nextTurn()
    }
    if (signal.aborted) {
      waiting.delete(answer)
      thread.postMessage({ kind: 'drop', answer })
      return unread(id, 'reading was aborted')
    }
    thread.postMessage({ kind: 'read', answer, operation: id, status })
    const outcome = await unlessAborted(signal, ended).catch(() => unread(id, 'reading was aborted'))
    if (waiting.delete(answer)) thread.postMessage({ kind: 'drop', answer })
    return outcome
  }

  return {
    read: async (id, answer, signal) => {
      const limit = timeoutSignal(timeoutMs)
      const readSignal = signal === undefined ? limit : AbortSignal.any([signal, limit])
      let outcome: Ended = 'gone'
      try {
        running ??= start()
        outcome = await readOnThread(running, id, answer, readSignal)
      } catch (error) {
        deps.onError(messageOf(error))
      } finally {
        idle.cancel()
        idle.schedule(idleMs)
      }
      if (outcome !== 'gone') return outcome
      return readData(id, { status: answer.status, text: Buffer.concat(answer.chunks).toString('utf8') })
    },
    stop: async () => {
      idle.cancel()
      const stopped = running
      running = null
      await stopped?.thread.terminate()
    },
  }
}
