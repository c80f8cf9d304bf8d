import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import type { Writable } from 'node:stream'
import { codeOf } from '../envelope'

/** From least to most verbose; `info` writes one line per request. */
export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof logLevels)[number]

/**
 * Only kind, code, message and stack of an error. A database error also contains values of the affected row
 * (`detail`, `where`), which can include an account or a password hash.
 */
const errorFacts = (error: unknown) => {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'thrown value is not an Error', stack: '' }
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {}
  return { type: error.name, ...code, message: error.message, stack: error.stack ?? '' }
}

/** JSON lines with level, time and message; on stderr by default. */
export const loggerOptions = (level: LogLevel, stream: Writable = process.stderr) =>
  ({
    level,
    stream,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: errorFacts },
  }) satisfies FastifyServerOptions['logger']

/** One line per request. Headers, body, query and the raw path can contain secrets and are never logged. */
export const logCalls = (app: FastifyInstance): void => {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    const { operation } = routeOptions.config as { operation?: string }
    request.log.info(
      {
        operation,
        method,
        route: routeOptions.url,
        status: reply.statusCode,
        code: codeOf(reply),
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request handled',
    )
    done()
  })
}
