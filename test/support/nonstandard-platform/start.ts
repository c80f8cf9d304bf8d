import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { listenOnLoopback } from '../listening'
import { readJson, writeJson } from './json'
import type { Body } from './json'
import { nonstandardBehavior } from './behavior'
import type { PlatformBehavior, Operation } from './behavior'
import { isMemberOperation, operationAt, operations } from './operations'
import { sendText } from './sending'
import { createTokens } from './tokens'
import { emptyWorld, BusinessException } from './world'
import { writingOf } from './writing'

export interface Request {
  readonly operation: Operation
  readonly ids: readonly string[]
  readonly query: Readonly<Record<string, string>>
  readonly body: Body
}

interface Reply {
  readonly status: number
  readonly envelope: unknown
}
/** Changes a response; 'cut' loses it, a delay precedes it. */
export type ResponseFilter = (reply: Reply) => Reply | 'cut'

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const bytes of request) text += String(bytes)
  return text
}

/**
 * A second licensing platform, written from the API (docs/api.md) alone: it keeps state for all 19 operations
 * and responds as unusually as the API allows. It shares no code with the embedded service.
 */
export const startNonstandardPlatform = async (overrides: Partial<PlatformBehavior> = {}) => {
  const world = emptyWorld()
  const behavior: PlatformBehavior = { ...nonstandardBehavior(), ...overrides }
  const tokens = createTokens(behavior)
  const requests: Request[] = []
  const nonces = new Set<string>()
  const faults: string[] = []
  const responseFilters = new Map<Operation, ResponseFilter[]>()
  const before = new Map<Operation, (() => void)[]>()

  const refuse = (code: string, message: string, data?: unknown): Reply => ({
    status: behavior.refusalStatus,
    envelope: { code, message, cause: null, ...(data === undefined ? {} : { data }) },
  })

  /** Section 5, and that no nonce is repeated. */
  const findRejectReason = (operation: Operation, request: IncomingMessage, query: URLSearchParams) => {
    const nonce = query.get('g_nonce') ?? ''
    if (nonce === '' || nonces.has(nonce)) return refuse('70001', 'g_nonce')
    nonces.add(nonce)
    const { authorization = '' } = request.headers
    const bearer = /^Bearer (.+)$/.exec(authorization)?.[1]
    const [client, user] = [request.headers['clienttoken'], request.headers['usertoken']].map(String)
    if (!tokens.isGood('application', bearer)) return refuse('60000', 'application token expired')
    if (!isMemberOperation(operation)) return null
    if (client !== bearer) return refuse('60000', 'clientToken')
    return tokens.isGood('user', user) ? null : refuse('60005', 'user token expired')
  }

  const replyTo = (
    operation: Operation,
    ids: readonly string[],
    query: URLSearchParams,
    body: Body,
  ): Reply => {
    for (const step of before.get(operation)?.splice(0, 1) ?? []) step()
    try {
      const writing = writingOf(operation, behavior)
      const data = operations[operation].answer({ world, behavior, writing, query, body, ids })
      const { code, status } = behavior.success(operation)
      return {
        status,
        envelope: { code, message: 'success', traceId: 'x', ...(data === undefined ? {} : { data }) },
      }
    } catch (error) {
      if (!(error instanceof BusinessException)) throw error
      return refuse(error.code, error.message, error.data)
    }
  }

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://platform')
    const text = await bodyOf(request)
    if (url.pathname === '/sso/token') {
      const { status, body } = tokens.answer(new URLSearchParams(text))
      return sendText(response, status, writeJson(body), 'no')
    }
    const found = operationAt(request.method ?? '', url.pathname)
    if (found === null) {
      faults.push(`${request.method ?? ''} ${url.pathname}`)
      return sendText(response, 404, '<html>no such page</html>', 'no')
    }
    const { operation, ids } = found
    const refusal = findRejectReason(operation, request, url.searchParams)
    await pause(behavior.delay(operation))
    if (refusal !== null) {
      return behavior.staleToken === 'bare-401'
        ? sendText(response, 401, '', 'no')
        : sendText(response, refusal.status, writeJson(refusal.envelope), behavior.packed)
    }
    const body = text === '' ? {} : (readJson(text) as Body)
    requests.push({ operation, ids, query: Object.fromEntries(url.searchParams), body })
    let reply: Reply | 'cut' = replyTo(operation, ids, url.searchParams, body)
    const [alterNext] = responseFilters.get(operation)?.splice(0, 1) ?? []
    if (alterNext !== undefined) reply = alterNext(reply)
    if (reply === 'cut') {
      request.socket.resetAndDestroy()
      return
    }
    await sendText(response, reply.status, writeJson(reply.envelope), behavior.packed)
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      faults.push(String(error))
      request.socket.destroy()
    })
  })
  const { url: baseUrl, stop } = await listenOnLoopback(server)
  const put = <Value>(into: Map<Operation, Value[]>, operation: Operation, value: Value) =>
    void into.set(operation, [...(into.get(operation) ?? []), value])

  return {
    baseUrl,
    userCentreUrl: `${baseUrl}/sso/token`,
    world,
    behavior,
    tokens,
    /** Accepted requests, in order. */
    requests,
    asked: (operation: Operation) => requests.filter((request) => request.operation === operation),
    /** Requests to unknown operations, and errors of the double itself. */
    faults,
    /** Changes the next response of an operation; several apply in turn. */
    alterNext: (operation: Operation, responseFilter: ResponseFilter) =>
      put(responseFilters, operation, responseFilter),
    /** Runs right before the next request of an operation is checked: another client was faster. */
    beforeNext: (operation: Operation, step: () => void) => put(before, operation, step),
    stop,
  }
}
export type NonstandardPlatform = Awaited<ReturnType<typeof startNonstandardPlatform>>
