import type { AppUpdater } from 'electron-updater'
import { UntrustedUpdateError } from './update-source'

/** The used parts of electron-updater's network access; the types of Electron and Node differ. */
interface UpdateRequest {
  /** electron-updater fails the check or download with an `error` of the request. */
  emit(event: 'error', error: Error): unknown
  abort(): void
}
interface UpdateResponse {
  on(event: 'data', listener: (chunk: Buffer) => void): unknown
}
export interface Executor {
  createRequest: (
    this: Executor,
    options: unknown,
    callback: (response: UpdateResponse) => void,
  ) => UpdateRequest
}

export interface RequestBounds {
  /** Of all responses together. */
  readonly maxBytes: number
  /** The longest time without a byte. */
  readonly silentMs: number
  /** The longest time in total. */
  readonly maxMs: number
}

/** Including redirects, which electron-updater follows without end. */
const maxRequests = 20

const unreachable = (message: string) => Object.assign(new Error(message), { code: 'ETIMEDOUT' })

const isExecutor = (value: unknown): value is Executor =>
  typeof value === 'object' && value !== null && 'createRequest' in value

/**
 * Runs one check or download of `updater` within bounds; electron-updater itself keeps an endless response in
 * memory or on disk and waits forever for a silent server.
 * @param requests replace those to the network
 */
export const runBounded = async <Value>(
  updater: AppUpdater,
  { maxBytes, silentMs, maxMs }: RequestBounds,
  work: () => Promise<Value>,
  requests: Executor['createRequest'] | null = null,
): Promise<Value> => {
  const executor: unknown = Reflect.get(updater, 'httpExecutor')
  if (!isExecutor(executor)) throw new Error('electron-updater has no known network access')
  const started: UpdateRequest[] = []
  let broken: Error | null = null
  const failWith = (error: Error) => {
    if (broken !== null) return
    broken = error
    for (const request of started) {
      request.emit('error', error)
      request.abort()
    }
  }
  const silence = setTimeout(() => failWith(unreachable(`no data for ${silentMs} ms`)), silentMs)
  const total = setTimeout(() => failWith(unreachable(`not finished in ${maxMs} ms`)), maxMs)
  let received = 0
  const { createRequest } = executor
  executor.createRequest = (options, callback) => {
    if (started.length >= maxRequests) failWith(unreachable('the server redirects too often'))
    if (broken !== null) throw broken
    const request = (requests ?? createRequest).call(executor, options, (response) => {
      response.on('data', (chunk) => {
        silence.refresh()
        received += chunk.length
        if (received > maxBytes) failWith(new UntrustedUpdateError(`received more than ${maxBytes} bytes`))
      })
      callback(response)
    })
    started.push(request)
    return request
  }
  try {
    return await work()
  } finally {
    clearTimeout(silence)
    clearTimeout(total)
    executor.createRequest = createRequest
  }
}
