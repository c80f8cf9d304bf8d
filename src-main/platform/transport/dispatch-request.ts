import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import { createByteCollector } from './byte-collector'

/** The raw response, still with its content coding. */
export interface RawResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly chunks: readonly Buffer[]
}

/**
 * Sends one request through `dispatcher` and resolves with the complete response. Does not use undici's
 * `request`, whose body stream takes longer than reading a change's response.
 */
export const dispatchRequest = (
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  options: {
    /** Aborts the request; one that has not started does not start. */
    readonly signal: AbortSignal
    readonly maxBytes: number
    /** Called when undici starts to write: the connection is open and nothing was sent before. */
    readonly onStart: () => void
    /** Called for each received part of the response. */
    readonly onPart: () => void
  },
): Promise<RawResponse> =>
  new Promise((answered, failed) => {
    const { signal, maxBytes, onStart, onPart } = options
    const body = createByteCollector(maxBytes)
    let response: Pick<RawResponse, 'status' | 'headers'> | null = null
    dispatcher.dispatch(request, {
      onRequestStart: (controller) => {
        const abort = () => controller.abort(signal.reason as Error)
        if (signal.aborted) {
          abort()
          return
        }
        signal.addEventListener('abort', abort, { once: true })
        onStart()
      },
      onResponseStart: (_controller, status, headers) => {
        // Ignores informational responses (1xx).
        if (status >= 200) response = { status, headers }
      },
      onResponseData: (controller, chunk) => {
        onPart()
        try {
          body.add(chunk)
        } catch (error) {
          controller.abort(error as Error)
        }
      },
      onResponseEnd: () => {
        if (response === null) failed(new Error('response without a status'))
        else answered({ ...response, chunks: body.take() })
      },
      onResponseError: (_controller, error) => failed(error),
    })
  })
