import { LogController, fastify } from 'fastify'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { operations } from '#shared/operations'
import type { Policy } from '../policy'
import { Refusal } from '../rules/refusal'
import { servedOperations } from '../rules/rules'
import type { ServedOperation } from '../rules/rules'
import type { Faults } from '../training/faults'
import { trainingRoutes } from '../training/training-routes'
import { tokenEndpoint } from '../user-centre/token-endpoint'
import { createChecks } from './checks'
import type { Deps } from './checks'
import { sendFailure, sendSuccess } from './envelope'
import { parseJson } from '../json'
import { carryOut } from './carry-out'
import type { CarryOutDeps } from './carry-out'
import { readCall } from './parameters'

export interface AppDeps extends Deps, CarryOutDeps {
  /** null in a service that was started without `--faults`. */
  readonly faults: Faults | null
  readonly logLevel: 'info' | 'silent'
}

/** One line a call: never a header, a body or a query, which is where the secrets are. */
const logCalls = (app: FastifyInstance): void => {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    request.log.info(
      { method, route: routeOptions.url, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'answered',
    )
    done()
  })
}

/** A body is JSON or there is none (GET, DELETE, or a client that has nothing to say). */
const readJsonBodies = (app: FastifyInstance, policy: Policy): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body: string, done) => {
    try {
      done(null, body.trim() === '' ? undefined : parseJson(body, policy.bodyMaxDepth))
    } catch (error) {
      done(new Refusal('13004', 'The body is not JSON', error instanceof Error ? error.message : ''))
    }
  })
}

/** What goes wrong before a rule is reached, and what no rule expected. */
const answerErrors = (app: FastifyInstance): void => {
  app.setErrorHandler<FastifyError | Refusal>((error, request, reply) => {
    if (error instanceof Refusal) {
      return sendFailure(reply, { code: error.code, message: error.message, cause: error.detail })
    }
    if ((error.statusCode ?? 500) < 500) return sendFailure(reply, { code: '13004', message: error.message })
    request.log.error({ err: error }, 'a call failed')
    return sendFailure(reply, { code: '500', message: 'Network exception, retry' })
  })
  app.setNotFoundHandler((_request, reply) =>
    sendFailure(reply, { code: '404', message: 'There is no such operation' }, 404),
  )
}

const routePath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1')

/** The server, not yet listening: the operations of the table that have a rule, the user centre, the training routes. */
export const createApp = async (deps: AppDeps): Promise<FastifyInstance> => {
  const { policy, faults, logLevel } = deps
  const app = fastify({
    logger: { level: logLevel, stream: process.stderr },
    // One line of our own for each call: see logCalls.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: policy.bodyLimitBytes,
    requestTimeout: policy.requestTimeoutMs,
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

  const check = createChecks(deps)
  const faultOf = new WeakMap<FastifyRequest, NonNullable<ReturnType<Faults['take']>>>()

  const route = (id: ServedOperation): void => {
    const { method, path, module } = operations[id]
    app.route({
      method,
      url: routePath(path),
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

  await app.register((userCentre, _options, done) => {
    tokenEndpoint(userCentre, deps)
    done()
  })
  if (faults) trainingRoutes(app, { db: deps.db, faults })
  return app
}
