import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { text as readAll } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import register from '../../resources/training/register.json'
import { processorMs } from '../support/processor-time'
import { startTestService } from '../support/service'
import type { TestService } from '../support/service'
import { askForToken, connectTo } from '../support/service-client'
import type { ServiceClient } from '../support/service-client'
import { batch, bindBody, bindNew, order, product } from './parties'

const { enterpriseGlobalId } = register[0]!
const path = { enterpriseGlobalId }

describe('a hostile client', () => {
  let service: TestService
  let client: ServiceClient
  beforeAll(async () => {
    service = await startTestService()
    client = await connectTo(service.url)
  })
  afterAll(() => service.stop())

  it('gets a quick response to megabytes of quotes, brackets and digits', async () => {
    const id = 'order.allocateShellNumbers'
    const bodies = [
      `"${String.raw`\"`.repeat(3_000_000)}`,
      '['.repeat(4_000_000),
      `{"size":${'9'.repeat(4_000_000)}}`,
      `{"size":1,"a":"${'x'.repeat(7_000_000)}"`,
    ]
    for (const rawBody of bodies) {
      const began = processorMs()
      const { json } = await client.send(id, { rawBody })
      expect(json.code).toBe('13004')
      expect(processorMs() - began).toBeLessThan(8000)
    }
  })

  it('is disconnected when its request does not end', async () => {
    // A service of its own: on a busy computer, the megabytes of the others take longer.
    const impatient = await startTestService({ policy: { requestTimeoutMs: 1500 } })
    const { port } = new URL(impatient.url)
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(
      'POST /order/api/order/v1/shellnums HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{',
    )
    socket.resume()
    await once(socket, 'close')
    await impatient.stop()
  })

  it('cannot make the service read a long body for an unknown path', async () => {
    const { port } = new URL(service.url)
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(
      'POST /nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{',
    )
    // Answered before the body is there.
    const [answer] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    expect(answer.toString()).toContain('Request body is too large')
  })

  it.each([
    ['order.bindCustomer', { body: { ...bindBody('x'), customerName: 'a\u0000b' } }, '13004'],
    ['order.listAssets', { path: { enterpriseGlobalId: 'a\u0000b' } }, '13004'],
    ['order.listAssets', { path, nonce: 'a\u0000b' }, '70001'],
    ['member.listEmployees', { path, query: { keyword: 'a\u0000b' } }, '40000'],
    ['member.addEmployees', { path, body: { userList: [{ name: 'a\u0000b' }] } }, '40000'],
    ['order.bindCustomer', { body: bindBody('长'.repeat(256)) }, '13004'],
    ['order.bindCustomer', { body: { ...bindBody('x'), enterpriseName: 'x'.repeat(100_000) } }, '13004'],
    [
      'member.assignAssets',
      { path: { memberGlobalId: '1' }, body: { addAssets: Array.from({ length: 5001 }, String) } },
      '40000',
    ],
    [
      'member.lendAssets',
      {
        path: { memberGlobalId: '1' },
        body: { borrowedUsbKey: 'x', assetIDs: Array.from({ length: 5001 }, String) },
      },
      '40000',
    ],
    [
      'order.lockAssets',
      { body: { operatorIdentity: 'x', assetNums: Array.from({ length: 70_000 }, String) } },
      '13004',
    ],
  ] as const)('with %s is refused with a code other than 500: case %#', async (id, request, code) => {
    expect(await client.refusal(id, request)).toMatchObject({ code })
  })

  it.each([
    { assetNos: Array.from({ length: 70_000 }, String) },
    { products: Array.from({ length: 501 }, (_, index) => product(`p${index}`)) },
    { merchandises: Array.from({ length: 501 }, () => ({ merchandiseNum: 'm' })) },
    { assetExtendList: Array.from({ length: 501 }, () => ({ extendCode: 'x', extendValue: '' })) },
    { assetExtendList: [{ extendCode: 'x'.repeat(5000), extendValue: '' }] },
  ])('gets 13004 for an oversized order: case %#', async (asset) => {
    const bound = await bindNew(client)
    const body = batch([order(bound, asset)])
    expect(await client.refusal('order.batchOrder', { body })).toMatchObject({ code: '13004' })
  })

  it('cannot read another enterprise’s departments through an employee', async () => {
    const bound = await bindNew(client)
    const own = { enterpriseGlobalId: bound.enterpriseGlobalId }
    const { list } = await client.succeed('member.listEmployees', { path })
    const { departmentId, departmentName } = list[0]!
    expect(departmentName).toBeTruthy()
    const employee = {
      userName: 'x1',
      password: 'pass-word-1',
      departmentId,
      name: 'X',
      remark: '',
      passwordMobile: '',
    }
    await client.succeed('member.addEmployees', { path: own, body: { userList: [employee] } })
    expect((await client.succeed('member.listEmployees', { path: own })).list[0]).toMatchObject({
      departmentId,
      departmentName: null,
    })
  })
})

