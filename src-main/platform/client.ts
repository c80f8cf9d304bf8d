import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { operations, pathParametersOf } from '#shared/operations'
import type { OperationData, OperationId, OperationRequest, PlatformModule } from '#shared/operations'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { PlatformFailure } from '#shared/platform-failure'
import type { Credentials } from './credentials'
import { refusedToken } from './envelope'
import { stringifyJson } from './json'
import { longAnswer } from './long-answers'
import type { LongAnswers } from './long-answers'
import { readData } from './read-data'
import type { RefreshTokenKeeper, Tokens } from './tokens'
import { createTokens } from './tokens'
import type { HttpResult, Transport } from './transport'

export interface CallOptions {
  readonly signal?: AbortSignal
  readonly deadlineMs?: number
  /**
   * Awaited when everything is ready and right before the first byte may leave; what it throws stops the call with
   * nothing sent. The journal writes its “sent” here.
   */
  readonly beforeSending?: () => Promise<void>
  /** Of a change: another one follows at once, and its connection may be opened while this one is on its way. */
  readonly isFollowed?: boolean
}

export interface PlatformClient {
  /** One of the 19 operations of the API document; never throws for what the network or the platform does. */
  call<Id extends OperationId>(
    id: Id,
    request: OperationRequest<Id>,
    options?: CallOptions,
  ): Promise<Outcome<OperationData<Id>, PlatformFailure>>
  /** The password goes into this one request to the user centre and is kept nowhere. */
  signIn(user: { readonly name: string; readonly password: string }): Promise<Outcome<null, PlatformFailure>>
  signOut(): void
  signedInAs(): string | null
  stop(): Promise<void>
}

/** The longest wait for an answer; a change may run long on the platform's side. */
export const changeDeadlineMs = 60_000
/** A read's counts anew while its answer comes: 100,000 assets are some 52 MB, minutes on a slow line. */
const deadlines = { read: 20_000, longestRead: 10 * 60_000, change: changeDeadlineMs }
/** Pauses before a read is tried again; a change never is. */
const readRetryPauses = [250, 1000]

const invalid = (message: string): PlatformFailure => ({ code: 'invalid', message, changed: 'no' })

/** 32 hex digits; format and length are “not shown” (API document, section 5). */
const nonce = (): string => randomBytes(16).toString('hex')

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

/** The request as it will go out, or the first thing about it that the operation does not take. */
const prepare = (id: OperationId, request: LooseRequest): Outcome<Prepared, PlatformFailure> => {
  const { path, query, body } = operations[id]
  let filled: string = path
  for (const name of pathParametersOf(path)) {
    const value = asText(request.path?.[name])
    if (value === null || value === '') return fail(invalid(`path parameter ${name} is missing`))
    // A URL's dot segments would make another operation of it, and half of a character has no place in one.
    if (value === '.' || value === '..' || /\p{Surrogate}/u.test(value))
      return fail(invalid(`path parameter ${name} is no id`))
    filled = filled.replace(`{${name}}`, encodeURIComponent(value))
  }
  const given = Object.entries(request.query ?? {}).filter(
    ([name, value]) => name !== 'g_nonce' && value !== undefined && value !== null,
  )
  // On the wire a query is text, so digits are as good as the number they are.
  const checkedQuery = query.safeParse(
    Object.fromEntries(
      given.map(([name, value]) => [name, isNumberOf(query.shape, name, value) ? Number(value) : value]),
    ),
  )
  if (!checkedQuery.success) return fail(invalid(`query: ${checkedQuery.error.issues[0]?.message ?? ''}`))
  const pairs: [string, string][] = []
  for (const [name, value] of given) {
    const written = asText(value)
    if (written === null) return fail(invalid(`query parameter ${name} is neither text nor number`))
    pairs.push([name, written])
  }
  if (body === null) return succeed({ path: filled, query: pairs, body: undefined })
  const checkedBody = body.safeParse(request.body ?? {})
  if (!checkedBody.success) {
    const issue = checkedBody.error.issues[0]
    return fail(invalid(`body ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`))
  }
  // What goes out is what was given, not what was parsed: fields the table does not know are kept.
  return succeed({ path: filled, query: pairs, body: stringifyJson(request.body ?? {}) })
}

interface Pass {
  readonly headers: Record<string, string>
  readonly application: string
  readonly user: string | null
}

/** The header sets of sections 4.1 and 4.2. */
const passFor = async (
  module: PlatformModule,
  hasBody: boolean,
  tokens: Tokens,
): Promise<Outcome<Pass, PlatformFailure>> => {
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
  const changed = isChange && result.left ? 'unknown' : 'no'
  if (result.kind === 'broken') {
    // A connection cut before the answer is no answer at all; one that never stood is nobody there.
    return result.left && isChange
      ? { code: 'malformed', message: result.message, changed }
      : { code: 'unreachable', message: result.message, changed }
  }
  return { code: 'timeout', message: result.message, changed }
}

