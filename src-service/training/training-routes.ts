import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Database } from '../store/database'
import { listEffects } from './effects'
import { faultSchema } from './faults'
import type { Faults } from './faults'

const afterSchema = z.coerce.number().int().nonnegative().default(0)

/** Test interface of a service started with `--faults`, which listens on loopback only. */
export const trainingRoutes = (
  app: FastifyInstance,
  { db, faults }: { db: Database; faults: Faults },
): void => {
  app.post('/_training/faults', (request, reply) => {
    const parsed = faultSchema.safeParse(request.body)
    if (!parsed.success) return reply.code(400).send({ message: z.prettifyError(parsed.error) })
    faults.add(parsed.data)
    return reply.send(parsed.data)
  })

  app.get('/_training/effects', async (request, reply) => {
    const { after } = request.query as Record<string, unknown>
    const parsed = afterSchema.safeParse(after)
    if (!parsed.success) return reply.code(400).send({ message: 'after: must be the number of an effect' })
    return listEffects(db, parsed.data)
  })
}
