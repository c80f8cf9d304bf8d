import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import type { Policy } from '../policy'
import type { Database } from '../store/database'
import { scopes } from './credentials'
import type { Application, Credentials } from './credentials'
import { createSecretChecks } from './secret-checks'
import type { SecretCheck } from './secret-checks'
import type { matchesSecret } from './secrets'
import { findTokens, issueToken, lifetimeOf } from './tokens'
import type { TokenHolder } from './tokens'

/** The caller is not authenticated yet. A token request has a few hundred bytes. */
const formLimitBytes = 16 * 1024

/** RFC 6749, section 5.2. */
interface OAuthError {
  readonly status: 400 | 401 | 429 | 503
  readonly error:
    | 'invalid_request'
    | 'invalid_client'
    | 'invalid_grant'
    | 'invalid_scope'
    | 'unsupported_grant_type'
    | 'temporarily_unavailable'
  readonly description: string
  readonly retryAfterS?: number
}

interface TokenAnswer {
  readonly access_token: string
  readonly token_type: 'Bearer'
  readonly expires_in: number
  readonly scope: string
  readonly refresh_token?: string
}

const oauthError = (error: OAuthError['error'], description: string): OAuthError => ({
  status: error === 'invalid_client' ? 401 : 400,
  error,
  description,
})

/** The error if the secret was not compared; null otherwise. */
const errorIfNotCompared = (check: SecretCheck): OAuthError | null => {
  const error = 'temporarily_unavailable'
  if (check.kind === 'rate-limited') {
    const description = 'Too many failed attempts. Try again later.'
    return { status: 429, error, description, retryAfterS: Math.ceil(check.waitMs / 1000) }
  }
  if (check.kind !== 'busy') return null
  return { status: 503, error, description: 'Too many sign-ins at once. Try again.', retryAfterS: 1 }
}
const isOAuthError = (value: object): value is OAuthError => 'error' in value

interface Deps {
  readonly db: Database
  readonly credentials: Credentials
  readonly policy: Policy
  readonly now: () => number
  /** Lets tests count comparisons. */
  readonly matches?: typeof matchesSecret
}

/** RFC 6749, section 2.3.1 requires form encoding of key and secret in HTTP Basic; not every client does it. */
const formDecoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

const fromBasic = (header: string | undefined): { key: string; secret: string } | null => {
  const [, encoded] = /^basic +([\w+/=-]+)$/i.exec(header ?? '') ?? []
  if (encoded === undefined) return null
  const [key = '', ...rest] = Buffer.from(encoded, 'base64').toString().split(':')
  return { key: formDecoded(key), secret: formDecoded(rest.join(':')) }
}

/**
 * `POST /oauth/token`: token issuance of the user center, which the API does not show (docs/api.md, section 5).
 * RFC 6749 with client_credentials, password and refresh_token. A refresh token stays valid until it expires,
 * so that a lost response does not sign the operator out.
 */
