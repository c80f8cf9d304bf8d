import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { PlatformModule } from '#shared/operations'
import type { MissingPart, PlatformFailure } from '#shared/platform-failure'
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
  /**
   * Signs in with a password, which is kept nowhere; what comes of it is used from now on. A failure leaves
   * everything as it was.
   */
  signIn(user: { readonly name: string; readonly password: string }): Promise<Outcome<null, PlatformFailure>>
  /** The user's token is used no more; what was kept of the sign-in is its keeper's matter. */
  signOut(): void
  /** The scopes of the module's token, where it was asked for and the user centre named them. */
  scopes(module: PlatformModule): readonly string[] | null
  /** Which tokens are held and how long they last; never the tokens themselves. */
  held(): readonly HeldToken[]
  readonly signedInAs: () => string | null
}

export interface HeldToken {
  readonly whose: PlatformModule | 'user'
  /** Until it is renewed, some seconds before its end; negative where that is past. */
  readonly lastsMs: number
  readonly scopes: readonly string[] | null
}

interface Held {
  readonly token: string
  /** On the monotonic clock, ms; a token that will not last the call is renewed before it. */
  readonly usableUntil: number
  readonly scopes: readonly string[] | null
}

interface Answer {
  readonly token: string
  readonly refreshToken: string | null
  readonly livesSeconds: number
  readonly scopes: readonly string[] | null
}

/** Where nothing outlives the process: the shell, training, a system without a keyring. */
export const memoryKeeper = (): RefreshTokenKeeper => {
  let kept: string | null = null
  return {
    load: () => Promise.resolve(kept),
    save: (refreshToken) => Promise.resolve(void (kept = refreshToken)),
  }
}

