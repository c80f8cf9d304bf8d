import { createServer } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { listenOnLoopback } from './listening'

export interface SeenRequest {
  readonly method: string
  readonly path: string
  readonly query: Record<string, string>
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export type Answer =
  | { readonly status?: number; readonly headers?: Readonly<Record<string, string>>; readonly body: string }
  /** A network failure instead of a response. */
  | 'cut'
  | 'hang'

type Behaviour = (request: SeenRequest, response: ServerResponse) => Answer | Promise<Answer>

const readBody = async (request: IncomingMessage): Promise<string> => {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return body
}

export const envelope = (data: unknown): Answer => ({
  body: JSON.stringify({ code: 0, message: 'success', data }),
})

export const refusal = (code: unknown, message = 'refused', status = 299): Answer => ({
  status,
  body: JSON.stringify({ code, message, cause: '' }),
})

/**
 * A licensing platform controlled by the test, written from the API (docs/api.md) alone: tokens are numbered, so
 * that a renewal is visible.
 */
export const startPlatformDouble = async (behaviour: Behaviour) => {
  const calls: SeenRequest[] = []
  const tokenRequests: URLSearchParams[] = []
  let connections = 0
  let tokenAnswer: (fields: URLSearchParams) => Answer | null = () => null

  const answerToken = (fields: URLSearchParams): Answer => {
    tokenRequests.push(fields)
    const tokenResponse = tokenAnswer(fields)
    if (tokenResponse !== null) return tokenResponse
    const kind = fields.get('grant_type') === 'client_credentials' ? 'application' : 'user'
    return {
      body: JSON.stringify({
        access_token: `${kind}-token-${tokenRequests.length}`,
        token_type: 'Bearer',
        expires_in: 7200,
        ...(kind === 'user' ? { refresh_token: `refresh-${tokenRequests.length}` } : {}),
      }),
    }
  }

  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '/', 'http://double')
      const body = await readBody(request)
      const seen: SeenRequest = {
        method: request.method ?? '',
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        headers: request.headers,
        body,
      }
      let answer: Answer
      if (url.pathname === '/token') answer = answerToken(new URLSearchParams(body))
      else {
        calls.push(seen)
        answer = await behaviour(seen, response)
      }
      if (answer === 'hang') return
      if (answer === 'cut') {
        request.socket.resetAndDestroy()
        return
      }
      response
        .writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers })
        .end(answer.body)
    })()
  })
  server.on('connection', () => (connections += 1))
  const { url: baseUrl, stop } = await listenOnLoopback(server)

  return {
    baseUrl,
    userCentreUrl: `${baseUrl}/token`,
    calls,
    tokenRequests,
    connections: () => connections,
    /** null uses the double's own response. */
    answerTokensWith: (answer: (fields: URLSearchParams) => Answer | null) => {
      tokenAnswer = answer
    },
    stop,
  }
}
