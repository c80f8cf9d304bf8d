import { LogController, fastify } from 'fastify'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import type { Writable } from 'node:stream'
import { operationIds, operations } from '#shared/operations'
import type { OperationId } from '#shared/operations'
import type { Policy } from '../policy'
import { docsRoutes } from '../docs/routes'
import { BusinessException } from '../handlers/business-exception'
import { maxDelayMs } from '../training/faults'
import type { Faults } from '../training/faults'
import { trainingRoutes } from '../training/training-routes'
import { tokenEndpoint } from '../user-center/token-endpoint'
import { createChecks } from './checks'
import type { Deps } from './checks'
import { sendFailure, sendSuccess } from '../envelope'
import { parseJson } from '../json'
import { executeOperation } from './execute-operation'
import type { ExecuteOperationDeps } from './execute-operation'
import { healthRoute } from './health'
import { logCalls, loggerOptions } from './log'
import { rejectForeignOrigins } from './loopback-only'
import type { LogLevel } from './log'
import { parseCall } from './parameters'
import { ExecutionFailure, executionFailureCode, executionFailureMessage } from './execution-failure'

export interface AppDeps extends Deps, ExecuteOperationDeps {
  /** null unless the service was started with `--faults`. */
  readonly faults: Faults | null
  readonly logLevel: LogLevel
  /** Whether the service listens on loopback only. */
  readonly isOnLoopback: boolean
  /** Replaces stderr. */
  readonly logStream?: Writable | undefined
}

/** Parses JSON bodies. An empty body is accepted (GET, DELETE, or a request without parameters). */
const readJsonBodies = (app: FastifyInstance, policy: Policy): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body: string, done) => {
    try {
      done(null, body.trim() === '' ? undefined : parseJson(body, policy.bodyMaxDepth))
    } catch {
      // The parser's own message quotes the body, which can contain a password.
      done(
        new BusinessException(
          '13004',
          `The body is not valid JSON, or has more than ${policy.bodyMaxDepth} levels`,
        ),
      )
    }
  })
}

/** Responses to failures before a handler runs and to unexpected errors. */
const handleErrors = (app: FastifyInstance): void => {
  app.setErrorHandler<FastifyError | BusinessException | ExecutionFailure>((error, request, reply) => {
    if (error instanceof BusinessException) {
      return sendFailure(reply, { code: error.code, message: error.message, cause: error.detail })
    }
    if (error instanceof ExecutionFailure) {
      const code = executionFailureCode(error.operation)
      request.log.error({ operation: error.operation, err: error.cause }, 'request not completed')
      return sendFailure(reply, { code, message: executionFailureMessage(code) })
    }
    if (error.code === 'FST_ERR_HANDLER_TIMEOUT') {
      const { operation } = request.routeOptions.config as { operation?: OperationId }
      const code = operation === undefined ? '500' : executionFailureCode(operation)
      request.log.error({ operation }, 'request timed out; it may still be completed')
      return sendFailure(reply, { code, message: executionFailureMessage(code) })
    }
    if ((error.statusCode ?? 500) < 500) return sendFailure(reply, { code: '13004', message: error.message })
    request.log.error({ err: error }, 'request failed')
    return sendFailure(reply, { code: '500', message: executionFailureMessage('500') })
  })
  app.setNotFoundHandler((_request, reply) =>
    sendFailure(reply, { code: '404', message: 'Operation not found' }, 404),
  )
}

const routePath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1')

/** Registers a route for each operation. */
const serveOperations = (app: FastifyInstance, deps: AppDeps): void => {
  const { faults, policy } = deps
  const { limitBody, check } = createChecks(deps)
  const faultOf = new WeakMap<FastifyRequest, NonNullable<ReturnType<Faults['take']>>>()

  const route = (id: OperationId): void => {
    const { method, path, module } = operations[id]
    app.route({
      method,
      url: routePath(path),
      bodyLimit: policy.bodyLimitBytes,
      config: { operation: id },
      onRequest: async (request, reply) => {
        const fault = faults?.take(id)
        if (!faults || !fault) return
        faultOf.set(request, fault)
        await faults.injectFault(fault, 'before', request, reply)
      },
      preParsing: async (request, reply) => {
        try {
          await limitBody(request)
        } catch (error) {
          // Closes the connection instead of reading the rest of the body.
          void reply.header('connection', 'close')
          throw error
        }
      },
      handler: async (request, reply) => {
        const call = parseCall(id, request, await check(request, module))
        const { data, partialFailure } = await executeOperation(id, call, deps)
        const fault = faultOf.get(request)
        if (faults && fault && (await faults.injectFault(fault, 'after', request, reply))) return reply
        return partialFailure === null
          ? sendSuccess(reply, data)
          : sendFailure(reply, { ...partialFailure, data })
      },
    })
  }
  for (const id of operationIds) route(id)
}

/** Creates the server without listening: operations, user center, documentation and training routes. */
export const createApp = async (deps: AppDeps): Promise<FastifyInstance> => {
  const { policy, faults, logLevel, logStream } = deps
  const { requestTimeoutMs, callTimeoutMs } = policy
  const app = fastify({
    logger: loggerOptions(logLevel, logStream),
    // logCalls writes one line per request instead.
    logController: new LogController({ disableRequestLogging: true }),
    // For every path but the operations, also for unknown ones.
    bodyLimit: policy.strangerBodyLimitBytes,
    requestTimeout: requestTimeoutMs,
    // How often Node checks for timed-out requests; 30 s by default.
    http: {
      connectionsCheckingInterval: Math.min(30_000, Math.ceil(requestTimeoutMs / 2)),
      // If this were longer than requestTimeout, Node would use it for both.
      headersTimeout: Math.min(60_000, requestTimeoutMs),
    },
    handlerTimeout: faults ? maxDelayMs + callTimeoutMs : callTimeoutMs,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 256 },
    frameworkErrors: (_error, _request, reply) => {
      void sendFailure(reply, { code: '404', message: 'Operation not found' }, 404)
    },
  })
  logCalls(app)
  if (deps.isOnLoopback) rejectForeignOrigins(app, policy.hosts)
  readJsonBodies(app, policy)
  handleErrors(app)
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
