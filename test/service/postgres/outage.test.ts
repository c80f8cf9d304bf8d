import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import register from '../../../resources/training/register.json'
import { startService } from '../../../src-service/service'
import type { Service } from '../../../src-service/service'
import { connectTo } from '../../support/service-client'
import type { ServiceClient } from '../../support/service-client'
import { batch, bindNew, order } from '../parties'
import { isOnPostgres, ownCluster } from './cluster'
import type { OwnCluster } from './cluster'

const path = { enterpriseGlobalId: register[0]!.enterpriseGlobalId }

describe.skipIf(!isOnPostgres)('a database outage', () => {
  let cluster: OwnCluster
  let services: Service[]
  let clients: ServiceClient[]
  beforeAll(async () => {
    cluster = await ownCluster()
    const start = () => startService({ databaseUrl: cluster.url, faults: true })
    services = [await start(), await start(), await start()]
    clients = await Promise.all(services.map(({ url }) => connectTo(url)))
  })
  afterAll(async () => {
    await Promise.all(services.map((service) => service.stop()))
    await cluster.remove()
  })

  const health = async (service: Service) => {
    const response = await fetch(`${service.url}/healthz`)
    return { status: response.status, json: (await response.json()) as Record<string, unknown> }
  }

  it('is reported at once in the health check and every response, and ends by itself', async () => {
    expect(await health(services[0]!)).toEqual({ status: 200, json: { status: 'ok', store: 'ok' } })
    await cluster.stop()
    const down = await health(services[0]!)
    expect(down).toMatchObject({ status: 503, json: { status: 'unavailable', store: 'unavailable' } })
    expect(String(down.json['reason'])).toMatch(/^The database server .*\. Start it/)
    for (const [id, request] of [
      ['order.listAssets', { path }],
      ['order.allocateShellNumbers', { body: { size: 1 } }],
      ['member.listEmployees', { path }],
    ] as const) {
      const { status, json } = await clients[1]!.send(id, request)
      expect([status, json.code, json.cause]).toEqual([299, '500', ''])
    }
    const token = await fetch(`${services[2]!.url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: 'lock-desk',
        client_secret: 'lock-desk-secret',
      }),
    })
    expect(token.status).toBe(503)

    await cluster.start()
    for (const [index, client] of clients.entries()) {
      expect((await health(services[index]!)).status).toBe(200)
      expect(await client.succeed('order.listAssets', { path })).toHaveLength(1000)
    }
  })

  it('below the rules returns 80001 for a list of employees', async () => {
    const { db, close } = await openDirectly(cluster.url)
    await db('alter table employees rename to employees_away')
    const answer = await clients[0]!.send('member.listEmployees', { path })
    await db('alter table employees_away rename to employees')
    await close()
    expect([answer.status, answer.json.code]).toEqual([299, '80001'])
    await clients[0]!.succeed('member.listEmployees', { path })
  })

  it('loses no acknowledged change and repeats none, with repeated kills', async () => {
    const bound = await bindNew(clients[0]!)
    const answered: string[] = []
    const statements: string[] = []
    const stopping = new AbortController()
    const work = async (client: ServiceClient) => {
      while (!stopping.signal.aborted) {
        const assetNum = `O-${randomUUID()}`
        statements.push(assetNum)
        const body = batch([order(bound, { assetNos: [assetNum] })], { channelOrderId: assetNum })
        const { json } = await client.send('order.batchOrder', { body })
        if (json.code === 0) answered.push(assetNum)
        else await wait(20)
      }
    }
    const workers = clients.map(work)
    for (let round = 0; round < 3; round++) {
      const before = answered.length
      await expect.poll(() => answered.length - before, { timeout: 20_000, interval: 10 }).toBeGreaterThan(5)
      await cluster.stop('immediate')
      await wait(100)
      await cluster.start()
    }
    const before = answered.length
    await expect.poll(() => answered.length - before, { timeout: 20_000 }).toBeGreaterThan(5)
    stopping.abort()
    await Promise.all(workers)

    const of = { enterpriseGlobalId: bound.enterpriseGlobalId }
    const there = (await clients[1]!.succeed('order.listAssets', { path: of })).map(
      ({ assetNum }) => assetNum,
    )
    expect(new Set(there).size).toBe(there.length)
    expect(answered.filter((assetNum) => !there.includes(assetNum))).toEqual([])
    expect(there.filter((assetNum) => !statements.includes(assetNum))).toEqual([])
    // An unacknowledged order may or may not exist; repeating it by its number creates it once.
    for (const assetNum of statements.filter((one) => !answered.includes(one)).slice(0, 10)) {
      const body = batch([order(bound, { assetNos: [assetNum] })], { channelOrderId: assetNum })
      await clients[2]!.succeed('order.batchOrder', { body })
    }
    const effects = (await clients[0]!.effects()).filter(({ target }) => target.startsWith('O-'))
    expect(new Set(effects.map(({ target }) => target)).size).toBe(effects.length)
  })
})

const openDirectly = async (connectionString: string) => {
  const { Client } = await import('pg')
  const client = new Client({ connectionString })
  await client.connect()
  return { db: (statement: string) => client.query(statement), close: () => client.end() }
}
