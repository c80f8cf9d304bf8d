import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operationIds, operations, pathParametersOf } from '#shared/operations'
import type { OperationId } from '#shared/operations'
import { fieldTexts } from '../../src-service/docs/field-texts'
import { operationTexts } from '../../src-service/docs/operation-texts'
import register from '../../resources/training/register.json'
import { startTestService } from '../support/service'
import type { TestService } from '../support/service'
import { connectTo } from '../support/service-client'
import type { ServiceClient } from '../support/service-client'

interface Described {
  readonly operationId: string
  readonly parameters: { readonly name?: string; readonly in?: string; readonly $ref?: string }[]
  readonly requestBody?: object
  readonly security: Record<string, unknown>[]
  readonly responses: Record<string, { content: Record<string, { schema: Record<string, unknown> }> }>
}
interface Document {
  readonly paths: Record<string, Record<string, Described>>
  readonly components: { readonly schemas: Record<string, object>; readonly securitySchemes: object }
}

let service: TestService
let client: ServiceClient
let document: Document
beforeAll(async () => {
  service = await startTestService()
  client = await connectTo(service.url)
  document = (await (await fetch(`${service.url}/openapi.json`)).json()) as Document
})
afterAll(() => service.stop())

const described = (id: OperationId): Described =>
  document.paths[operations[id].path]![operations[id].method.toLowerCase()]!

describe('openapi.json', () => {
  it('requires no token or nonce, and is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate({ ...document })
    expect([valid, errors]).toEqual([true, undefined])
  })

  it.each(operationIds)('describes %s as in the operations table', (id) => {
    const { path, query, body, codes, module } = operations[id]
    const { operationId, parameters, requestBody, security, responses } = described(id)
    expect(operationId).toBe(id)
    expect(parameters.flatMap((one) => (one.in === 'path' ? [one.name] : []))).toEqual(pathParametersOf(path))
    expect(parameters.flatMap((one) => (one.in === 'query' ? [one.name] : []))).toEqual(
      Object.keys(query.shape),
    )
    expect(parameters).toContainEqual({ $ref: '#/components/parameters/Nonce' })
    expect(requestBody === undefined).toBe(body === null)
    expect(Object.keys(security[0]!)).toEqual(
      module === 'order' ? ['applicationToken'] : ['clientBearer', 'clientToken', 'userToken'],
    )
    expect(responses['299']!.content['application/json']!.schema).toMatchObject({
      properties: { code: { enum: codes } },
    })
    expect(responses['200']!.content['application/json']!.schema).toMatchObject({
      properties: { code: { const: 0 }, message: { const: 'success' } },
    })
  })

  it('has the two responses without data as in the API', () => {
    const dataOf = (id: OperationId) =>
      (described(id).responses['200']!.content['application/json']!.schema as { properties: object })
        .properties
    expect(dataOf('order.updateCustomer')).not.toHaveProperty('data')
    expect(dataOf('member.deleteEmployee')).toMatchObject({ data: { type: 'null' } })
  })

  it('has no dangling references, and omits the faults', () => {
    const text = JSON.stringify(document)
    const refs = [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name!)
    expect(refs.length).toBeGreaterThan(40)
    expect(refs.filter((name) => !(name in document.components.schemas))).toEqual([])
    expect(text).not.toContain('_training')
    expect(text).not.toContain('#/$defs')
  })

  it('describes every field, and no field with another one’s text', () => {
    const wrong: string[] = []
    const walk = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return
      const { properties } = node as { properties?: Record<string, { description?: string }> }
      for (const [name, { description }] of Object.entries(properties ?? {})) {
        if (description !== fieldTexts[name]) wrong.push(`${name}: ${description ?? 'nothing'}`)
      }
      Object.values(node).forEach(walk)
    }
    walk(document.components.schemas)
    expect(wrong).toEqual([])
  })

  it('declares Long as int64, and packages as recursive', () => {
    const { VirtualAsset, MerchandiseInstance } = document.components.schemas as Record<
      string,
      { properties: Record<string, unknown> }
    >
    expect(VirtualAsset!.properties['createTime']).toMatchObject({ type: 'integer', format: 'int64' })
    expect(VirtualAsset!.properties['keyChipType']).toMatchObject({ type: 'integer', format: 'int32' })
    expect(JSON.stringify(MerchandiseInstance!.properties['children'])).toContain(
      '#/components/schemas/MerchandiseInstance',
    )
  })

  const required = operationIds.flatMap((id) =>
    operationTexts[id].required.map((name) => [id, name] as const),
  )
  it.each(required)('states correctly that %s requires %s', async (id, name) => {
    const example = { ...operationTexts[id].example } as Record<string, unknown>
    const query: Record<string, string> =
      id === 'order.queryCustomers' ? { channelCode: 'A', channelCustomerId: 'B' } : {}
    const path = {
      enterpriseGlobalId: register[0]!.enterpriseGlobalId,
      memberGlobalId: '1',
    }
    if (name in query) Reflect.deleteProperty(query, name)
    else Reflect.deleteProperty(example, name)
    const refusal = await client.refusal(id, {
      path,
      query,
      body: operations[id].body === null ? undefined : example,
    })
    expect(refusal.message).toContain(name)
  })
})

describe('the health check', () => {
  it('needs no token or nonce, and is not cached', async () => {
    const response = await fetch(`${service.url}/healthz`)
    expect([response.status, await response.json()]).toEqual([200, { status: 'ok', store: 'ok' }])
    expect(response.headers.get('cache-control')).toBe('no-store')
  })
})

describe('the documentation page', () => {
  it('names every operation, and loads and runs nothing', async () => {
    const response = await fetch(`${service.url}/docs`)
    const page = await response.text()
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    for (const id of operationIds) {
      expect(page).toContain(`id="${id}"`)
      expect(page).toContain(operationTexts[id].title)
      for (const code of operations[id].codes) expect(page).toContain(`<td>${code}</td>`)
    }
    expect(page).not.toMatch(/<script|<link|<img|@import|url\(|\son\w+=|https?:(?!\/\/127\.0\.0\.1:PORT)/)
  })
})
