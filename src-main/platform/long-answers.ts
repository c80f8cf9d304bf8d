import { setImmediate as nextTurn } from 'node:timers/promises'
import type { OperationId } from '#shared/operations'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { PlatformFailure } from '#shared/platform-failure'
import type { FromReader, ToReader } from './answer-messages'
import { readData } from './read-data'

/** From this size on (bytes) an answer is read elsewhere; below, this thread is done within some 30 ms. */
export const longAnswer = 512 * 1024

/** The thread as this side needs it. */
export interface ReaderThread {
  postMessage(message: ToReader, transfer?: readonly ArrayBuffer[]): void
  on(event: 'message', listener: (message: FromReader) => void): unknown
  on(event: 'error' | 'messageerror', listener: (error: Error) => void): unknown
  on(event: 'exit', listener: () => void): unknown
  unref(): void
  terminate(): Promise<unknown>
}

export interface LongAnswers {
  /** What `readData` makes of an answer, made on another thread; `chunks` are the answer's bytes as they came. */
  read(
    id: OperationId,
    answer: { readonly status: number; readonly chunks: readonly Uint8Array[] },
    signal?: AbortSignal,
  ): Promise<Outcome<unknown, PlatformFailure>>
  stop(): Promise<void>
}

/** Bytes are handed over in parts of this size, without copying twice. */
const partLength = 1024 * 1024
/** A thread that has nothing to do holds memory; starting one takes less than a tenth of a second. */
const idleMs = 10_000
/** 100,000 assets take some seconds, on a slow machine too. */
const patienceMs = 120_000

type Ended = Outcome<unknown, PlatformFailure> | 'gone'

interface Waiting {
  readonly rows: unknown[]
  readonly end: (ended: Ended) => void
}

interface Running {
  readonly thread: ReaderThread
  readonly waiting: Map<number, Waiting>
  /** False where it could not be started. */
  readonly ready: Promise<boolean>
}

const unread = (message: string): Outcome<never, PlatformFailure> =>
  fail({ code: 'malformed', message: `the answer was not read: ${message}`, changed: 'no' })

/** A copy in buffers of its own, which can be given away: a chunk may share its memory with others. */
function* partsOf(chunks: readonly Uint8Array[]): Generator<Uint8Array<ArrayBuffer>> {
  let gathered: Uint8Array[] = []
  let length = 0
  const part = () => {
    const bytes = new Uint8Array(length)
    let at = 0
    for (const chunk of gathered) {
      bytes.set(chunk, at)
      at += chunk.length
    }
    gathered = []
    length = 0
    return bytes
  }
  for (const chunk of chunks) {
    gathered.push(chunk)
    length += chunk.length
    if (length >= partLength) yield part()
  }
  if (length > 0) yield part()
}

/**
 * Reads long answers on a thread of their own: 100,000 assets are a second or two of parsing and checking, in which
 * no lock would be seen and no click answered. Where the thread cannot be had they are read here all the same.
 */
export const createLongAnswers = (deps: {
  launch: () => ReaderThread
  onFault: (message: string) => void
}): LongAnswers => {
  let running: Running | null = null
  let idle: NodeJS.Timeout | null = null
  let answers = 0

  const start = (): Running => {
    const thread = deps.launch()
    const waiting = new Map<number, Waiting>()
    let isReady: (ready: boolean) => void = () => undefined
    const ready = new Promise<boolean>((resolve) => {
      isReady = resolve
    })
    const started: Running = { thread, waiting, ready }
    const lose = (message: string) => {
      isReady(false)
      if (running === started) running = null
      for (const { end } of waiting.values()) end(unread(message))
      waiting.clear()
    }
    thread.unref()
    thread.on('error', (error) => {
      deps.onFault(error.message)
      lose(error.message)
      void thread.terminate()
    })
    thread.on('exit', () => lose('the thread ended'))
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
      // Asked for in a turn of its own: slices that lie ready would else be taken in all in this one.
      setImmediate(() => thread.postMessage({ kind: 'more', answer: message.answer }))
    })
    return started
  }

  const isIdle = () => running === null || running.waiting.size === 0

  const retire = () => {
    if (idle !== null) clearTimeout(idle)
    idle = setTimeout(() => {
      const retired = running
      if (retired === null || !isIdle()) return
      running = null
      void retired.thread.terminate()
    }, idleMs)
    idle.unref()
  }

  const readThere = async (
    { thread, waiting, ready }: Running,
    id: OperationId,
    { status, chunks }: { readonly status: number; readonly chunks: readonly Uint8Array[] },
    signal: AbortSignal,
  ): Promise<Ended> => {
    answers += 1
    const answer = answers
    const ended = new Promise<Ended>((end) => waiting.set(answer, { rows: [], end }))
    if (!(await ready)) return 'gone'
    const over = new Promise<Ended>((resolve) => {
      signal.addEventListener('abort', () => resolve(unread('it was given up')), { once: true })
    })
    for (const bytes of partsOf(chunks)) {
      if (signal.aborted || !waiting.has(answer)) break
      thread.postMessage({ kind: 'bytes', answer, bytes }, [bytes.buffer])
      await nextTurn()
    }
    if (signal.aborted) {
      waiting.delete(answer)
      thread.postMessage({ kind: 'drop', answer })
      return unread('it was given up')
    }
    thread.postMessage({ kind: 'read', answer, operation: id, status })
    const outcome = await Promise.race([ended, over])
    if (waiting.delete(answer)) thread.postMessage({ kind: 'drop', answer })
    return outcome
  }

  return {
    read: async (id, answer, signal) => {
      const limit = AbortSignal.timeout(patienceMs)
      const until = signal === undefined ? limit : AbortSignal.any([signal, limit])
      let outcome: Ended = 'gone'
      try {
        running ??= start()
        outcome = await readThere(running, id, answer, until)
      } catch (error) {
        deps.onFault(error instanceof Error ? error.message : 'unknown')
      } finally {
        retire()
      }
      if (outcome !== 'gone') return outcome
      return readData(id, { status: answer.status, text: Buffer.concat(answer.chunks).toString('utf8') })
    },
    stop: async () => {
      if (idle !== null) clearTimeout(idle)
      const stopped = running
      running = null
      await stopped?.thread.terminate()
    },
  }
}
