import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import type { Policy } from '../policy'
import type { Database } from '../store/database'
import { scopes } from './credentials'
import type { Application, Credentials } from './credentials'
import { matchesSecret } from './secrets'
import { findTokens, issueToken, lifeOf } from './tokens'
import type { TokenHolder } from './tokens'

const formLimitBytes = 64 * 1024

/** Of no secret: compared with where a name is unknown, so that the time taken does not tell which names exist. */
const decoy = `scrypt$1024$8$1$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** RFC 6749, section 5.2. */
interface OAuthError {
  readonly status: 400 | 401
  readonly error:
    'invalid_request' | 'invalid_client' | 'invalid_grant' | 'invalid_scope' | 'unsupported_grant_type'
  readonly description: string
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
const isError = (value: object): value is OAuthError => 'error' in value

interface Deps {
  readonly db: Database
  readonly credentials: Credentials
  readonly policy: Policy
  readonly now: () => number
}

/** RFC 6749, section 2.3.1, has key and secret form-encoded before they are joined; not every client does it. */
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
 * `POST /oauth/token`: the user centre's token issuance, which the API document does not show (section 5); RFC 6749
 * with client_credentials, password and refresh_token. A refresh token stays good until it expires, so that an
 * answer lost on the way does not sign the operator out.
 */
export const tokenEndpoint = (app: FastifyInstance, deps: Deps): void => {
  const authenticate = async (
    request: FastifyRequest,
    form: URLSearchParams,
  ): Promise<Application | null> => {
    const { key, secret } = fromBasic(request.headers.authorization) ?? {
      key: form.get('client_id') ?? '',
      secret: form.get('client_secret') ?? '',
    }
    const application = deps.credentials.applications.get(key)
    const matches = await matchesSecret(secret, application?.secretHash ?? decoy)
    return matches ? (application ?? null) : null
  }

  /** An application that is not approved has no scope; its token is worth nothing (60000). */
  const grantedScopes = (application: Application, asked: string | null): readonly string[] | null => {
    const granted = application.approved ? application.scopes : []
    if (asked === null || asked.trim() === '') return granted
    const names = asked.trim().split(/\s+/)
    return names.every((name) => scopes.some((scope) => scope === name))
      ? granted.filter((scope) => names.includes(scope))
      : null
  }

  const signIn = async (form: URLSearchParams): Promise<string | null> => {
    const name = form.get('username') ?? ''
    const user = deps.credentials.users.get(name)
    const matches = await matchesSecret(form.get('password') ?? '', user?.passwordHash ?? decoy)
    return matches && user !== undefined ? name : null
  }

  const accessToken = async (holder: TokenHolder, scope: readonly string[]): Promise<TokenAnswer> => {
    const kind = holder.userName === null ? 'client' : 'user'
    const life = lifeOf(kind, deps.policy)
    return {
      access_token: await issueToken(deps.db, kind, holder, deps.now() + life),
      token_type: 'Bearer',
      expires_in: Math.floor(life / 1000),
      scope: scope.join(' '),
    }
  }

  const answer = async (request: FastifyRequest): Promise<TokenAnswer | OAuthError> => {
    if (!(request.body instanceof URLSearchParams)) {
      return oauthError('invalid_request', 'The body must be application/x-www-form-urlencoded.')
    }
    const form = request.body
    const grant = form.get('grant_type')
    if (grant === null) return oauthError('invalid_request', 'grant_type is missing.')
    const application = await authenticate(request, form)
    if (application === null) return oauthError('invalid_client', 'Unknown application, or a wrong secret.')
    const scope = grantedScopes(application, form.get('scope'))
    if (scope === null) return oauthError('invalid_scope', 'A scope that does not exist was asked for.')

    const applicationKey = application.key
    const isNarrowed = scope.length < application.scopes.length
    const narrowed = application.approved && isNarrowed ? scope : null
    switch (grant) {
      case 'client_credentials':
        return accessToken({ applicationKey, userName: null, scope: narrowed }, scope)
      case 'password': {
        const userName = await signIn(form)
        if (userName === null) return oauthError('invalid_grant', 'Unknown user, or a wrong password.')
        const holder = { applicationKey, userName, scope: narrowed }
        const expiresAt = deps.now() + lifeOf('refresh', deps.policy)
        return {
          ...(await accessToken(holder, scope)),
          refresh_token: await issueToken(deps.db, 'refresh', holder, expiresAt),
        }
      }
      case 'refresh_token': {
        const token = form.get('refresh_token') ?? ''
        const known = (await findTokens(deps.db, [token], deps.now())).get(token)
        const isTheirs = known?.kind === 'refresh' && known.applicationKey === applicationKey
        if (!isTheirs || !deps.credentials.users.has(known.userName ?? '')) {
          return oauthError(
            'invalid_grant',
            'The refresh token is unknown, expired or another application’s.',
          )
        }
        // Never more than was granted at first (RFC 6749, section 6).
        const granted = scope.filter((name) => known.scope?.includes(name) ?? true)
        const renewed = { ...known, scope: known.scope == null ? narrowed : granted }
        return { ...(await accessToken(renewed, granted)), refresh_token: token }
      }
      default:
        return oauthError('unsupported_grant_type', 'client_credentials, password and refresh_token are.')
    }
  }

  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: formLimitBytes },
    (_request, body: string, done) => done(null, new URLSearchParams(body)),
  )
  // Anything else is read and left aside; `answer` says what it should have been.
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: formLimitBytes }, (_request, _body, done) =>
    done(null, null),
  )

  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const isTheirs = (error.statusCode ?? 500) < 500
    if (!isTheirs) request.log.error({ err: error }, 'the token endpoint failed')
    return isTheirs
      ? reply.code(400).send({ error: 'invalid_request', error_description: error.message })
      : reply.code(503).send({ error: 'temporarily_unavailable', error_description: 'Try again.' })
  })

  app.post('/oauth/token', async (request, reply) => {
    void reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
    const result = await answer(request)
    if (!isError(result)) return result
    if (result.status === 401) void reply.header('www-authenticate', 'Basic realm="user centre"')
    return reply.code(result.status).send({ error: result.error, error_description: result.description })
  })
}
