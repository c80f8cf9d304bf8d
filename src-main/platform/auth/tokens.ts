import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { PlatformModule } from '#shared/operations'
import type { MissingPart, PlatformFailure } from '#shared/model/api/platform-failure'
import type { Application, Credentials } from './credentials'
import type { Transport } from '../transport/transport'
import { createTokenRequests } from './token-requests'
import type { TokenResponse } from './token-requests'

/** Stores the user's refresh token between starts if possible; null deletes it. */
export interface RefreshTokenKeeper {
  readonly load: () => Promise<string | null>
  /** Never throws: without a stored token, the user signs in again next time. */
  readonly save: (refreshToken: string | null) => Promise<void>
}

export interface Tokens {
  /** The token of the module's application (`client_credentials`), requested if there is none. */
  application(module: PlatformModule): Promise<Outcome<string, PlatformFailure>>
  /** The user's token (`password`, then `refresh_token`). */
  user(): Promise<Outcome<string, PlatformFailure>>
  /**
   * Call when the platform rejected `stale`; the next request gets a new token. Callers with the same rejected
   * token share one renewal.
   */
  discard(stale: string): void
  /**
   * Signs in with a password, which is not stored, and uses the new token from now on. A failure changes
   * nothing.
   */
  signIn(user: { readonly name: string; readonly password: string }): Promise<Outcome<null, PlatformFailure>>
  /** Stops using the user's token; the keeper decides about the stored one. */
  signOut(): void
  /** The scopes of the module's token; null if no token was requested or the user center named none. */
  scopes(module: PlatformModule): readonly string[] | null
  /** Which tokens are cached and for how long; never the tokens themselves. */
  statuses(): readonly TokenStatus[]
  readonly signedInAs: () => string | null
}

export interface TokenStatus {
  readonly owner: PlatformModule | 'user'
  /** Time until the renewal, some seconds before expiry, in ms; negative if past. */
  readonly remainingMs: number
  readonly scopes: readonly string[] | null
}

interface CachedToken {
  readonly token: string
  /** Monotonic time in ms; a token that would expire during a request is renewed first. */
  readonly renewAt: number
  /** The same on the wall clock, ms since 1970. */
  readonly renewAtWall: number
  readonly scopes: readonly string[] | null
}

/** Keeps nothing across starts: for the command line, training, and systems without a keychain. */
export const createMemoryTokenKeeper = (): RefreshTokenKeeper => {
  let token: string | null = null
  return {
    load: () => Promise.resolve(token),
    save: (refreshToken) => Promise.resolve(void (token = refreshToken)),
  }
}

/**
 * Renewal time before expiry, so that a token does not expire during a request; at most a third of its
 * lifetime.
 */
const renewalMarginOf = (lifetimeMs: number): number => Math.min(30_000, lifetimeMs / 3)

const missing = (part: MissingPart): PlatformFailure => ({
  code: 'unauthorized',
  missing: part,
  message: `missing ${part.replace('-', ' ')}`,
  changed: 'no',
})

