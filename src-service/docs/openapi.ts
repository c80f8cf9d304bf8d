import type { z } from 'zod'
import { businessCodes } from '#shared/model/api/business-codes'
import type { BusinessCode } from '#shared/model/api/business-codes'
import { noData } from '#shared/model/api/order-resources'
import { operationIds, operations, pathParametersOf } from '#shared/operations'
import type { OperationId } from '#shared/operations'
import type { Policy } from '../policy'
import { fieldTexts } from './field-texts'
import { operationTexts } from './operation-texts'
import { buildSchemas } from './schemas'
import type { JsonSchema } from './schemas'
import { otherPaths } from './other-paths'

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: JsonSchema, more: JsonSchema = {}) => ({ 'application/json': { schema, ...more } })

const meanings = (codes: readonly BusinessCode[]): string =>
  codes.map((code) => `- \`${code}\` ${businessCodes[code].en.what}`).join('\n')

const failureSchema = (codes: readonly BusinessCode[], data?: JsonSchema): JsonSchema => ({
  type: 'object',
  required: ['code', 'message', 'cause'],
  properties: {
    code: { type: 'string', enum: codes },
    message: { type: 'string' },
    cause: { type: 'string' },
    ...(data === undefined ? {} : { data }),
  },
})

/** The response of order operation 4 has no `data` field; other operations without a result return null. */
const successSchema = (id: OperationId, nameOf: (schema: z.ZodType) => string): JsonSchema => {
  const { documented } = operations[id].data
  const isSilent = documented === noData.documented
  const data = isSilent ? { type: 'null' } : ref(nameOf(documented))
  const hasData = id !== 'order.updateCustomer'
  return {
    type: 'object',
    required: ['code', 'message', ...(hasData ? ['data'] : [])],
    properties: {
      code: { type: 'integer', const: 0 },
      message: { type: 'string', const: 'success' },
      ...(hasData ? { data } : {}),
    },
  }
}

const parametersOf = (id: OperationId, schemas: Readonly<Record<string, JsonSchema>>, queryName: string) => {
  const { path } = operations[id]
  const { required } = operationTexts[id]
  const query = (schemas[queryName]?.['properties'] ?? {}) as Record<string, JsonSchema>
  return [
    ...pathParametersOf(path).map((name) => ({
      name,
      in: 'path',
      required: true,
      description: fieldTexts[name] ?? 'asset ID',
      schema: { type: 'string' },
    })),
    { $ref: '#/components/parameters/Nonce' },
    ...Object.entries(query).map(([name, { description, ...schema }]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      description: description ?? '',
      schema,
    })),
  ]
}

const security = {
  order: [{ applicationToken: [] }],
  member: [{ clientBearer: [], clientToken: [], userToken: [] }],
}

const operationOf = (id: OperationId, { all, nameOf }: ReturnType<typeof buildSchemas>) => {
  const { module, body, query, codes } = operations[id]
  const { title, text, required, example } = operationTexts[id]
  const partialFailure = codes.some((code) => code === '60027') ? successSchema(id, nameOf) : null
  const data = (partialFailure?.['properties'] as { data?: JsonSchema } | undefined)?.data
  return {
    operationId: id,
    tags: [module],
    summary: title,
    description: text,
    parameters: parametersOf(id, all, nameOf(query)),
    ...(body === null
      ? {}
      : {
          requestBody: {
            required: true,
            content: json(
              required.length === 0 ? ref(nameOf(body)) : { allOf: [ref(nameOf(body)), { required }] },
              example === undefined ? {} : { example },
            ),
          },
        }),
    security: security[module],
    responses: {
      200: { description: 'Success', content: json(successSchema(id, nameOf)) },
      299: {
        description: `Business exception:\n${meanings(codes)}`,
        content: json(failureSchema(codes, data)),
      },
    },
    'x-business-codes': codes,
  }
}

const description = `The order module and the member center of an enterprise licensing service, for training and tests. Every
request needs \`g_nonce\`, a random text that is accepted once. Every response is an envelope: HTTP 200 with code 0
is a success, HTTP 299 a business exception whose code is text. Times are milliseconds since 1970. Where the API
leaves something open, this service makes its own choice; a client must not rely on it.`

const bearer = (what: string) => ({ type: 'http', scheme: 'bearer', description: what })
const tokenHeader = (name: string, what: string) => ({
  type: 'apiKey',
  in: 'header',
  name,
  description: what,
})

/** Builds the OpenAPI 3.1 document of the service from the operations table. */
export const buildOpenApi = (policy: Policy) => {
  const schemas = buildSchemas()
  const paths: Record<string, Record<string, object>> = {}
  for (const id of operationIds) {
    const { path, method } = operations[id]
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(id, schemas) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Enterprise licensing service', version: '1', description, license: { name: 'MIT' } },
    servers: [{ url: '/', description: 'this service' }],
    tags: [
      { name: 'order', description: 'Order module: customers, orders, locks, asset numbers' },
      { name: 'member', description: 'Member center: employees, assignment, loans' },
      { name: 'user center', description: 'Token issuance by RFC 6749; not part of the API' },
      { name: 'service', description: 'Status of this service' },
    ],
    paths: { ...paths, ...otherPaths },
    components: {
      parameters: {
        Nonce: {
          name: 'g_nonce',
          in: 'query',
          required: true,
          description: 'Random text against replay; accepted once (70001).',
          schema: { type: 'string', minLength: 1, maxLength: policy.nonceMaxLength },
        },
      },
      schemas: schemas.all,
      securitySchemes: {
        applicationToken: bearer(
          'Token of an application with the scope auth_order (grant client_credentials)',
        ),
        clientBearer: bearer('Token of an application with the scope auth_me (grant client_credentials)'),
        clientToken: tokenHeader('clientToken', 'The same token as in Authorization'),
        userToken: tokenHeader('userToken', 'Token of a user (grant password)'),
      },
    },
  }
}
export type OpenApi = ReturnType<typeof buildOpenApi>
