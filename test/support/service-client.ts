import { randomUUID } from 'node:crypto'
import { operations } from '#shared/operations'
import type { OperationId, DocumentedData } from '#shared/operations'

/** The applications and the user of every training service. */
export const training = {
  application: { key: 'lock-desk', secret: 'lock-desk-secret' },
  user: { name: 'counter', password: 'Counter-2026' },
} as const

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // The unvalidated response; the tests check it against the API.
  readonly json: { code?: unknown; message?: unknown; cause?: unknown; data?: unknown }
}

export interface Request {
  readonly path?: Record<string, string>
  readonly query?: Record<string, string | number>
  readonly body?: unknown
  /** Overrides the headers of the API; undefined removes one. */
  readonly headers?: Record<string, string | undefined>
  /** null removes the nonce. */
  readonly nonce?: string | null
  readonly method?: string
  /** Sent unchanged in place of `body`. */
  readonly rawBody?: string
}

export interface Effect {
  readonly n: number
  readonly operation: string
  readonly target: string
  readonly from: unknown
  readonly to: unknown
  readonly at: number
  readonly nonce: string
}

const read = async (response: Response): Promise<Answer> => {
  const text = await response.text()
  let json: Answer['json'] = {}
  try {
    json = JSON.parse(text) as Answer['json']
  } catch {
    // A response that is not JSON has no envelope.
  }
  return { status: response.status, headers: response.headers, text, json }
}

/** Requests a token as in RFC 6749. */
export const askForToken = (
  url: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
) =>
  fetch(`${url}/oauth/token`, { method: 'POST', body: new URLSearchParams(form), headers }).then(
    async (response) => ({
      status: response.status,
      headers: response.headers,
      json: (await response.json()) as Record<string, unknown>,
    }),
  )

export const clientToken = async (url: string, key: string = training.application.key): Promise<string> => {
  const { json } = await askForToken(url, {
    grant_type: 'client_credentials',
    client_id: key,
    client_secret: `${key}-secret`,
  })
  return String(json.access_token)
}

export const userToken = async (url: string): Promise<string> => {
  const { json } = await askForToken(url, {
    grant_type: 'password',
    client_id: training.application.key,
    client_secret: training.application.secret,
    username: training.user.name,
    password: training.user.password,
  })
  return String(json.access_token)
}

/** A black-box client written from sections 4.1 and 4.2: paths and headers as in the API. */
export const connectTo = async (url: string) => {
  const client = await clientToken(url)
  const user = await userToken(url)

  const send = async (id: OperationId, request: Request = {}): Promise<Answer> => {
    const { module, method, path } = operations[id]
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(request.path?.[name] ?? ''),
    )
    const target = new URL(filled, url)
    for (const [name, value] of Object.entries(request.query ?? {}))
      target.searchParams.append(name, String(value))
    if (request.nonce !== null) target.searchParams.append('g_nonce', request.nonce ?? randomUUID())
    const wanted: Record<string, string | undefined> = {
      authorization: `Bearer ${client}`,
      ...(module === 'member' ? { clientToken: client, userToken: user } : {}),
      'content-type': 'application/json',
      ...request.headers,
    }
    const headers = new Headers()
    for (const [name, value] of Object.entries(wanted)) if (value !== undefined) headers.set(name, value)
    const body = request.rawBody ?? (request.body === undefined ? undefined : JSON.stringify(request.body))
    return read(
      await fetch(target, {
        method: request.method ?? method,
        headers,
        ...(body === undefined ? {} : { body }),
      }),
    )
  }

  /** Returns `data` of a success; throws the response otherwise. */
  const succeed = async <Id extends OperationId>(
    id: Id,
    request: Request = {},
  ): Promise<DocumentedData<Id>> => {
    const answer = await send(id, request)
    const { code } = answer.json
    if (answer.status !== 200 || code !== 0) throw new Error(`${id}: ${answer.status} ${answer.text}`)
    return answer.json.data as DocumentedData<Id>
  }

  /** The code and message of a business exception. */
  const refusal = async (
    id: OperationId,
    request: Request = {},
  ): Promise<{ code: unknown; message: string }> => {
    const { status, json, text } = await send(id, request)
    if (status !== 299) throw new Error(`${id} was not refused: ${status} ${text}`)
    return { code: json.code, message: String(json.message) }
  }

  const fault = async (wanted: Record<string, unknown>): Promise<number> => {
    const response = await fetch(`${url}/_training/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(wanted),
    })
    await response.arrayBuffer()
    return response.status
  }

  const effects = async (after = 0): Promise<Effect[]> => {
    const response = await fetch(`${url}/_training/effects?after=${after}`)
    return (await response.json()) as Effect[]
  }
  let last = 0
  /** The number of the last effect, from which later ones are requested. */
  const lastEffect = async (): Promise<number> => {
    last = (await effects(last)).at(-1)?.n ?? last
    return last
  }

  return { url, client, user, send, succeed, refusal, fault, effects, lastEffect }
}
export type ServiceClient = Awaited<ReturnType<typeof connectTo>>
