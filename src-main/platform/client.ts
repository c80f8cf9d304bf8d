import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { operations, pathParametersOf } from '#shared/operations'
import type { OperationData, OperationId, OperationRequest, PlatformModule } from '#shared/operations'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { PlatformFailure } from '#shared/model/api/platform-failure'
import type { Credentials } from './auth/credentials'
import { rejectedToken } from './response/envelope'
import { stringifyJson } from './response/json'
import { minObjectWorkerBytes, minWorkerBytes } from './response/response-parser'
import type { ResponseParser } from './response/response-parser'
import { isList, readData } from './response/read-data'
import type { RefreshTokenKeeper, Tokens } from './auth/tokens'
import { createTokens } from './auth/tokens'
import type { HttpRequest, HttpResult, Transport } from './transport/transport'

export interface CallOptions {
  readonly signal?: AbortSignal
  readonly deadlineMs?: number
  /**
   * Awaited right before the first byte may be sent; if it throws, the request is canceled with nothing sent.
   * The journal writes “sent” here.
   */
  readonly beforeSending?: () => Promise<void>
  /** For changes: another one follows at once, so its connection may be opened during this request. */
  readonly isFollowed?: boolean
}

export interface PlatformClient {
  /**
   * Calls one of the 19 operations of the API (docs/api.md). Network and platform errors are returned, never
   * thrown.
   */
  call<Id extends OperationId>(
    id: Id,
    request: OperationRequest<Id>,
    options?: CallOptions,
  ): Promise<Outcome<OperationData<Id>, PlatformFailure>>
  /** The password is only sent in this request to the user center and is not stored. */
  signIn(user: { readonly name: string; readonly password: string }): Promise<Outcome<null, PlatformFailure>>
  signOut(): void
  signedInAs(): string | null
  stop(): Promise<void>
}

/** The longest wait for a response; the platform may take long for a change. */
export const changeDeadlineMs = 60_000
/**
 * For reads, the deadline restarts with each part of the response: 100,000 assets are about 52 MB, which takes
 * minutes on a slow line.
 */
const deadlines = { read: 20_000, maxRead: 10 * 60_000, change: changeDeadlineMs }
/** A page of employees and the products of an asset have some hundred kilobytes. */
const maxObjectBytes = 4 * 1024 * 1024
/** Delays before a read is retried; changes are never retried. */
const readRetryPauses = [250, 1000]

const invalid = (message: string): PlatformFailure => ({ code: 'invalid', message, changed: 'no' })

/** 32 hex digits; the API does not state format and length (docs/api.md, section 5). */
const createNonce = (): string => randomBytes(16).toString('hex')

const asText = (value: unknown): string | null => {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : null
}

