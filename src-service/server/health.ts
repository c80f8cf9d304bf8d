import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Policy } from '../policy'
import { reasonOf } from '../store/reasons'
import type { Database } from '../store/database'

/** null if the store responds in time; otherwise the reason in one sentence. */
const storeProblem = async (db: Database, policy: Policy): Promise<string | null> => {
  const timeout = new AbortController()
  const timedOut = wait(policy.healthTimeoutMs, null, { signal: timeout.signal, ref: false }).then(
    () => `The database has not responded for ${policy.healthTimeoutMs} ms.`,
  )
  const query = sql`select 1 from meta limit 1`.execute(db).then(
    () => null,
    (error: unknown) => reasonOf(error),
  )
  try {
    return await Promise.race([query, timedOut])
  } finally {
    timeout.abort()
    timedOut.catch(() => undefined)
  }
}

/** `GET /healthz` for monitoring: 200 if the service is available, 503 with the reason otherwise. */
export const healthRoute = (
  app: FastifyInstance,
  { db, policy }: { readonly db: Database; readonly policy: Policy },
): void => {
  app.get('/healthz', { logLevel: 'warn' }, async (_request, reply) => {
    const reason = await storeProblem(db, policy)
    void reply.header('cache-control', 'no-store')
    return reason === null
      ? { status: 'ok', store: 'ok' }
      : reply.code(503).send({ status: 'unavailable', store: 'unavailable', reason })
  })
}
