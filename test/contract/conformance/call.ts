import { operations } from '#shared/operations'
import type { OperationId } from '#shared/operations'

/** A call before it becomes an HTTP request; planted errors change it here. */
export interface Call {
  readonly id: OperationId
  readonly path: Readonly<Record<string, string>>
  /** Includes `g_nonce` where the request has one. */
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Sent unchanged in place of `body`. */
  readonly rawBody?: string
  readonly method?: string
}

export interface Envelope {
  readonly code?: unknown
  readonly message?: unknown
  readonly cause?: unknown
  readonly data?: unknown
}

export interface Answer {
  readonly status: number
  readonly contentType: string
  /** undefined if the body was not a JSON object. */
  readonly json: Envelope | undefined
}

export type Transport = (call: Call) => Promise<Answer>

const answerLimitMs = 60_000

const envelopeIn = (text: string): Envelope | undefined => {
  try {
    const json = JSON.parse(text) as unknown
    return typeof json === 'object' && json !== null && !Array.isArray(json) ? json : undefined
  } catch {
    return undefined
  }
}

/** Sends calls over HTTP to the service at `baseUrl` (sections 4.1 and 4.2). */
export const httpTransport =
  (baseUrl: string): Transport =>
  async ({ id, path, query, headers, body, rawBody, method }) => {
    const operation = operations[id]
    const filled = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(path[name] ?? ''),
    )
    const target = new URL(baseUrl.replace(/\/$/, '') + filled)
    for (const [name, value] of Object.entries(query)) target.searchParams.append(name, value)
    const content = rawBody ?? (body === undefined ? undefined : JSON.stringify(body))
    const response = await fetch(target, {
      method: method ?? operation.method,
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(answerLimitMs),
      ...(content === undefined ? {} : { body: content }),
    })
    return {
      status: response.status,
      contentType: response.headers.get('content-type') ?? '',
      json: envelopeIn(await response.text()),
    }
  }
