import { randomBytes } from 'node:crypto'
import { operations } from '#shared/operations'
import type { OperationId, DocumentedData } from '#shared/operations'
import type { Answer, Transport } from './call'
import { CheckFailure, ensure, same } from './failure'
import { dataOf } from './resources'
import { mismatches } from './types'
import type { Tokens } from './user-centre'

/** `document`: stated by the API. `service`: left open by the API and chosen by the training service. */
export type Level = 'document' | 'service'

export interface Request {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number>>
  readonly body?: unknown
  readonly rawBody?: string
  /** Overrides the headers of the API; undefined removes one. */
  readonly headers?: Readonly<Record<string, string | undefined>>
  /** null removes the nonce. */
  readonly nonce?: string | null
  readonly method?: string
}

export const newNonce = (): string => randomBytes(16).toString('hex')

const headersOf = (
  id: OperationId,
  tokens: Tokens,
  { headers, body, rawBody }: Request,
): Record<string, string> => {
  const { module } = operations[id]
  const all: Record<string, string | undefined> = {
    authorization: `Bearer ${tokens.client}`,
    ...(module === 'member' ? { clienttoken: tokens.client, usertoken: tokens.user } : {}),
    ...(module === 'order' || body !== undefined || rawBody !== undefined
      ? { 'content-type': 'application/json' }
      : {}),
    ...headers,
  }
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

/** Sections 1 and 7: HTTP 200 or 299, and a valid envelope. */
const ensureEnvelope = ({ status, contentType, json }: Answer): NonNullable<Answer['json']> => {
  ensure(status === 200 || status === 299, `the HTTP status is ${status}, not 200 or 299`)
  ensure(json !== undefined, 'the response is not a JSON object')
  ensure(/^application\/json\b/.test(contentType), `the content type of the response is “${contentType}”`)
  ensure(typeof json.message === 'string', 'the envelope has no message')
  return json
}

export const createCaller = (transport: Transport, tokens: Tokens, level: Level) => {
  const send = (id: OperationId, request: Request = {}): Promise<Answer> =>
    transport({
      id,
      path: request.path ?? {},
      query: {
        ...Object.fromEntries(
          Object.entries(request.query ?? {}).map(([name, value]) => [name, String(value)]),
        ),
        ...(request.nonce === null ? {} : { g_nonce: request.nonce ?? newNonce() }),
      },
      headers: headersOf(id, tokens, request),
      ...(request.body === undefined ? {} : { body: request.body }),
      ...(request.rawBody === undefined ? {} : { rawBody: request.rawBody }),
      ...(request.method === undefined ? {} : { method: request.method }),
    })

  /** Returns `data` of a success: code 0 as a number, message success, data of the API's type. */
  const succeed = async <Id extends OperationId>(
    id: Id,
    request: Request = {},
  ): Promise<DocumentedData<Id>> => {
    const answer = await send(id, request)
    const json = ensureEnvelope(answer)
    if (json.code !== 0) {
      throw new CheckFailure(
        `${id} returns code ${JSON.stringify(json.code)} (${String(json.message)}) instead of success`,
      )
    }
    same(json.message, 'success', `${id}: the message of a success`)
    ensure(
      level === 'document' || answer.status === 200,
      `${id}: a success has HTTP status ${answer.status}, not 200`,
    )
    const [wrong] = mismatches(dataOf[id], json.data)
    if (wrong !== undefined) throw new CheckFailure(`${id}: ${wrong}`)
    return json.data as DocumentedData<Id>
  }

  /** Expects a business exception with that code and returns the envelope. */
  const refused = async (
    id: OperationId,
    code: string | readonly string[],
    request: Request = {},
    what = 'the call',
  ): Promise<{ readonly message: string; readonly data: unknown }> => {
    const answer = await send(id, request)
    const json = ensureEnvelope(answer)
    const codes = typeof code === 'string' ? [code] : code
    ensure(
      typeof json.code === 'string' && codes.includes(json.code),
      `${id}: ${what} is answered with code ${JSON.stringify(json.code)}, not ${codes.map((one) => `"${one}"`).join(' or ')}`,
    )
    ensure(typeof json.cause === 'string', `${id}: a failure’s cause is no String`)
    ensure(
      level === 'document' || answer.status === 299,
      `${id}: a failure has HTTP status ${answer.status}, not 299`,
    )
    return { message: String(json.message), data: json.data }
  }

  return { send, succeed, refused, tokens, level }
}
export type Caller = ReturnType<typeof createCaller>
