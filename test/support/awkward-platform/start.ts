import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { readJson, writeJson } from './json'
import type { Body } from './json'
import { awkwardManners } from './manners'
import type { Manners, Operation } from './manners'
import { isMemberOperation, operationAt, operations } from './operations'
import { sendText } from './sending'
import { createTokens } from './tokens'
import { emptyWorld, Refusal } from './world'
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
/** Stands between what was done and what is answered; 'cut' loses the answer, a delay comes before it. */
export type Meddler = (reply: Reply) => Reply | 'cut'

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const bytes of request) text += String(bytes)
  return text
}

/**
 * A second licensing platform, written from the API document alone: it keeps state for all 19 operations and answers
 * as awkwardly as the document lets it. It shares no line with the embedded service.
 */
export const startAwkwardPlatform = async (given: Partial<Manners> = {}) => {
  const world = emptyWorld()
  const manners: Manners = { ...awkwardManners(), ...given }
  const tokens = createTokens(manners)
  const requests: Request[] = []
  const nonces = new Set<string>()
  const faults: string[] = []
  const meddlers = new Map<Operation, Meddler[]>()
  const before = new Map<Operation, (() => void)[]>()
  const sockets = new Set<Socket>()

  const refuse = (code: string, message: string, data?: unknown): Reply => ({
    status: manners.refusalStatus,
    envelope: { code, message, cause: null, ...(data === undefined ? {} : { data }) },
  })

  /** Section 5, and that no nonce comes twice. */
  const objectionTo = (operation: Operation, request: IncomingMessage, query: URLSearchParams) => {
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
      const writing = writingOf(operation, manners)
      const data = operations[operation].answer({ world, manners, writing, query, body, ids })
      const { code, status } = manners.success(operation)
      return {
        status,
        envelope: { code, message: 'success', traceId: 'x', ...(data === undefined ? {} : { data }) },
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
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
    const refusal = objectionTo(operation, request, url.searchParams)
    await pause(manners.delay(operation))
    if (refusal !== null) {
      return manners.staleToken === 'bare-401'
        ? sendText(response, 401, '', 'no')
        : sendText(response, refusal.status, writeJson(refusal.envelope), manners.packed)
    }
    const body = text === '' ? {} : (readJson(text) as Body)
    requests.push({ operation, ids, query: Object.fromEntries(url.searchParams), body })
    let reply: Reply | 'cut' = replyTo(operation, ids, url.searchParams, body)
    const [meddle] = meddlers.get(operation)?.splice(0, 1) ?? []
    if (meddle !== undefined) reply = meddle(reply)
    if (reply === 'cut') {
      request.socket.resetAndDestroy()
      return
    }
    await sendText(response, reply.status, writeJson(reply.envelope), manners.packed)
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      faults.push(String(error))
      request.socket.destroy()
    })
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const put = <Value>(into: Map<Operation, Value[]>, operation: Operation, value: Value) =>
    void into.set(operation, [...(into.get(operation) ?? []), value])

  return {
    baseUrl,
    userCentreUrl: `${baseUrl}/sso/token`,
    world,
    manners,
    tokens,
    /** What was let in, in order. */
    requests,
    asked: (operation: Operation) => requests.filter((request) => request.operation === operation),
    /** Requests that no operation is for, and faults of the double's own. */
    faults,
    /** Changes the next answer of an operation; several wait in turn. */
    meddle: (operation: Operation, meddler: Meddler) => put(meddlers, operation, meddler),
    /** Happens right before the next request of an operation is looked at: somebody else was quicker. */
    meanwhile: (operation: Operation, step: () => void) => put(before, operation, step),
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}
export type AwkwardPlatform = Awaited<ReturnType<typeof startAwkwardPlatform>>
