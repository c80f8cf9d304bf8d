import type { FastifyRequest } from 'fastify'
import type { PlatformModule } from '#shared/operations'
import type { Policy } from '../policy'
import { BusinessException } from '../handlers/business-exception'
import type { Database } from '../store/database'
import type { Credentials, Scope } from '../user-center/credentials'
import { findTokens } from '../user-center/tokens'
import type { KnownToken } from '../user-center/tokens'

export interface Deps {
  readonly db: Database
  readonly credentials: Credentials
  readonly policy: Policy
  readonly now: () => number
}

/** docs/api.md, section 5: the scope that an application needs for each module. */
const requiredScopes: Record<PlatformModule, Scope> = { order: 'auth_order', member: 'auth_me' }

const readNonce = (request: FastifyRequest, policy: Policy): string => {
  const { g_nonce: nonce } = request.query as Record<string, unknown>
  if (typeof nonce !== 'string' || nonce === '') throw new BusinessException('70001', 'g_nonce is missing')
  if (nonce.length > policy.nonceMaxLength) {
    throw new BusinessException('70001', `g_nonce is longer than ${policy.nonceMaxLength} characters`)
  }
  if (nonce.includes('\0')) throw new BusinessException('70001', 'g_nonce contains a NUL character')
  return nonce
}

const nonceReused = () =>
  new BusinessException('70001', 'g_nonce has already been used', 'Use a new nonce for every request.')

const headerOf = (request: FastifyRequest, name: string): string => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}

const bearerOf = (request: FastifyRequest): string =>
  /^bearer +(\S+)$/i.exec(headerOf(request, 'authorization'))?.[1] ?? ''

/**
 * The checks common to all operations, in this order: nonce present and unused (70001), application token and
 * scope (60000), user token (60005, member center). A nonce is stored after the caller is authenticated, in a
 * row that only one of several services can insert.
 */
export const createChecks = ({ db, credentials, policy, now }: Deps) => {
  const isRemembered = async (nonce: string): Promise<boolean> => {
    const row = await db
      .selectFrom('nonces')
      .select('nonce')
      .where('nonce', '=', nonce)
      .where('seen_at', '>', now() - policy.nonceWindowMs)
      .executeTakeFirst()
    return row !== undefined
  }

  const remember = async (nonce: string): Promise<boolean> => {
    const at = now()
    const row = await db
      .insertInto('nonces')
      .values({ nonce, seen_at: at })
      .onConflict((conflict) =>
        conflict
          .column('nonce')
          .doUpdateSet({ seen_at: at })
          .where('nonces.seen_at', '<=', at - policy.nonceWindowMs),
      )
      .returning('nonce')
      .executeTakeFirst()
    return row !== undefined
  }

  const checkApplication = (known: KnownToken | undefined, module: PlatformModule): string => {
    if (known?.kind !== 'client')
      throw new BusinessException('60000', 'The application token is invalid or expired')
    const application = credentials.applications.get(known.applicationKey)
    const scope = requiredScopes[module]
    const isGranted = known.scope?.includes(scope) ?? true
    if (!isGranted || !application?.approved || !application.scopes.includes(scope)) {
      throw new BusinessException('60000', `The application is not approved for the scope ${scope}`)
    }
    return known.applicationKey
  }

  const checkUser = (known: KnownToken | undefined): void => {
    if (known?.kind !== 'user' || !credentials.users.has(known.userName ?? '')) {
      throw new BusinessException('60005', 'The user login token is invalid or expired')
    }
  }

  const checkCaller = async (request: FastifyRequest, module: PlatformModule): Promise<string> => {
    const bearer = bearerOf(request)
    const userToken = headerOf(request, 'usertoken')
    const known = await findTokens(db, module === 'member' ? [bearer, userToken] : [bearer], now())
    const applicationKey = checkApplication(known.get(bearer), module)
    if (module === 'member') {
      if (headerOf(request, 'clienttoken') !== bearer) {
        throw new BusinessException('60000', 'clientToken must be the token of the Authorization header')
      }
      checkUser(known.get(userToken))
    }
    return applicationKey
  }

  /** Rejects a large body before it is read, unless the caller has an application token. */
  const limitBody = async (request: FastifyRequest): Promise<void> => {
    const { 'content-length': length, 'transfer-encoding': coding } = request.headers
    const mayBeLong = coding !== undefined || Number(length ?? 0) > policy.strangerBodyLimitBytes
    if (!mayBeLong) return
    const bearer = bearerOf(request)
    const known = (await findTokens(db, [bearer], now())).get(bearer)
    if (known?.kind !== 'client')
      throw new BusinessException('60000', 'The application token is invalid or expired')
  }

  const check = async (
    request: FastifyRequest,
    module: PlatformModule,
  ): Promise<{ readonly applicationKey: string; readonly nonce: string }> => {
    const nonce = readNonce(request, policy)
    let applicationKey: string
    try {
      applicationKey = await checkCaller(request, module)
    } catch (rejection) {
      // A reused nonce takes precedence over any other rejection.
      if (rejection instanceof BusinessException && (await isRemembered(nonce))) throw nonceReused()
      throw rejection
    }
    if (!(await remember(nonce))) throw nonceReused()
    return { applicationKey, nonce }
  }
  return { limitBody, check }
}