interface LooseRequest {
  readonly path?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

interface Prepared {
  readonly path: string
  readonly query: readonly (readonly [string, string])[]
  readonly body: string | undefined
}

const isNumberOf = (shape: Readonly<Record<string, unknown>>, name: string, value: unknown): boolean => {
  const schema = shape[name]
  const isDigits = typeof value === 'string' && /^\d+$/.test(value)
  return isDigits && schema instanceof z.ZodType && !schema.safeParse(value).success
}

/** The path with its parameters. */
const fillPath = (path: string, given: LooseRequest['path']): Outcome<string, PlatformFailure> => {
  let filled = path
  for (const name of pathParametersOf(path)) {
    const value = asText(given?.[name])
    if (value === null || value === '') return fail(invalid(`path parameter ${name} is missing`))
    // Dot segments in a URL would address another operation; lone surrogates cannot be encoded.
    if (value === '.' || value === '..' || /\p{Surrogate}/u.test(value))
      return fail(invalid(`path parameter ${name} is not an ID`))
    filled = filled.replace(`{${name}}`, encodeURIComponent(value))
  }
  return succeed(filled)
}

/** The query as text; the nonce is not part of it. */
const writeQuery = (
  schema: z.ZodObject,
  given: LooseRequest['query'],
): Outcome<Prepared['query'], PlatformFailure> => {
  const fields = Object.entries(given ?? {}).filter(
    ([name, value]) => name !== 'g_nonce' && value !== undefined && value !== null,
  )
  // A query is sent as text, so digits are accepted for numbers.
  const checked = schema.safeParse(
    Object.fromEntries(
      fields.map(([name, value]) => [name, isNumberOf(schema.shape, name, value) ? Number(value) : value]),
    ),
  )
  if (!checked.success) return fail(invalid(`query: ${checked.error.issues[0]?.message ?? ''}`))
  const pairs: [string, string][] = []
  for (const [name, value] of fields) {
    const written = asText(value)
    if (written === null) return fail(invalid(`query parameter ${name} is neither text nor number`))
    pairs.push([name, written])
  }
  return succeed(pairs)
}

/** The given body, not the parsed one, to keep fields that the table does not know. */
const writeBody = (schema: z.ZodType, given: unknown): Outcome<string, PlatformFailure> => {
  const checked = schema.safeParse(given)
  if (checked.success) return succeed(stringifyJson(given))
  const issue = checked.error.issues[0]
  return fail(invalid(`body ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`))
}

/** Builds the request, or fails with the first invalid field. */
const prepare = (id: OperationId, request: LooseRequest): Outcome<Prepared, PlatformFailure> => {
  const operation = operations[id]
  const path = fillPath(operation.path, request.path)
  if (!path.ok) return path
  const query = writeQuery(operation.query, request.query)
  if (!query.ok) return query
  const body = operation.body === null ? null : writeBody(operation.body, request.body ?? {})
  if (body?.ok === false) return body
  return succeed({ path: path.value, query: query.value, body: body?.value })
}

interface AuthHeaders {
  readonly headers: Record<string, string>
  readonly application: string
  readonly user: string | null
}

/** The header sets of sections 4.1 and 4.2. */
const headersFor = async (
  module: PlatformModule,
  hasBody: boolean,
  tokens: Tokens,
): Promise<Outcome<AuthHeaders, PlatformFailure>> => {
  const application = await tokens.application(module)
  if (!application.ok) return application
  const authorization = `Bearer ${application.value}`
  const json = { 'content-type': 'application/json' }
  if (module === 'order') {
    return succeed({ headers: { authorization, ...json }, application: application.value, user: null })
  }
  const user = await tokens.user()
  if (!user.ok) return user
  const headers = { authorization, clientToken: application.value, userToken: user.value }
  return succeed({
    headers: hasBody ? { ...headers, ...json } : headers,
    application: application.value,
    user: user.value,
  })
}

const failureOf = (result: Exclude<HttpResult, { kind: 'answered' }>, isChange: boolean): PlatformFailure => {
  const changed = isChange && result.mayBeSent ? 'unknown' : 'no'
  if (result.kind === 'unreadable') return { code: 'malformed', message: result.message, changed }
  if (result.kind === 'broken') {
    // A change whose connection was cut after sending has no known result; one that was never sent is
    // unreachable.
    return result.mayBeSent && isChange
      ? { code: 'malformed', message: result.message, changed }
      : {
          code: 'unreachable',
          message: result.message,
          changed,
          ...(result.proxy === undefined ? {} : { proxy: result.proxy }),
        }
  }
  return { code: 'timeout', message: result.message, changed }
}

/** Removes tokens from a failure, because a platform may repeat what was sent. */
const redactTokens = (failure: PlatformFailure, secrets: readonly (string | null)[]): PlatformFailure => {
  const hide = (text: string) =>
    secrets.reduce<string>(
      (shown, secret) => (secret === null ? shown : shown.replaceAll(secret, '[hidden]')),
      text,
    )
  return {
    ...failure,
    message: hide(failure.message),
    ...(failure.businessCode === undefined ? {} : { businessCode: hide(failure.businessCode) }),
  }
}

/** A gateway in front of the platform rejects tokens without saying which. */
const isGatewayRejection = ({ code, businessCode, httpStatus }: PlatformFailure): boolean =>
  code === 'unauthorized' && businessCode === undefined && httpStatus === 401

/** Without a header, ms. */
const defaultRetryAfterMs = 1_000
/** A read waits no longer by itself, ms. */
const maxReadWaitMs = 10_000

const isRetryable = ({ code, businessCode, httpStatus = 0 }: PlatformFailure): boolean =>
  code === 'unreachable' ||
  code === 'busy' ||
  businessCode === '500' ||
  (code === 'malformed' && httpStatus >= 500)

type Answer = Extract<HttpResult, { kind: 'answered' }>

/** The platform asks for a wait. Null if it does not. */
const busyFailure = ({ status, retryAfterMs }: Answer): PlatformFailure | null => {
  if (status !== 429 && (status !== 503 || retryAfterMs === null)) return null
  const waitMs = retryAfterMs ?? defaultRetryAfterMs
  return { code: 'busy', httpStatus: status, message: `HTTP ${status}`, retryAfterMs: waitMs, changed: 'no' }
}

type Sending = Pick<
  HttpRequest,
  'freshConnection' | 'beforeFirstByte' | 'isFollowed' | 'deadlineMs' | 'maxMs' | 'signal'
>

/** How a request is sent: a change once, on a fresh connection; a read as long as parts of its response arrive. */
const sendingOf = (changesState: boolean, options: CallOptions): Sending => {
  const { beforeSending, deadlineMs, isFollowed, signal } = options
  const common = {
    ...(beforeSending === undefined ? {} : { beforeFirstByte: beforeSending }),
    ...(signal === undefined ? {} : { signal }),
  }
  if (changesState)
    return {
      ...common,
      freshConnection: true,
      isFollowed: isFollowed === true,
      deadlineMs: deadlineMs ?? deadlines.change,
    }
  return {
    ...common,
    freshConnection: false,
    isFollowed: false,
    deadlineMs: deadlineMs ?? deadlines.read,
    ...(deadlineMs === undefined ? { maxMs: deadlines.maxRead } : {}),
  }
}

/**
 * The client of the licensing platform: all 19 operations, each request with its own nonce, headers and tokens.
 * Reads may be retried. A change is sent once on a fresh connection and only repeated if the platform rejected
 * its token (60000, 60005), which means that it was not carried out.
 */
export const createPlatformClient = (deps: {
  /** As in the API (docs/api.md): everything before `/order/…` and `/me/…`. */
  baseUrl: string
  /** The full URL of the token endpoint. */
  userCentreUrl: string
  credentials: Credentials
  transport: Transport
  keeper: RefreshTokenKeeper
  /** Tokens shared with other parts; by default the client creates its own. */
  tokens?: Tokens
  /** Parses long responses on another thread; by default they are parsed here. */
  responseParser?: ResponseParser
}): PlatformClient => {
  const { credentials, transport, keeper, responseParser } = deps
  const base = deps.baseUrl.replace(/\/+$/, '')
  const tokens = deps.tokens ?? createTokens({ tokenUrl: deps.userCentreUrl, credentials, transport, keeper })

  const queryOf = (id: OperationId, { query }: Prepared): string => {
    const { module } = operations[id]
    const params = new URLSearchParams([['g_nonce', createNonce()]])
    if (id === 'order.batchOrder' && !query.some(([name]) => name === 'appKey')) {
      params.append('appKey', credentials.applications[module]?.key ?? '')
    }
    for (const [name, value] of query) params.append(name, value)
    return params.toString()
  }

  const attempt = async (
    id: OperationId,
    prepared: Prepared,
    auth: AuthHeaders,
    options: CallOptions,
  ): Promise<Outcome<unknown, PlatformFailure>> => {
    const { method, changesState } = operations[id]
    const result = await transport.send({
      url: `${base}${prepared.path}?${queryOf(id, prepared)}`,
      method,
      headers: auth.headers,
      ...(prepared.body === undefined ? {} : { body: prepared.body }),
      ...sendingOf(changesState, options),
      ...(isList(id) ? {} : { maxBytes: maxObjectBytes }),
      ...(responseParser === undefined
        ? {}
        : { chunksFrom: isList(id) ? minWorkerBytes : minObjectWorkerBytes }),
    })
    if (result.kind !== 'answered') return fail(failureOf(result, changesState))
    const busy = busyFailure(result)
    if (busy !== null) return fail(busy)
    const { status, text, chunks } = result
    const data =
      chunks === undefined || responseParser === undefined
        ? await readData(id, { status, text })
        : // Not aborted for a change: its response has arrived, and giving up would only lose the result.
          await responseParser.read(id, { status, chunks }, changesState ? undefined : options.signal)
    return data.ok ? data : fail(redactTokens(data.error, [auth.application, auth.user]))
  }

  const withFreshTokens = async (
    id: OperationId,
    prepared: Prepared,
    options: CallOptions,
  ): Promise<Outcome<unknown, PlatformFailure>> => {
    const { module } = operations[id]
    const renewed = new Set<string>()
    let rejection: Outcome<unknown, PlatformFailure> | null = null
    for (;;) {
      const auth = await headersFor(module, prepared.body !== undefined, tokens)
      // Without a new token, the platform's previous rejection is the result.
      if (!auth.ok) return rejection ?? auth
      const outcome = await attempt(id, prepared, auth.value, options)
      if (outcome.ok) return outcome
      const rejected = isGatewayRejection(outcome.error) ? 'either' : rejectedToken(outcome.error)
      const { application, user } = auth.value
      const staleTokens = [rejected === 'user' ? null : application, rejected === 'application' ? null : user]
      if (rejected === null || staleTokens.every((token) => token === null)) return outcome
      for (const token of staleTokens) if (token !== null) tokens.discard(token)
      // Retried once per kind of token, and only if nothing was carried out.
      if (outcome.error.changed !== 'no' || renewed.has(rejected)) return outcome
      renewed.add(rejected)
      rejection = outcome
    }
  }

  const call = async <Id extends OperationId>(
    id: Id,
    request: OperationRequest<Id>,
    options: CallOptions = {},
  ): Promise<Outcome<OperationData<Id>, PlatformFailure>> => {
    const prepared = prepare(id, request as LooseRequest)
    if (!prepared.ok) return prepared
    const { changesState } = operations[id]
    let outcome = await withFreshTokens(id, prepared.value, options)
    for (const pauseMs of changesState ? [] : readRetryPauses) {
      if (outcome.ok || !isRetryable(outcome.error) || options.signal?.aborted === true) break
      await pause(Math.max(pauseMs, Math.min(maxReadWaitMs, outcome.error.retryAfterMs ?? 0)))
      outcome = await withFreshTokens(id, prepared.value, options)
    }
    // The type is ensured by the operation's schema (read-data.ts).
    return outcome as Outcome<OperationData<Id>, PlatformFailure>
  }

  return {
    call,
    signIn: (user) => tokens.signIn(user),
    signOut: () => tokens.signOut(),
    signedInAs: tokens.signedInAs,
    stop: () => transport.stop(),
  }
}
