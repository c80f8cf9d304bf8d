import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { PlatformFailure } from '#shared/model/api/platform-failure'
import type { Application } from './credentials'
import { parseJson } from '../response/json'
import type { HttpResult, Transport } from '../transport/transport'

export interface TokenResponse {
  readonly token: string
  readonly refreshToken: string | null
  readonly lifetimeSeconds: number
  readonly scopes: readonly string[] | null
}

/** Used if the user center does not state the lifetime; a rejected token is renewed anyway. */
const assumedLifetimeSeconds = 3600
const deadlineMs = 15_000

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null

/** Real responses have some thousand bytes; each may be parsed three times on main's thread. */
const maxTokenResponseBytes = 256 * 1024
const parseBody = (body: string): Record<string, unknown> => asObject(parseJson(body))

const secondsIn = (value: unknown): number => {
  // An object may have properties that make its conversion throw.
  const seconds = typeof value === 'object' ? NaN : Number(value)
  return Number.isFinite(seconds) && seconds > 0 ? seconds : assumedLifetimeSeconds
}

/**
 * Accepts RFC 6749 names at the top level or in an envelope's `data`: the API does not show token
 * responses (docs/api.md, section 5).
 */
const readTokenResponse = (body: string): TokenResponse | null => {
  let top: Record<string, unknown>
  try {
    top = parseBody(body)
  } catch {
    return null
  }
  const from = textOrNull(top['access_token']) === null ? asObject(top['data']) : top
  const token = textOrNull(from['access_token'])
  // The token is sent in headers, so only characters allowed by RFC 6749 (appendix A.12) are accepted.
  if (token === null || !/^[ -~]+$/.test(token)) return null
  const scope = textOrNull(from['scope'])
  return {
    token,
    refreshToken: textOrNull(from['refresh_token']),
    lifetimeSeconds: secondsIn(from['expires_in']),
    scopes: scope === null ? null : scope.split(/[\s,]+/).filter((name) => name !== ''),
  }
}

const failureOf = (result: HttpResult): PlatformFailure => {
  if (result.kind !== 'answered') {
    const codes = {
      broken: 'unreachable',
      unreadable: 'malformed',
      timeout: 'timeout',
      cancelled: 'timeout',
    } as const
    const code = codes[result.kind]
    const proxy = result.proxy === undefined ? {} : { proxy: result.proxy }
    return { code, message: `user center: ${result.message}`, changed: 'no', ...proxy }
  }
  const { status } = result
  if (status >= 400 && status < 500 && status !== 408 && status !== 429) {
    let reason = ''
    try {
      const body = textOrNull(parseBody(result.text)['error'])
      // Only short RFC 6749 error names are kept; longer texts may repeat what was sent.
      reason = body !== null && /^[a-z_]{3,40}$/.test(body) ? `: ${body}` : ''
    } catch {
      // The response gives no reason.
    }
    return {
      code: 'unauthorized',
      httpStatus: status,
      message: `the user center rejected the request${reason}`,
      changed: 'no',
    }
  }
  return {
    code: 'malformed',
    httpStatus: status,
    message: `the user center returned HTTP ${status} without a token`,
    changed: 'no',
  }
}

/**
 * RFC 6749 errors (sections 5.2, 4.1.2.1) about the application or a temporary problem; all others concern the
 * grant.
 */
const nonGrantErrors = new Set([
  'invalid_client',
  'unauthorized_client',
  'unsupported_grant_type',
  'temporarily_unavailable',
  'server_error',
])

/**
 * Whether the refresh token itself was rejected and must be deleted. A proxy's sign-in page, a captive portal
 * or a user center being moved (302, 404, an HTML page with status 200) proves nothing.
 */
const isGrantRejected = (result: HttpResult): boolean => {
  if (result.kind !== 'answered') return false
  const { status } = result
  let body: Record<string, unknown> = {}
  try {
    body = parseBody(result.text)
  } catch {
    // Not a response of a user center.
  }
  if (nonGrantErrors.has(textOrNull(body['error']) ?? '')) return false
  if (status === 400 || status === 401) return true
  return (status < 300 || status === 403) && ('error' in body || 'code' in body)
}

type Result = Promise<Outcome<TokenResponse, PlatformFailure>>

/** Asks the user center at `tokenUrl` (the full endpoint URL) for tokens. */
export const createTokenRequests = (
  tokenUrl: string,
  transport: Pick<Transport, 'send'>,
  signal: AbortSignal | undefined,
) => {
  const send = (
    { key, secret }: Application,
    fields: Readonly<Record<string, string>> & { readonly grant_type: string },
  ): Promise<HttpResult> =>
    transport.send({
      url: tokenUrl,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams({ client_id: key, client_secret: secret, ...fields }).toString(),
      freshConnection: true,
      deadlineMs,
      maxBytes: maxTokenResponseBytes,
      ...(signal === undefined ? {} : { signal }),
    })

  const readResult = (result: HttpResult): Outcome<TokenResponse, PlatformFailure> => {
    const response = result.kind === 'answered' && result.status < 300 ? readTokenResponse(result.text) : null
    return response === null ? fail(failureOf(result)) : succeed(response)
  }

  return {
    ofApplication: async (client: Application): Result =>
      readResult(await send(client, { grant_type: 'client_credentials' })),
    withPassword: async (
      client: Application,
      { name, password }: { readonly name: string; readonly password: string },
    ): Result => readResult(await send(client, { grant_type: 'password', username: name, password })),
    withRefreshToken: async (
      client: Application,
      refreshToken: string,
    ): Promise<{ readonly renewed: Awaited<Result>; readonly isGrantRejected: boolean }> => {
      const result = await send(client, { grant_type: 'refresh_token', refresh_token: refreshToken })
      return { renewed: readResult(result), isGrantRejected: isGrantRejected(result) }
    },
  }
}
