import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { PlatformModule } from '#shared/operations'
import type { PlatformFailure } from '#shared/platform-failure'
import type { Application, Credentials } from './credentials'
import { parseJson } from './json'
import type { HttpResult, Transport } from './transport'

/** Keeps the user's refresh token between starts, where secrets can be kept; null forgets it. */
export interface RefreshTokenKeeper {
  readonly load: () => Promise<string | null>
  /** Never throws: a token that cannot be kept is asked for again next time. */
  readonly save: (refreshToken: string | null) => Promise<void>
}

export interface Tokens {
  /** A token of the module's application (`client_credentials`), asked for when there is none. */
  application(module: PlatformModule): Promise<Outcome<string, PlatformFailure>>
  /** The user's token (`password`, then `refresh_token`). */
  user(): Promise<Outcome<string, PlatformFailure>>
  /**
   * Called when the platform refused `stale`: the next request gets another. Callers that were refused the same
   * token at the same time share one renewal.
   */
  discard(stale: string): void
  readonly signedInAs: () => string | null
}

interface Held {
  readonly token: string
  /** On the monotonic clock, ms; a token that will not last the call is renewed before it. */
  readonly usableUntil: number
}

interface Answer {
  readonly token: string
  readonly refreshToken: string | null
  readonly livesSeconds: number
}

/** Where nothing outlives the process: the shell, training, a system without a keyring. */
export const memoryKeeper = (): RefreshTokenKeeper => {
  let kept: string | null = null
  return {
    load: () => Promise.resolve(kept),
    save: (refreshToken) => Promise.resolve(void (kept = refreshToken)),
  }
}

/** Renewed this long before it ends, so that it does not run out on the way. */
const marginMs = 30_000
/** Where the user centre does not say how long a token lives; the platform's refusal tells in any case. */
const assumedLifeSeconds = 3600
const deadlineMs = 15_000

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** RFC 6749 names, at the top or inside an envelope's `data`: issuance is “not shown” (API document, section 5). */
const readTokenAnswer = (body: string): Answer | null => {
  let top: Record<string, unknown>
  try {
    top = record(parseJson(body))
  } catch {
    return null
  }
  const from = text(top['access_token']) === null ? record(top['data']) : top
  const token = text(from['access_token'])
  if (token === null) return null
  const lives = Number(from['expires_in'])
  return {
    token,
    refreshToken: text(from['refresh_token']),
    livesSeconds: Number.isFinite(lives) && lives > 0 ? lives : assumedLifeSeconds,
  }
}

const failureOf = (result: HttpResult): PlatformFailure => {
  if (result.kind !== 'answered') {
    const code = result.kind === 'broken' ? 'unreachable' : 'timeout'
    return { code, message: `user centre: ${result.message}`, changed: 'no' }
  }
  const { status } = result
  if (status >= 400 && status < 500 && status !== 408 && status !== 429) {
    let reason = ''
    try {
      const said = text(record(parseJson(result.text))['error'])
      // Only the registered error names of RFC 6749 are short words; anything longer may echo what was sent.
      reason = said !== null && /^[a-z_]{3,40}$/.test(said) ? `: ${said}` : ''
    } catch {
      // A refusal without a reason.
    }
    return {
      code: 'unauthorized',
      httpStatus: status,
      message: `the user centre refused${reason}`,
      changed: 'no',
    }
  }
  return {
    code: 'malformed',
    httpStatus: status,
    message: `the user centre answered HTTP ${status} without a token`,
    changed: 'no',
  }
}

/** 408 and 429 speak of the moment, a status of 500 and more of the server; anything else is about the token. */
const isRefusal = ({ code, httpStatus = 0 }: PlatformFailure): boolean =>
  (code === 'unauthorized' || code === 'malformed') &&
  httpStatus > 0 &&
  httpStatus < 500 &&
  httpStatus !== 408 &&
  httpStatus !== 429

const missing = (what: string): PlatformFailure => ({
  code: 'unauthorized',
  message: `no ${what} given`,
  changed: 'no',
})

/** Tokens from the user centre at `tokenUrl` (the endpoint's whole URL), held in memory only. */
export const createTokens = (deps: {
  tokenUrl: string
  credentials: Credentials
  transport: Transport
  keeper: RefreshTokenKeeper
  now?: () => number
}): Tokens => {
  const { tokenUrl, credentials, transport, keeper } = deps
  const now = deps.now ?? (() => performance.now())
  const held = new Map<string, Held>()
  const underWay = new Map<string, Promise<Outcome<string, PlatformFailure>>>()

  const ask = async (fields: Record<string, string>): Promise<Outcome<Answer, PlatformFailure>> => {
    const result = await transport.send({
      url: tokenUrl,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams(fields).toString(),
      freshConnection: true,
      deadlineMs,
    })
    const answer = result.kind === 'answered' && result.status < 300 ? readTokenAnswer(result.text) : null
    return answer === null ? fail(failureOf(result)) : succeed(answer)
  }

  const hold = (name: string, answer: Answer): Outcome<string, PlatformFailure> => {
    held.set(name, { token: answer.token, usableUntil: now() + answer.livesSeconds * 1000 - marginMs })
    return succeed(answer.token)
  }

  /** One request at a time for each token; whoever asks meanwhile gets its answer. */
  const singleFlight = async (
    name: string,
    obtain: () => Promise<Outcome<Answer, PlatformFailure>>,
  ): Promise<Outcome<string, PlatformFailure>> => {
    const current = held.get(name)
    if (current !== undefined && current.usableUntil > now()) return succeed(current.token)
    const running = underWay.get(name)
    if (running !== undefined) return running
    const started = obtain().then((outcome) => (outcome.ok ? hold(name, outcome.value) : outcome))
    underWay.set(name, started)
    try {
      return await started
    } finally {
      underWay.delete(name)
    }
  }

  const asClient = ({ key, secret }: Application) => ({ client_id: key, client_secret: secret })

  const signIn = async (): Promise<Outcome<Answer, PlatformFailure>> => {
    const client = credentials.applications.member
    if (client === null) return fail(missing('application key for the member centre'))
    const kept = await keeper.load()
    if (kept !== null) {
      const renewed = await ask({ ...asClient(client), grant_type: 'refresh_token', refresh_token: kept })
      if (renewed.ok) {
        await keeper.save(renewed.value.refreshToken ?? kept)
        return renewed
      }
      // Only an answer that refuses it leads on to the password; being offline or overloaded does not.
      if (!isRefusal(renewed.error)) return renewed
      await keeper.save(null)
    }
    if (credentials.user === null) return fail(missing('sign-in'))
    const { name, password } = credentials.user
    const signedIn = await ask({
      ...asClient(client),
      grant_type: 'password',
      username: name,
      password,
    })
    if (signedIn.ok) await keeper.save(signedIn.value.refreshToken)
    return signedIn
  }

  return {
    application: async (module) => {
      const application = credentials.applications[module]
      if (application === null) return fail(missing(`application key for the ${module} module`))
      return singleFlight(`application ${application.key}`, () =>
        ask({ ...asClient(application), grant_type: 'client_credentials' }),
      )
    },
    user: () => singleFlight('user', signIn),
    discard: (stale) => {
      for (const [name, { token }] of held) if (token === stale) held.delete(name)
    },
    signedInAs: () => credentials.user?.name ?? null,
  }
}
