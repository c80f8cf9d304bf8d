import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { operationIds } from '#shared/operations'
import type { OperationId } from '#shared/operations'
import { sendFailure } from '../server/envelope'

export const longestDelayMs = 10 * 60_000

const common = {
  operation: z.enum(operationIds),
  /** How many calls it befalls. */
  times: z.int().positive().default(1),
}
/** Before anything is done, or once the change is committed. */
const when = z.enum(['before', 'after']).default('before')

/** What `POST /_training/faults` takes. */
export const faultSchema = z.discriminatedUnion('fault', [
  /** The connection is closed before anything is done. */
  z.object({ ...common, fault: z.literal('refuse') }),
  /** It is done, then the connection is cut without an answer. */
  z.object({ ...common, fault: z.literal('drop-after-commit') }),
  z.object({ ...common, fault: z.literal('delay'), when, ms: z.int().nonnegative().max(longestDelayMs) }),
  /** A bare HTTP status. */
  z.object({ ...common, fault: z.literal('status'), when, status: z.int().min(200).max(599) }),
  /** A body that is not JSON. */
  z.object({ ...common, fault: z.literal('garbage'), when }),
  /** A business code. */
  z.object({ ...common, fault: z.literal('code'), when, code: z.string().min(1) }),
])
export type Fault = z.output<typeof faultSchema>

/** The faults asked for and not yet used up; the oldest for an operation befalls its next call. */
export const createFaults = (stopping: AbortSignal) => {
  const waiting: { readonly fault: Fault; left: number }[] = []

  const cut = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    void reply.hijack()
    request.raw.socket.destroy()
    return reply
  }

  /** @returns whether the call has thereby had its answer */
  const befall = async (
    fault: Fault,
    stage: 'before' | 'after',
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<boolean> => {
    if (('when' in fault ? fault.when : fault.fault === 'refuse' ? 'before' : 'after') !== stage) return false
    switch (fault.fault) {
      case 'delay':
        await wait(fault.ms, undefined, { signal: stopping }).catch(() => undefined)
        return false
      case 'refuse':
      case 'drop-after-commit':
        cut(request, reply)
        return true
      case 'status':
        await reply.code(fault.status).send()
        return true
      case 'garbage':
        await reply.code(200).header('content-type', 'application/json').send('<html>gateway \u0000 {"code":')
        return true
      case 'code':
        await sendFailure(reply, { code: fault.code, message: 'Asked for by a fault', cause: 'training' })
        return true
    }
  }

  return {
    add: (fault: Fault): void => {
      waiting.push({ fault, left: fault.times })
    },
    /** Takes the fault that befalls this call of `operation`, if there is one. */
    take: (operation: OperationId): Fault | null => {
      const index = waiting.findIndex(({ fault }) => fault.operation === operation)
      const found = waiting[index]
      if (found === undefined) return null
      found.left -= 1
      if (found.left === 0) waiting.splice(index, 1)
      return found.fault
    },
    befall,
  }
}
export type Faults = ReturnType<typeof createFaults>
