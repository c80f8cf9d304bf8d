import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Policy } from '../policy'
import type { Database } from './database'

const everyMs = 5 * 60_000

interface Deps {
  readonly db: Database
  readonly policy: Policy
  readonly now: () => number
  readonly log: FastifyBaseLogger
}

/**
 * Deletes nonces past their window and expired tokens at regular intervals.
 * @returns a function that stops it
 */
export const startHousekeeping = ({ db, policy, now, log }: Deps): (() => Promise<void>) => {
  let sweeping = Promise.resolve()
  const sweep = async (): Promise<void> => {
    try {
      const at = now()
      await db
        .deleteFrom('nonces')
        .where('seen_at', '<=', at - policy.nonceWindowMs)
        .execute()
      await db.deleteFrom('tokens').where('expires_at', '<=', at).execute()
      // The embedded store has no autovacuum.
      await sql`vacuum nonces, tokens`.execute(db)
    } catch (error) {
      log.warn({ err: error }, 'expired nonces and tokens not deleted')
    }
  }
  const timer = setInterval(() => {
    sweeping = sweep()
  }, everyMs).unref()
  return async () => {
    clearInterval(timer)
    await sweeping
  }
}