/** A platform may echo what it was sent; our tokens go no further than here. */
const withoutSecrets = (failure: PlatformFailure, secrets: readonly (string | null)[]): PlatformFailure => {
  const hide = (text: string) =>
    secrets.reduce<string>(
      (shown, secret) => (secret === null ? shown : shown.replaceAll(secret, '[hidden]')),
      text,
    )
  return { ...failure, message: hide(failure.message) }
}

/** Of a gateway before the platform: the tokens are not taken, and it does not say which. */
const isBareRefusal = ({ code, businessCode, httpStatus }: PlatformFailure): boolean =>
  code === 'unauthorized' && businessCode === undefined && httpStatus === 401

const isWorthAnotherTry = ({ code, businessCode, httpStatus = 0 }: PlatformFailure): boolean =>
  code === 'unreachable' || businessCode === '500' || (code === 'malformed' && httpStatus >= 500)

/**
 * The client of the licensing platform: all 19 operations, with a nonce, headers and tokens of its own for each
 * call. Reads may be tried again; a change goes out once, on a fresh connection, and is repeated only after the
 * platform refused its token (60000, 60005), which means that it was not carried out.
 */
export const createPlatformClient = (deps: {
  /** As in the API document: everything before `/order/…` and `/me/…`. */
  baseUrl: string
  /** The token endpoint's whole URL. */
  userCentreUrl: string
  credentials: Credentials
  transport: Transport
  keeper: RefreshTokenKeeper
  /** Tokens that somebody else asks for too; its own otherwise. */
  tokens?: Tokens
  /** Reads long answers off this thread; here otherwise. */
  longAnswers?: LongAnswers
}): PlatformClient => {
  const { credentials, transport, keeper, longAnswers } = deps
  const base = deps.baseUrl.replace(/\/+$/, '')
  const tokens = deps.tokens ?? createTokens({ tokenUrl: deps.userCentreUrl, credentials, transport, keeper })

  const attempt = async (
    id: OperationId,
    prepared: Prepared,
    pass: Pass,
    options: CallOptions,
  ): Promise<Outcome<unknown, PlatformFailure>> => {
    const { method, module, changesState } = operations[id]
    const query = new URLSearchParams([['g_nonce', nonce()]])
    if (id === 'order.batchOrder' && !prepared.query.some(([name]) => name === 'appKey')) {
      query.append('appKey', credentials.applications[module]?.key ?? '')
    }
    for (const [name, value] of prepared.query) query.append(name, value)
    const result = await transport.send({
      url: `${base}${prepared.path}?${query.toString()}`,
      method,
      headers: pass.headers,
      ...(prepared.body === undefined ? {} : { body: prepared.body }),
      freshConnection: changesState,
      ...(options.beforeSending === undefined ? {} : { beforeFirstByte: options.beforeSending }),
      isFollowed: changesState && options.isFollowed === true,
      deadlineMs: options.deadlineMs ?? (changesState ? deadlines.change : deadlines.read),
      ...(changesState || options.deadlineMs !== undefined ? {} : { longestMs: deadlines.longestRead }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
      ...(longAnswers === undefined || changesState ? {} : { chunksFrom: longAnswer }),
    })
    if (result.kind !== 'answered') return fail(failureOf(result, changesState))
    const { status, text, chunks } = result
    const answer =
      chunks === undefined || longAnswers === undefined
        ? readData(id, { status, text })
        : await longAnswers.read(id, { status, chunks }, options.signal)
    return answer.ok ? answer : fail(withoutSecrets(answer.error, [pass.application, pass.user]))
  }

  const withFreshTokens = async (
    id: OperationId,
    prepared: Prepared,
    options: CallOptions,
  ): Promise<Outcome<unknown, PlatformFailure>> => {
    const { module } = operations[id]
    const renewed = new Set<string>()
    let refusal: Outcome<unknown, PlatformFailure> | null = null
    for (;;) {
      const pass = await passFor(module, prepared.body !== undefined, tokens)
      // Where no other token is to be had, what the platform said to the one before is the outcome.
      if (!pass.ok) return refusal ?? pass
      const outcome = await attempt(id, prepared, pass.value, options)
      if (outcome.ok) return outcome
      const refused = isBareRefusal(outcome.error) ? 'either' : refusedToken(outcome.error)
      const { application, user } = pass.value
      const stale = [refused === 'user' ? null : application, refused === 'application' ? null : user]
      if (refused === null || stale.every((token) => token === null)) return outcome
      for (const token of stale) if (token !== null) tokens.discard(token)
      // Once for each kind of token, and only where it is certain that nothing was carried out.
      if (outcome.error.changed !== 'no' || renewed.has(refused)) return outcome
      renewed.add(refused)
      refusal = outcome
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
    for (const wait of changesState ? [] : readRetryPauses) {
      if (outcome.ok || !isWorthAnotherTry(outcome.error) || options.signal?.aborted === true) break
      await pause(wait)
      outcome = await withFreshTokens(id, prepared.value, options)
    }
    // Read by the operation's own schema (read-data.ts).
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
