import { LogController, fastify } from 'fastify'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import type { Writable } from 'node:stream'
import { operations } from '#shared/operations'
import type { OperationId } from '#shared/operations'
import type { Policy } from '../policy'
import { docsRoutes } from '../docs/routes'
import { Refusal } from '../rules/refusal'
import { servedOperations } from '../rules/rules'
import type { ServedOperation } from '../rules/rules'
import { longestDelayMs } from '../training/faults'
import type { Faults } from '../training/faults'
import { trainingRoutes } from '../training/training-routes'
import { tokenEndpoint } from '../user-centre/token-endpoint'
import { createChecks } from './checks'
import type { Deps } from './checks'
import { sendFailure, sendSuccess } from './envelope'
import { parseJson } from '../json'
import { carryOut } from './carry-out'
import type { CarryOutDeps } from './carry-out'
import { healthRoute } from './health'
import { logCalls, loggerOptions } from './log'
import type { LogLevel } from './log'
import { readCall } from './parameters'
import { Unfinished, unfinishedCode, unfinishedMessage } from './unfinished'

export interface AppDeps extends Deps, CarryOutDeps {
  /** null in a service that was started without `--faults`. */
  readonly faults: Faults | null
  readonly logLevel: LogLevel
  /** In place of stderr. */
  readonly logStream?: Writable | undefined
}

/** A body is JSON or there is none (GET, DELETE, or a client that has nothing to say). */
const readJsonBodies = (app: FastifyInstance, policy: Policy): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body: string, done) => {
    try {
      done(null, body.trim() === '' ? undefined : parseJson(body, policy.bodyMaxDepth))
    } catch {
      // Not what the parser says: it quotes the body, and a body may hold a password.
      done(new Refusal('13004', `The body is not JSON, or nested more than ${policy.bodyMaxDepth} deep`))
    }
  })
}

/** What goes wrong before a rule is reached, and what no rule expected. */
const answerErrors = (app: FastifyInstance): void => {
  app.setErrorHandler<FastifyError | Refusal | Unfinished>((error, request, reply) => {
    if (error instanceof Refusal) {
      return sendFailure(reply, { code: error.code, message: error.message, cause: error.detail })
    }
    if (error instanceof Unfinished) {
      const code = unfinishedCode(error.operation)
      request.log.error(
        { operation: error.operation, err: error.cause },
        'a call could not be carried through',
      )
      return sendFailure(reply, { code, message: unfinishedMessage(code) })
    }
    if (error.code === 'FST_ERR_HANDLER_TIMEOUT') {
      const { operation } = request.routeOptions.config as { operation?: OperationId }
      const code = operation === undefined ? '500' : unfinishedCode(operation)
      request.log.error({ operation }, 'a call took too long; it may still be carried out')
      return sendFailure(reply, { code, message: unfinishedMessage(code) })
    }
    if ((error.statusCode ?? 500) < 500) return sendFailure(reply, { code: '13004', message: error.message })
    request.log.error({ err: error }, 'a call failed')
    return sendFailure(reply, { code: '500', message: unfinishedMessage('500') })
  })
  app.setNotFoundHandler((_request, reply) =>
    sendFailure(reply, { code: '404', message: 'There is no such operation' }, 404),
  )
}

const routePath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1')

/** Routes for the operations of the table that have a rule. */
const serveOperations = (app: FastifyInstance, deps: AppDeps): void => {
  const { faults } = deps
  const check = createChecks(deps)
  const faultOf = new WeakMap<FastifyRequest, NonNullable<ReturnType<Faults['take']>>>()

  const route = (id: ServedOperation): void => {
    const { method, path, module } = operations[id]
    app.route({
      method,
      url: routePath(path),
      config: { operation: id },
      onRequest: async (request, reply) => {
        const fault = faults?.take(id)
        if (!faults || !fault) return
        faultOf.set(request, fault)
        await faults.befall(fault, 'before', request, reply)
      },
      handler: async (request, reply) => {
        const call = readCall(id, request, await check(request, module))
        const { data, partly } = await carryOut(id, call, deps)
        const fault = faultOf.get(request)
        if (faults && fault && (await faults.befall(fault, 'after', request, reply))) return reply
        return partly === null ? sendSuccess(reply, data) : sendFailure(reply, { ...partly, data })
      },
    })
  }
  for (const id of servedOperations) route(id)
}

/** The server, not yet listening: the operations, the user centre, the documentation, the training routes. */
export const createApp = async (deps: AppDeps): Promise<FastifyInstance> => {
  const { policy, faults, logLevel, logStream } = deps
  const { requestTimeoutMs, callTimeoutMs } = policy
  const app = fastify({
    logger: loggerOptions(logLevel, logStream),
    // One line of our own for each call: see logCalls.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: policy.bodyLimitBytes,
    requestTimeout: requestTimeoutMs,
    // How often Node looks for requests past their time; by default every 30 s.
    http: {
      connectionsCheckingInterval: Math.min(30_000, Math.ceil(requestTimeoutMs / 2)),
      // Were it the longer of the two, Node would take the one for the other.
      headersTimeout: Math.min(60_000, requestTimeoutMs),
    },
    handlerTimeout: faults ? longestDelayMs + callTimeoutMs : callTimeoutMs,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 256 },
    frameworkErrors: (_error, _request, reply) => {
      void sendFailure(reply, { code: '404', message: 'There is no such operation' }, 404)
    },
  })
  logCalls(app)
  readJsonBodies(app, policy)
  answerErrors(app)
  serveOperations(app, deps)
  healthRoute(app, deps)
  docsRoutes(app, policy)
  await app.register((userCentre, _options, done) => {
    tokenEndpoint(userCentre, deps)
    done()
  })
  if (faults) trainingRoutes(app, { db: deps.db, faults })
  return app
}
