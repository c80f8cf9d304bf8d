import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import type { Writable } from 'node:stream'
import { codeOf } from './envelope'

/** From the quietest to the most talkative; `info` has a line for each call. */
export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof logLevels)[number]

/**
 * Of an error only its kind, code, message and stack: a database error also carries the values of the row it was
 * about (`detail`, `where`), which may be an account or the hash of a password.
 */
const errorFacts = (error: unknown) => {
  if (!(error instanceof Error)) return { type: typeof error, message: 'no error was thrown', stack: '' }
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {}
  return { type: error.name, ...code, message: error.message, stack: error.stack ?? '' }
}

/** JSON lines: level, time and what happened, on stderr unless a test listens in. */
export const loggerOptions = (level: LogLevel, stream: Writable = process.stderr) =>
  ({
    level,
    stream,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: errorFacts },
  }) satisfies FastifyServerOptions['logger']

/** One line a call: never a header, a body, a query or the path as it came, which is where the secrets are. */
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
      'answered',
    )
    done()
  })
}
