import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operationIds, operations } from '#shared/operations'
import register from '../../resources/training/register.json'
import { startTestService } from '../support/service'
import type { TestService } from '../support/service'
import { clientToken, connectTo } from '../support/service-client'
import type { ServiceClient } from '../support/service-client'

const { enterpriseGlobalId } = register[0]!
const path = { enterpriseGlobalId, memberGlobalId: '1', assetId: '1000001' }
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

let service: TestService
let client: ServiceClient
let now = Date.now()
beforeAll(async () => {
  service = await startTestService({ now: () => now, policy: { bodyMaxDepth: 20 } })
  client = await connectTo(service.url)
})
afterAll(() => service.stop())

const list = 'order.listAssets'
const members = 'member.listEmployees'

describe('every operation', () => {
  it.each(operationIds)('%s refuses a request without a nonce from any caller (70001)', async (id) => {
    expect(
      await client.refusal(id, { path, nonce: null, headers: { authorization: undefined } }),
    ).toMatchObject({
      code: '70001',
    })
  })

  it.each(operationIds)('%s refuses an unknown application token (60000)', async (id) => {
    for (const authorization of [
      undefined,
      'Bearer nothing',
      `Bearer ${client.user}`,
      `Basic ${client.client}`,
    ]) {
      expect(await client.refusal(id, { path, headers: { authorization } })).toMatchObject({ code: '60000' })
    }
  })

  it.each(operationIds)('%s refuses an application without the scope or without approval', async (id) => {
    const other = operations[id].module === 'order' ? 'members-only' : 'orders-only'
    for (const key of [other, 'not-approved']) {
      const token = await clientToken(service.url, key)
      const headers = { ...bearer(token), clientToken: token }
      expect(await client.refusal(id, { path, headers })).toMatchObject({ code: '60000' })
    }
  })

  it.each(operationIds.filter((id) => operations[id].module === 'member'))(
    '%s requires the client token twice and a user token (60000, 60005)',
    async (id) => {
      for (const token of [undefined, 'other', client.user]) {
        expect(await client.refusal(id, { path, headers: { clientToken: token } })).toMatchObject({
          code: '60000',
        })
        if (token === client.user) continue
        expect(await client.refusal(id, { path, headers: { userToken: token } })).toMatchObject({
          code: '60005',
        })
      }
      expect(await client.refusal(id, { path, headers: { userToken: client.client } })).toMatchObject({
        code: '60005',
      })
    },
  )

  it.each(operationIds)('%s has its own path and accepts no other method', async (id) => {
    const other = operations[id].method === 'GET' ? 'POST' : 'GET'
    const { status, json } = await client.send(id, { path, method: other })
    expect(status).toBe(404)
    expect(json).toMatchObject({ code: '404', cause: '' })
  })
})

describe('the nonce', () => {
  it('is accepted once', async () => {
    const nonce = randomUUID()
    await client.succeed(list, { path, nonce })
    expect(await client.refusal(list, { path, nonce })).toMatchObject({ code: '70001' })
    expect(await client.refusal(members, { path, nonce })).toMatchObject({ code: '70001' })
  })

  it('is not stored for unauthenticated requests, which could fill the table', async () => {
    const nonce = randomUUID()
    expect(await client.refusal(list, { path, nonce, headers: bearer('nobody') })).toMatchObject({
      code: '60000',
    })
    await client.succeed(list, { path, nonce })
  })

  it('is stored for a request refused for its parameters', async () => {
    const nonce = randomUUID()
    expect(await client.refusal('order.allocateShellNumbers', { body: {}, nonce })).toMatchObject({
      code: '13004',
    })
    expect(await client.refusal(list, { path, nonce })).toMatchObject({ code: '70001' })
  })

  it('may be used again after 15 minutes', async () => {
    const nonce = randomUUID()
    await client.succeed(list, { path, nonce })
    now += 14 * 60_000
    expect(await client.refusal(list, { path, nonce })).toMatchObject({ code: '70001' })
    now += 2 * 60_000
    await client.succeed(list, { path, nonce })
    expect(await client.refusal(list, { path, nonce })).toMatchObject({ code: '70001' })
  })

  it('is refused when repeated, empty or too long', async () => {
    for (const query of [
      '?g_nonce=',
      `?g_nonce=${'x'.repeat(1000)}`,
      `?g_nonce=${randomUUID()}&g_nonce=${randomUUID()}`,
    ]) {
      const response = await fetch(
        `${service.url}${operations[list].path.replace('{enterpriseGlobalId}', enterpriseGlobalId)}${query}`,
        {
          headers: bearer(client.client),
        },
      )
      expect(response.status).toBe(299)
      expect(await response.json()).toMatchObject({ code: '70001' })
    }
  })
})

