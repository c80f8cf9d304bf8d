import type { Policy } from '../policy'
import type { Database } from '../store/database'
import { newToken, tokenDigest } from './secrets'

export type TokenKind = 'client' | 'user' | 'refresh'

export interface TokenHolder {
  readonly applicationKey: string
  /** null at a token of the application itself. */
  readonly userName: string | null
  /** What was granted, where less was asked for than the application has (RFC 6749, section 3.3); null: all of it. */
  readonly scope?: readonly string[] | null
}

export interface KnownToken extends TokenHolder {
  readonly kind: TokenKind
}

/** Stores the digest of a new token and gives the token, the only time it is there to be read. */
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

/** What is known of each of `tokens` that is still good at `now`, by the token. */
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

export const lifeOf = (kind: TokenKind, policy: Policy): number =>
  kind === 'refresh' ? policy.refreshTokenLifeMs : policy.tokenLifeMs
