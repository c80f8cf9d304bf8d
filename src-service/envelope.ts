import type { FastifyReply } from 'fastify'
import { stringifyJson } from './json'

/** docs/api.md, section 1: 200 with a business code in the body, or 299 for a business exception. */
const businessException = 299

const codes = new WeakMap<FastifyReply, string>()
/** The business code of a response, for the log; undefined if the response has no envelope. */
export const codeOf = (reply: FastifyReply): string | undefined => codes.get(reply)

interface Envelope {
  readonly code: string | 0
  readonly message: string
  readonly cause?: string
  readonly data?: unknown
}

const send = (reply: FastifyReply, status: number, envelope: Envelope): FastifyReply => {
  codes.set(reply, String(envelope.code))
  return reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .serializer((text: string) => text)
    .send(stringifyJson(envelope))
}

/** Success is code 0, a number. `undefined` omits `data`. */
export const sendSuccess = (reply: FastifyReply, data: unknown): FastifyReply =>
  send(reply, 200, { code: 0, message: 'success', data })

/** Section 7: the code of a failure is text. Only 60027 also has `data` (section 4.2, rule 1). */
export const sendFailure = (
  reply: FastifyReply,
  { code, message, cause = '', data }: { code: string; message: string; cause?: string; data?: unknown },
  status = businessException,
): FastifyReply => send(reply, status, { code, message, cause, data })