/** Renewed this long before it ends, so that it does not run out on the way; one that lives short, at two thirds. */
const marginOf = (livesMs: number): number => Math.min(30_000, livesMs / 3)
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
  // It goes into headers, which take no more than RFC 6749 (appendix A.12) has in a token.
  if (token === null || !/^[ -~]+$/.test(token)) return null
  const lives = Number(from['expires_in'])
  const scope = text(from['scope'])
  return {
    token,
    refreshToken: text(from['refresh_token']),
    livesSeconds: Number.isFinite(lives) && lives > 0 ? lives : assumedLifeSeconds,
    scopes: scope === null ? null : scope.split(/[\s,]+/).filter((name) => name !== ''),
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

/** What RFC 6749 (sections 5.2, 4.1.2.1) has for the application and for the moment; all other errors are about the grant. */
const notOfTheGrant = new Set([
  'invalid_client',
  'unauthorized_client',
  'unsupported_grant_type',
  'temporarily_unavailable',
  'server_error',
])

/**
 * Whether it is the refresh token that is refused, which is forgotten then. A proxy that wants a sign-in of its own, a
 * network's start page or a user centre that is just being moved (302, 404, a page under 200) says nothing of it.
 */
const refusesGrant = (result: HttpResult): boolean => {
  if (result.kind !== 'answered') return false
  const { status } = result
  let said: Record<string, unknown> = {}
  try {
    said = record(parseJson(result.text))
  } catch {
    // No word of a user centre's.
  }
  if (notOfTheGrant.has(text(said['error']) ?? '')) return false
  if (status === 400 || status === 401) return true
  return (status < 300 || status === 403) && ('error' in said || 'code' in said)
}

const missing = (part: MissingPart): PlatformFailure => ({
  code: 'unauthorized',
  missing: part,
  message: `no ${part.replace('-', ' ')} given`,
  changed: 'no',
})

/** Tokens from the user centre at `tokenUrl` (the endpoint's whole URL), held in memory only. */
export const createTokens = (deps: {
  tokenUrl: string
  credentials: Credentials
  transport: Transport
  keeper: RefreshTokenKeeper
  /** Ends every request of its own. */
  signal?: AbortSignal
  now?: () => number
}): Tokens => {
  const { tokenUrl, credentials, transport, keeper, signal } = deps
  const now = deps.now ?? (() => performance.now())
  const held = new Map<string, Held>()
  const underWay = new Map<string, Promise<Outcome<string, PlatformFailure>>>()

  /** Counts up with each sign-out: what was still on its way then is neither kept nor used. */
  let signOuts = 0

  const send = (fields: Record<string, string>): Promise<HttpResult> =>
    transport.send({
      url: tokenUrl,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams(fields).toString(),
      freshConnection: true,
      deadlineMs,
      ...(signal === undefined ? {} : { signal }),
    })

  const readResult = (result: HttpResult): Outcome<Answer, PlatformFailure> => {
    const answer = result.kind === 'answered' && result.status < 300 ? readTokenAnswer(result.text) : null
    return answer === null ? fail(failureOf(result)) : succeed(answer)
  }

  const ask = async (fields: Record<string, string>) => readResult(await send(fields))

  const hold = (name: string, answer: Answer): Outcome<string, PlatformFailure> => {
    const { token, livesSeconds, scopes } = answer
    const livesMs = livesSeconds * 1000
    held.set(name, { token, usableUntil: now() + livesMs - marginOf(livesMs), scopes })
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
    const before = signOuts
    const started = obtain().then((outcome) => {
      if (!outcome.ok) return outcome
      return name === 'user' && signOuts !== before ? fail(missing('sign-in')) : hold(name, outcome.value)
    })
    underWay.set(name, started)
    try {
      return await started
    } finally {
      underWay.delete(name)
    }
  }

  const asClient = ({ key, secret }: Application) => ({ client_id: key, client_secret: secret })

  const withPassword = async (
    client: Application,
    user: { readonly name: string; readonly password: string },
  ): Promise<Outcome<Answer, PlatformFailure>> => {
    const { name: username, password } = user
    const before = signOuts
    const signedIn = await ask({ ...asClient(client), grant_type: 'password', username, password })
    if (signOuts !== before) return fail(missing('sign-in'))
    if (signedIn.ok) await keeper.save(signedIn.value.refreshToken)
    return signedIn
  }

  const obtainUser = async (): Promise<Outcome<Answer, PlatformFailure>> => {
    const client = credentials.applications.member
    if (client === null) return fail(missing('member-application'))
    const before = signOuts
    const kept = await keeper.load()
    if (kept !== null) {
      const result = await send({ ...asClient(client), grant_type: 'refresh_token', refresh_token: kept })
      const renewed = readResult(result)
      if (signOuts !== before) return fail(missing('sign-in'))
      if (renewed.ok) {
        await keeper.save(renewed.value.refreshToken ?? kept)
        return renewed
      }
      // Only an answer that refuses it leads on to the password; being offline or overloaded does not.
      if (!refusesGrant(result)) return renewed
      await keeper.save(null)
    }
    const { name, password } = credentials.user ?? { name: '', password: null }
    return password === null ? fail(missing('sign-in')) : withPassword(client, { name, password })
  }

  return {
    application: async (module) => {
      const application = credentials.applications[module]
      if (application === null) return fail(missing(`${module}-application`))
      return singleFlight(`application ${application.key}`, () =>
        ask({ ...asClient(application), grant_type: 'client_credentials' }),
      )
    },
    user: () => singleFlight('user', obtainUser),
    signIn: async (user) => {
      const client = credentials.applications.member
      if (client === null) return fail(missing('member-application'))
      const signedIn = await withPassword(client, user)
      if (!signedIn.ok) return signedIn
      hold('user', signedIn.value)
      return succeed(null)
    },
    signOut: () => {
      signOuts += 1
      held.delete('user')
    },
    scopes: (module) => {
      const application = credentials.applications[module]
      return application === null ? null : (held.get(`application ${application.key}`)?.scopes ?? null)
    },
    discard: (stale) => {
      for (const [name, { token }] of held) if (token === stale) held.delete(name)
    },
    held: () => {
      const of = (whose: HeldToken['whose'], name: string): HeldToken[] => {
        const one = held.get(name)
        return one === undefined ? [] : [{ whose, lastsMs: one.usableUntil - now(), scopes: one.scopes }]
      }
      const ofModule = (module: PlatformModule) => {
        const application = credentials.applications[module]
        return application === null ? [] : of(module, `application ${application.key}`)
      }
      return [...ofModule('order'), ...ofModule('member'), ...of('user', 'user')]
    },
    signedInAs: () => credentials.user?.name ?? null,
  }
}