/** Requests tokens from the user center at `tokenUrl` (the full endpoint URL) and holds them in memory only. */
export const createTokens = (deps: {
  tokenUrl: string
  credentials: Credentials
  transport: Transport
  keeper: RefreshTokenKeeper
  /** Aborts all token requests. */
  signal?: AbortSignal
  /** A monotonic clock, in ms. Many stop while the computer sleeps. */
  now?: () => number
  /** The wall clock, ms since 1970. */
  wall?: () => number
}): Tokens => {
  const { tokenUrl, credentials, transport, keeper, signal } = deps
  const now = deps.now ?? (() => performance.now())
  const wall = deps.wall ?? (() => Date.now())
  const tokens = new Map<string, CachedToken>()
  const pending = new Map<string, Promise<Outcome<string, PlatformFailure>>>()

  /** Increases with each sign-out: results of earlier requests are discarded. */
  let signOuts = 0

  const missingApplication = (module: PlatformModule): PlatformFailure => ({
    ...missing(`${module}-application`),
    ...(credentials.unreadable?.includes(module) === true ? { isUnreadable: true } : {}),
  })

  const requests = createTokenRequests(tokenUrl, transport, signal)

  const cacheToken = (name: string, response: TokenResponse): Outcome<string, PlatformFailure> => {
    const { token, lifetimeSeconds, scopes } = response
    const lifetimeMs = lifetimeSeconds * 1000
    const usableMs = lifetimeMs - renewalMarginOf(lifetimeMs)
    tokens.set(name, { token, renewAt: now() + usableMs, renewAtWall: wall() + usableMs, scopes })
    return succeed(response.token)
  }

  /** By the clock that is later: one stops while the computer sleeps, the other may be set back. */
  const remainingMs = ({ renewAt, renewAtWall }: CachedToken): number =>
    Math.min(renewAt - now(), renewAtWall - wall())

  /** One request at a time per token; concurrent callers share it. */
  const singleFlight = async (
    name: string,
    obtain: () => Promise<Outcome<TokenResponse, PlatformFailure>>,
  ): Promise<Outcome<string, PlatformFailure>> => {
    const current = tokens.get(name)
    if (current !== undefined && remainingMs(current) > 0) return succeed(current.token)
    const running = pending.get(name)
    if (running !== undefined) return running
    const signOutsBefore = signOuts
    const started = obtain().then((outcome) => {
      if (!outcome.ok) return outcome
      return name === 'user' && signOuts !== signOutsBefore
        ? fail(missing('sign-in'))
        : cacheToken(name, outcome.value)
    })
    pending.set(name, started)
    try {
      return await started
    } finally {
      pending.delete(name)
    }
  }

  const withPassword = async (
    client: Application,
    user: { readonly name: string; readonly password: string },
  ): Promise<Outcome<TokenResponse, PlatformFailure>> => {
    const signOutsBefore = signOuts
    const signedIn = await requests.withPassword(client, user)
    if (signOuts !== signOutsBefore) return fail(missing('sign-in'))
    if (signedIn.ok) await keeper.save(signedIn.value.refreshToken)
    return signedIn
  }

  const obtainUser = async (): Promise<Outcome<TokenResponse, PlatformFailure>> => {
    const client = credentials.applications.member
    if (client === null) return fail(missingApplication('member'))
    const signOutsBefore = signOuts
    const token = await keeper.load()
    if (token !== null) {
      const { renewed, isGrantRejected } = await requests.withRefreshToken(client, token)
      if (signOuts !== signOutsBefore) return fail(missing('sign-in'))
      if (renewed.ok) {
        await keeper.save(renewed.value.refreshToken ?? token)
        return renewed
      }
      // Uses the password only after the refresh token was rejected, not after a network or server error.
      if (!isGrantRejected) return renewed
      await keeper.save(null)
    }
    const { name, password } = credentials.user ?? { name: '', password: null }
    return password === null ? fail(missing('sign-in')) : withPassword(client, { name, password })
  }

  return {
    application: async (module) => {
      const application = credentials.applications[module]
      if (application === null) return fail(missingApplication(module))
      return singleFlight(`application ${application.key}`, () => requests.ofApplication(application))
    },
    user: () => singleFlight('user', obtainUser),
    signIn: async (user) => {
      const client = credentials.applications.member
      if (client === null) return fail(missingApplication('member'))
      const signedIn = await withPassword(client, user)
      if (!signedIn.ok) return signedIn
      cacheToken('user', signedIn.value)
      return succeed(null)
    },
    signOut: () => {
      signOuts += 1
      tokens.delete('user')
    },
    scopes: (module) => {
      const application = credentials.applications[module]
      return application === null ? null : (tokens.get(`application ${application.key}`)?.scopes ?? null)
    },
    discard: (stale) => {
      for (const [name, { token }] of tokens) if (token === stale) tokens.delete(name)
    },
    statuses: () => {
      const statusOf = (owner: TokenStatus['owner'], name: string): TokenStatus[] => {
        const one = tokens.get(name)
        return one === undefined ? [] : [{ owner, remainingMs: remainingMs(one), scopes: one.scopes }]
      }
      const ofModule = (module: PlatformModule) => {
        const application = credentials.applications[module]
        return application === null ? [] : statusOf(module, `application ${application.key}`)
      }
      return [...ofModule('order'), ...ofModule('member'), ...statusOf('user', 'user')]
    },
    signedInAs: () => credentials.user?.name ?? null,
  }
}