export const tokenEndpoint = (app: FastifyInstance, deps: Deps): void => {
  const checkSecret = createSecretChecks(deps)

  const authenticate = async (
    request: FastifyRequest,
    form: URLSearchParams,
  ): Promise<Application | OAuthError> => {
    const { key, secret } = fromBasic(request.headers.authorization) ?? {
      key: form.get('client_id') ?? '',
      secret: form.get('client_secret') ?? '',
    }
    const check = await checkSecret('application', key, secret, request.ip)
    const application = check.kind === 'valid' ? deps.credentials.applications.get(key) : undefined
    const wrong = oauthError('invalid_client', 'Unknown application or wrong secret.')
    return application ?? errorIfNotCompared(check) ?? wrong
  }

  /** An unapproved application has no scope, and its token is rejected (60000). */
  const grantedScopes = (
    application: Application,
    requestedScope: string | null,
  ): readonly string[] | null => {
    const granted = application.approved ? application.scopes : []
    if (requestedScope === null || requestedScope.trim() === '') return granted
    const names = requestedScope.trim().split(/\s+/)
    return names.every((name) => scopes.some((scope) => scope === name))
      ? granted.filter((scope) => names.includes(scope))
      : null
  }

  const signIn = async (request: FastifyRequest, form: URLSearchParams): Promise<string | OAuthError> => {
    const name = form.get('username') ?? ''
    const check = await checkSecret('user', name, form.get('password') ?? '', request.ip)
    if (check.kind === 'valid') return name
    return errorIfNotCompared(check) ?? oauthError('invalid_grant', 'Unknown user or wrong password.')
  }

  const accessToken = async (holder: TokenHolder, scope: readonly string[]): Promise<TokenAnswer> => {
    const kind = holder.userName === null ? 'client' : 'user'
    const lifetimeMs = lifetimeOf(kind, deps.policy)
    return {
      access_token: await issueToken(deps.db, kind, holder, deps.now() + lifetimeMs),
      token_type: 'Bearer',
      expires_in: Math.floor(lifetimeMs / 1000),
      scope: scope.join(' '),
    }
  }

  const refresh = async (
    token: string,
    {
      applicationKey,
      scope,
      narrowed,
    }: {
      readonly applicationKey: string
      readonly scope: readonly string[]
      readonly narrowed: readonly string[] | null
    },
  ): Promise<TokenAnswer | OAuthError> => {
    const known = (await findTokens(deps.db, [token], deps.now())).get(token)
    const isSameApplication = known?.kind === 'refresh' && known.applicationKey === applicationKey
    if (!isSameApplication || !deps.credentials.users.has(known.userName ?? '')) {
      return oauthError(
        'invalid_grant',
        'The refresh token is unknown, has expired or belongs to another application.',
      )
    }
    // Never more than originally granted (RFC 6749, section 6).
    const granted = scope.filter((name) => known.scope?.includes(name) ?? true)
    const renewed = { ...known, scope: known.scope == null ? narrowed : granted }
    return { ...(await accessToken(renewed, granted)), refresh_token: token }
  }

  const tokenResponse = async (request: FastifyRequest): Promise<TokenAnswer | OAuthError> => {
    if (!(request.body instanceof URLSearchParams)) {
      return oauthError('invalid_request', 'The body must be application/x-www-form-urlencoded.')
    }
    const form = request.body
    const grant = form.get('grant_type')
    if (grant === null) return oauthError('invalid_request', 'grant_type is missing.')
    const application = await authenticate(request, form)
    if (isOAuthError(application)) return application
    const scope = grantedScopes(application, form.get('scope'))
    if (scope === null) return oauthError('invalid_scope', 'The requested scope does not exist.')

    const applicationKey = application.key
    const isNarrowed = scope.length < application.scopes.length
    const narrowed = application.approved && isNarrowed ? scope : null
    switch (grant) {
      case 'client_credentials':
        return accessToken({ applicationKey, userName: null, scope: narrowed }, scope)
      case 'password': {
        const userName = await signIn(request, form)
        if (typeof userName !== 'string') return userName
        const holder = { applicationKey, userName, scope: narrowed }
        const expiresAt = deps.now() + lifetimeOf('refresh', deps.policy)
        return {
          ...(await accessToken(holder, scope)),
          refresh_token: await issueToken(deps.db, 'refresh', holder, expiresAt),
        }
      }
      case 'refresh_token':
        return refresh(form.get('refresh_token') ?? '', { applicationKey, scope, narrowed })
      default:
        return oauthError('unsupported_grant_type', 'Use client_credentials, password or refresh_token.')
    }
  }

  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: formLimitBytes },
    (_request, body: string, done) => done(null, new URLSearchParams(body)),
  )
  // Accepts any other body and ignores it; `tokenResponse` then returns invalid_request.
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: formLimitBytes }, (_request, _body, done) =>
    done(null, null),
  )

  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const isClientError = (error.statusCode ?? 500) < 500
    if (!isClientError) request.log.error({ err: error }, 'token request failed')
    return isClientError
      ? reply.code(400).send({ error: 'invalid_request', error_description: error.message })
      : reply.code(503).send({ error: 'temporarily_unavailable', error_description: 'Try again.' })
  })

  app.post('/oauth/token', async (request, reply) => {
    void reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
    const result = await tokenResponse(request)
    if (!isOAuthError(result)) return result
    if (result.retryAfterS !== undefined) void reply.header('retry-after', String(result.retryAfterS))
    if (result.status === 401) void reply.header('www-authenticate', 'Basic realm="user center"')
    return reply.code(result.status).send({ error: result.error, error_description: result.description })
  })
}
