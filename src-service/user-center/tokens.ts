import type { Policy } from '../policy'
import type { Database } from '../store/database'
import { newToken, tokenDigest } from './secrets'

export type TokenKind = 'client' | 'user' | 'refresh'

export interface TokenHolder {
  readonly applicationKey: string
  /** null for a token of the application itself. */
  readonly userName: string | null
  /**
   * The granted scopes, if fewer were requested than the application has (RFC 6749, section 3.3); null: all of
   * them.
   */
  readonly scope?: readonly string[] | null
}

export interface KnownToken extends TokenHolder {
  readonly kind: TokenKind
}

/** Issues a token and stores its digest. The token itself cannot be read later. */
export const issueToken = async (
  db: Database,
  kind: TokenKind,
  holder: TokenHolder,
  expiresAt: number,
): Promise<string> => {
  const token = newToken()
  await db
    .insertInto('tokens')
    .values({
      token_hash: tokenDigest(token),
      kind,
      application_key: holder.applicationKey,
      user_name: holder.userName,
      scope: holder.scope?.join(' ') ?? null,
      expires_at: expiresAt,
    })
    .execute()
  return token
}

/** The known tokens that are valid at `now`, by token. */
export const findTokens = async (
  db: Database,
  tokens: readonly string[],
  now: number,
): Promise<Map<string, KnownToken>> => {
  const byDigest = new Map(tokens.map((token) => [tokenDigest(token), token]))
  if (byDigest.size === 0) return new Map()
  const rows = await db
    .selectFrom('tokens')
    .selectAll()
    .where('token_hash', 'in', [...byDigest.keys()])
    .where('expires_at', '>', now)
    .execute()
  return new Map(
    rows.map((row) => [
      byDigest.get(row.token_hash) ?? '',
      {
        kind: row.kind,
        applicationKey: row.application_key,
        userName: row.user_name,
        scope: row.scope === null ? null : row.scope.split(' '),
      },
    ]),
  )
}

export const lifetimeOf = (kind: TokenKind, policy: Policy): number =>
  kind === 'refresh' ? policy.refreshTokenLifeMs : policy.tokenLifeMs
