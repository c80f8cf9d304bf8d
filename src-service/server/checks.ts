import type { FastifyRequest } from 'fastify'
import type { PlatformModule } from '#shared/operations'
import type { Policy } from '../policy'
import { Refusal } from '../rules/refusal'
import type { Database } from '../store/database'
import type { Credentials, Scope } from '../user-centre/credentials'
import { findTokens } from '../user-centre/tokens'
import type { KnownToken } from '../user-centre/tokens'

export interface Deps {
  readonly db: Database
  readonly credentials: Credentials
  readonly policy: Policy
  readonly now: () => number
}

/** Section 5 of the API document: the scope an application needs for a module. */
const scopeOf: Record<PlatformModule, Scope> = { order: 'auth_order', member: 'auth_me' }

const readNonce = (request: FastifyRequest, policy: Policy): string => {
  const { g_nonce: nonce } = request.query as Record<string, unknown>
  if (typeof nonce !== 'string' || nonce === '') throw new Refusal('70001', 'g_nonce is missing')
  if (nonce.length > policy.nonceMaxLength) {
    throw new Refusal('70001', `g_nonce is longer than ${policy.nonceMaxLength} characters`)
  }
  if (nonce.includes('\0')) throw new Refusal('70001', 'g_nonce holds a NUL character')
  return nonce
}

const seenBefore = () =>
  new Refusal('70001', 'g_nonce was used before', 'Every request needs a nonce of its own.')

const header = (request: FastifyRequest, name: string): string => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}

const bearerOf = (request: FastifyRequest): string =>
  /^bearer +(\S+)$/i.exec(header(request, 'authorization'))?.[1] ?? ''

/**
 * The checks common to every call, in this order: nonce present and unseen (70001), application token and its
 * scope (60000), user token (60005, member centre). A nonce is remembered once its caller is known, by a row that
 * only one of several services can insert.
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
    if (known?.kind !== 'client') throw new Refusal('60000', 'The application token is invalid or expired')
    const application = credentials.applications.get(known.applicationKey)
    const scope = scopeOf[module]
    const isGranted = known.scope?.includes(scope) ?? true
    if (!isGranted || !application?.approved || !application.scopes.includes(scope)) {
      throw new Refusal('60000', `The application has no approved scope ${scope}`)
    }
    return known.applicationKey
  }

  const checkUser = (known: KnownToken | undefined): void => {
    if (known?.kind !== 'user' || !credentials.users.has(known.userName ?? '')) {
      throw new Refusal('60005', 'The user login token is invalid or expired')
    }
  }

  const checkCaller = async (request: FastifyRequest, module: PlatformModule): Promise<string> => {
    const bearer = bearerOf(request)
    const userToken = header(request, 'usertoken')
    const known = await findTokens(db, module === 'member' ? [bearer, userToken] : [bearer], now())
    const applicationKey = checkApplication(known.get(bearer), module)
    if (module === 'member') {
      if (header(request, 'clienttoken') !== bearer) {
        throw new Refusal('60000', 'clientToken is not the token of the Authorization header')
      }
      checkUser(known.get(userToken))
    }
    return applicationKey
  }

  return async (
    request: FastifyRequest,
    module: PlatformModule,
  ): Promise<{ readonly applicationKey: string; readonly nonce: string }> => {
    const nonce = readNonce(request, policy)
    let applicationKey: string
    try {
      applicationKey = await checkCaller(request, module)
    } catch (refusal) {
      // Whoever it is, a nonce used before is what is said first.
      if (refusal instanceof Refusal && (await isRemembered(nonce))) throw seenBefore()
      throw refusal
    }
    if (!(await remember(nonce))) throw seenBefore()
    return { applicationKey, nonce }
  }
}