describe('the order of the checks', () => {
  it('is body, nonce, application, scope, user, parameters', async () => {
    const id = 'order.lockAssets'
    const broken = { rawBody: '{"assetNums":' }
    const nonce = randomUUID()
    await client.succeed(list, { path, nonce })
    const stranger = { headers: bearer('nobody') }
    expect(await client.refusal(id, { ...broken, nonce, ...stranger })).toMatchObject({ code: '13004' })
    expect(await client.refusal(id, { body: 1, nonce, ...stranger })).toMatchObject({ code: '70001' })
    expect(await client.refusal(id, { body: 1, ...stranger })).toMatchObject({ code: '60000' })
    expect(await client.refusal(id, { body: 1 })).toMatchObject({ code: '13004' })
    const noUser = { headers: { userToken: 'nobody' } }
    expect(await client.refusal(members, { path, query: { pageNum: 'x' }, ...noUser })).toMatchObject({
      code: '60005',
    })
    expect(await client.refusal(members, { path, query: { pageNum: 'x' } })).toMatchObject({ code: '40000' })
  })
})

describe('tokens', () => {
  it('expire after two hours', async () => {
    const token = await clientToken(service.url)
    await client.succeed(list, { path, headers: bearer(token) })
    now += 119 * 60_000
    await client.succeed(list, { path, headers: bearer(token) })
    now += 2 * 60_000
    expect(await client.refusal(list, { path, headers: bearer(token) })).toMatchObject({ code: '60000' })
    client = await connectTo(service.url)
  })
})

describe('a body', () => {
  const id = 'order.allocateShellNumbers'

  it('that is not JSON, too deeply nested or too long returns 13004 in the envelope', async () => {
    for (const rawBody of [
      '{',
      '{"size":1}x',
      '['.repeat(30) + ']'.repeat(30),
      `{"x":"${'y'.repeat(9 * 1024 * 1024)}"}`,
    ]) {
      const { status, json } = await client.send(id, { rawBody })
      expect(status).toBe(299)
      expect(json).toMatchObject({ code: '13004' })
      expect(typeof json.cause).toBe('string')
    }
  })

  it('of another content type, or not an object, returns 13004', async () => {
    expect(
      await client.refusal(id, { body: { size: 1 }, headers: { 'content-type': 'text/plain' } }),
    ).toMatchObject({
      code: '13004',
    })
    for (const body of [[], 'size', null, 7])
      expect(await client.refusal(id, { body })).toMatchObject({ code: '13004' })
  })

  it('may be declared and missing on a GET', async () => {
    const { status } = await client.send(list, { path, headers: { 'content-type': 'application/json' } })
    expect(status).toBe(200)
  })

  it('with a field of the wrong type returns the field’s name', async () => {
    expect(
      await client.refusal('order.lockAssets', { body: { assetNums: ['a', 3], operatorIdentity: 'x' } }),
    ).toEqual({
      code: '13004',
      message: expect.stringContaining('assetNums[1]') as string,
    })
  })
})

describe('unknown paths', () => {
  it.each(['/', '/nope', '/order/api/order/v2/shellnums', '/%ff', '/_training/nope'])(
    '%s returns 404 in the envelope',
    async (where) => {
      const response = await fetch(service.url + where)
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ code: '404', cause: '' })
    },
  )
})