describe('the log', () => {
  it('contains JSON lines with the results and no secrets', async () => {
    const stream = new PassThrough()
    const written = readAll(stream)
    const service = await startTestService({ logLevel: 'debug', logStream: stream })
    const client = await connectTo(service.url)
    const canary = () => `canary${randomUUID().replaceAll('-', '')}`
    const secrets = {
      password: canary().slice(0, 20),
      lock: canary(),
      nonce: canary(),
      wrong: canary(),
      body: canary(),
    }
    const employee = {
      userName: 'canary1',
      password: secrets.password,
      departmentId: 1,
      name: '金丝雀',
      remark: '',
      passwordMobile: '',
    }
    await client.succeed('member.addEmployees', {
      path,
      body: { userList: [employee] },
      nonce: secrets.nonce,
    })
    const [added] = (await client.succeed('member.listEmployees', { path, query: { keyword: 'canary1' } }))
      .list
    await client.succeed('member.resetPassword', {
      path: { ...path, memberGlobalId: added!.globalId },
      body: { password: secrets.password },
    })
    const bound = await bindNew(client)
    const locked = order(bound, { products: [product('gms', { passwords: [secrets.lock] })] })
    await client.succeed('order.batchOrder', { body: batch([locked]) })
    await client.succeed('order.batchOrder', { body: batch([locked], { syncMode: 'async' }) })
    await client.refusal('order.batchOrder', { rawBody: `{"password":"${secrets.body}` })
    await client.refusal('member.resetPassword', {
      path: { ...path, memberGlobalId: 'x' },
      body: { password: secrets.body.repeat(3) },
    })
    await client.refusal('order.listAssets', { path, headers: { authorization: `Bearer ${secrets.wrong}` } })
    await askForToken(service.url, {
      grant_type: 'password',
      client_id: 'lock-desk',
      client_secret: secrets.wrong,
      username: 'counter',
      password: secrets.wrong,
    })
    await fetch(`${service.url}/nowhere/${secrets.wrong}?token=${secrets.wrong}`)
    const { effects } = client
    const kept = JSON.stringify(await effects())
    await service.stop()
    stream.end()
    const log = await written

    const lines = log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(lines).toContainEqual(
      expect.objectContaining({
        level: 'info',
        operation: 'member.resetPassword',
        status: 299,
        code: '50003',
        msg: 'request handled',
        route: '/me/api/v1/enterprise/:enterpriseGlobalId/member/:memberGlobalId/resetPassword',
      }),
    )
    expect(lines).toContainEqual(
      expect.objectContaining({ operation: 'order.batchOrder', status: 200, code: '0' }),
    )
    const known = ['lock-desk-secret', 'Counter-2026', client.client, client.user, ...Object.values(secrets)]
    expect(known.filter((secret) => log.includes(secret))).toEqual([])
    // The effects contain the nonce on purpose, and no other secret.
    expect(known.filter((secret) => secret !== secrets.nonce && kept.includes(secret))).toEqual([])
  })

  it('follows its level', async () => {
    const stream = new PassThrough()
    const written = readAll(stream)
    const service = await startTestService({ logLevel: 'error', logStream: stream })
    const client = await connectTo(service.url)
    await client.succeed('order.listAssets', { path })
    await service.stop()
    stream.end()
    expect(await written).toBe('')
  })
})
