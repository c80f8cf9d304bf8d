import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'

/** A hostile or broken server must not fill the memory; 100,000 assets are some 52 MB. */
export const largestAnswer = 256 * 1024 * 1024

export const tooLarge = (): Error => new Error('the answer is larger than 256 MiB')

/** As it came, its content coding included. */
export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly chunks: readonly Buffer[]
}

/**
 * One request by way of `dispatcher`, and its answer once it is whole. It is not asked by undici's own `request`: the
 * stream that this makes of every body takes longer than a change's answer takes to read.
 */
export const ask = (
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  about: {
    /** Breaks the request off; one that has not begun does not begin any more. */
    readonly signal: AbortSignal
    /** undici begins to write: the connection stands then, and not a byte has left before. */
    readonly onStart: () => void
    /** A part of the answer has come. */
    readonly onPart: () => void
  },
): Promise<Answer> =>
  new Promise((answered, failed) => {
    const { signal, onStart, onPart } = about
    const chunks: Buffer[] = []
    let size = 0
    let head: Pick<Answer, 'status' | 'headers'> | null = null
    dispatcher.dispatch(request, {
      onRequestStart: (controller) => {
        const breakOff = () => controller.abort(signal.reason as Error)
        if (signal.aborted) {
          breakOff()
          return
        }
        signal.addEventListener('abort', breakOff, { once: true })
        onStart()
      },
      onResponseStart: (_controller, status, headers) => {
        // What comes before an answer (1xx) is none.
        if (status >= 200) head = { status, headers }
      },
      onResponseData: (controller, chunk) => {
        onPart()
        size += chunk.length
        if (size > largestAnswer) controller.abort(tooLarge())
        else chunks.push(chunk)
      },
      onResponseEnd: () => {
        if (head === null) failed(new Error('an answer without a status'))
        else answered({ ...head, chunks })
      },
      onResponseError: (_controller, error) => failed(error),
    })
  })
