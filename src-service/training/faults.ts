import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { operationIds } from '#shared/operations'
import type { OperationId } from '#shared/operations'
import { sendFailure } from '../envelope'

export const maxDelayMs = 10 * 60_000

const common = {
  operation: z.enum(operationIds),
  /** Number of requests to affect. */
  times: z.int().positive().default(1),
}
/** Before the operation runs, or after its change is committed. */
const when = z.enum(['before', 'after']).default('before')

/** Body of `POST /_training/faults`. */
export const faultSchema = z.discriminatedUnion('fault', [
  /** Closes the connection before the operation runs. */
  z.object({ ...common, fault: z.literal('refuse') }),
  /** Runs the operation, then closes the connection without a response. */
  z.object({ ...common, fault: z.literal('drop-after-commit') }),
  z.object({ ...common, fault: z.literal('delay'), when, ms: z.int().nonnegative().max(maxDelayMs) }),
  /** Responds with an HTTP status and no body. */
  z.object({ ...common, fault: z.literal('status'), when, status: z.int().min(200).max(599) }),
  /** Responds with a body that is not JSON. */
  z.object({ ...common, fault: z.literal('garbage'), when }),
  /** Responds with a business code. */
  z.object({ ...common, fault: z.literal('code'), when, code: z.string().min(1) }),
])
export type Fault = z.output<typeof faultSchema>

/** The requested faults that are not used up. The oldest one for an operation applies to its next request. */
export const createFaults = (stopping: AbortSignal) => {
  const waiting: { readonly fault: Fault; left: number }[] = []

  const cut = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    void reply.hijack()
    request.raw.socket.destroy()
    return reply
  }

  /** @returns whether a response was sent or the connection closed */
  const injectFault = async (
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
        await sendFailure(reply, { code: fault.code, message: 'Injected fault', cause: 'training' })
        return true
    }
  }

  return {
    add: (fault: Fault): void => {
      waiting.push({ fault, left: fault.times })
    },
    /** Takes the next fault of `operation`; null if there is none. */
    take: (operation: OperationId): Fault | null => {
      const index = waiting.findIndex(({ fault }) => fault.operation === operation)
      const found = waiting[index]
      if (found === undefined) return null
      found.left -= 1
      if (found.left === 0) waiting.splice(index, 1)
      return found.fault
    },
    injectFault,
  }
}
export type Faults = ReturnType<typeof createFaults>
