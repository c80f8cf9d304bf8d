import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Policy } from '../policy'
import { reasonOf } from '../store/reasons'
import type { Database } from '../store/database'

/** null where the store answers within the time; otherwise why not, in a sentence. */
const troubleOf = async (db: Database, policy: Policy): Promise<string | null> => {
  const given = new AbortController()
  const tooLate = wait(policy.healthTimeoutMs, null, { signal: given.signal, ref: false }).then(
    () => `The database has not answered for ${policy.healthTimeoutMs} ms.`,
  )
  const asked = sql`select 1 from meta limit 1`.execute(db).then(
    () => null,
    (error: unknown) => reasonOf(error),
  )
  try {
    return await Promise.race([asked, tooLate])
  } finally {
    given.abort()
    tooLate.catch(() => undefined)
  }
}

/** `GET /healthz`, for whoever watches over the service: 200 where it can work, 503 with the reason where not. */
export const healthRoute = (
  app: FastifyInstance,
  { db, policy }: { readonly db: Database; readonly policy: Policy },
): void => {
  app.get('/healthz', { logLevel: 'warn' }, async (_request, reply) => {
    const reason = await troubleOf(db, policy)
    void reply.header('cache-control', 'no-store')
    return reason === null
      ? { status: 'ok', store: 'ok' }
      : reply.code(503).send({ status: 'unavailable', store: 'unavailable', reason })
  })
}
