import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPolicy } from '../../src-service/policy'
import { createSecretChecks } from '../../src-service/user-center/secret-checks'
import { startTestService } from '../support/service'
import type { TestService } from '../support/service'
import { askForToken, connectTo, training } from '../support/service-client'

const salt = 'A'.repeat(22)
const key = 'B'.repeat(43)
const hashes = { cheap: `scrypt$1024$8$1$${salt}$${key}`, costly: `scrypt$32768$8$3$${salt}$${key}` }
const credentials = {
  applications: new Map([
    ['desk', { key: 'desk', secretHash: hashes.costly, scopes: ['auth_order' as const], approved: true }],
  ]),
  users: new Map([['li.wei', { name: 'li.wei', passwordHash: hashes.costly }]]),
  areTraining: false,
}

/** Checks with counted comparisons that end when the test allows. */
const counted = (choices = {}) => {
  const compared: string[] = []
  const ends: ((matches: boolean) => void)[] = []
  let now = 1_000_000
  const check = createSecretChecks({
    credentials,
    policy: createPolicy(choices),
    now: () => now,
    matches: (_secret, hash) => {
      compared.push(hash)
      return new Promise((end) => ends.push(end))
    },
  })
  const wrong = async (name: string, address = 'here') => {
    const checked = check('user', name, 'x', address)
    await Promise.resolve()
    ends.pop()?.(false)
    return (await checked).kind
  }
  return { compared, ends, check, wrong, pass: (ms: number) => (now += ms) }
}

describe('the check of a secret', () => {
  it('costs the same for every name, known or not, where hashes differ in cost', async () => {
    const compared: string[] = []
    const secretHash = hashes.cheap
    const desk = { key: 'desk', secretHash, scopes: ['auth_order' as const], approved: true }
    const check = createSecretChecks({
      credentials: { ...credentials, applications: new Map([['desk', desk]]) },
      policy: createPolicy(),
      now: () => 0,
      matches: (_secret, hash) => {
        compared.push(hash)
        return Promise.resolve(true)
      },
    })
    const costs: string[][] = []
    const kinds: string[] = []
    const names = [
      ['user', 'li.wei'],
      ['user', 'nobody'],
      ['application', 'desk'],
      ['application', 'unknown'],
    ] as const
    for (const [kind, name] of names) {
      kinds.push((await check(kind, name, 'x', 'here')).kind)
      costs.push(compared.splice(0).map((hash) => hash.split('$').slice(1, 4).join(' ')))
    }
    expect(costs).toEqual(names.map(() => ['1024 8 1', '32768 8 3']))
    // A match of a decoy does not count.
    expect(kinds).toEqual(['valid', 'invalid', 'valid', 'invalid'])
  })

  it('accepts a known name only, whatever the comparison returns', async () => {
    const { check, ends } = counted()
    const known = check('user', 'li.wei', 'x', 'here')
    const unknown = check('user', 'nobody', 'x', 'here')
    await Promise.resolve()
    for (const end of ends) end(true)
    expect([(await known).kind, (await unknown).kind]).toEqual(['valid', 'invalid'])
  })

  it('runs a few in parallel, queues a few, and refuses the others without work', async () => {
    const { check, compared, ends } = counted({ hashesAtOnce: 2, hashesWaiting: 3 })
    const checks = Array.from({ length: 8 }, (_, nth) => check('user', `u${nth}`, 'x', 'here'))
    expect((await Promise.all(checks.slice(5))).map(({ kind }) => kind)).toEqual(['busy', 'busy', 'busy'])
    expect(compared).toHaveLength(2)
    let ended = 0
    for (; ended < 5; ended += 1) {
      ends[ended]?.(false)
      await new Promise((done) => setImmediate(done))
      expect(compared.length - ended - 1).toBeLessThanOrEqual(2)
    }
    expect((await Promise.all(checks.slice(0, 5))).map(({ kind }) => kind)).toEqual(Array(5).fill('invalid'))
    expect(compared).toHaveLength(5)
  })

  it('compares one secret after a delay, however many are sent at once', async () => {
    const { check, compared, ends, wrong, pass } = counted({ signInFailures: 3, signInWaitMs: 100 })
    for (let nth = 0; nth < 3; nth += 1) await wrong('li.wei')
    pass(100)
    const checks = Array.from({ length: 50 }, () => check('user', 'li.wei', 'x', 'here'))
    await Promise.resolve()
    for (const end of ends) end(false)
    const kinds = (await Promise.all(checks)).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'invalid')).toHaveLength(1)
    expect(kinds.filter((kind) => kind === 'rate-limited')).toHaveLength(49)
    expect(compared).toHaveLength(4)
    pass(200)
    expect(await wrong('li.wei')).toBe('invalid')
  })

  it('delays repeated failures of a name from an address, twice as long each time, without work', async () => {
    const { check, compared, ends, wrong, pass } = counted({ signInFailures: 3, signInWaitMs: 100 })
    for (let nth = 0; nth < 3; nth += 1) expect(await wrong('nobody')).toBe('invalid')
    expect(await check('user', 'nobody', 'x', 'here')).toEqual({ kind: 'rate-limited', waitMs: 100 })
    expect(compared).toHaveLength(3)
    // Another address or another name is not delayed.
    expect([await wrong('nobody', 'there'), await wrong('li.wei')]).toEqual(['invalid', 'invalid'])
    pass(100)
    expect(await wrong('nobody')).toBe('invalid')
    expect(await check('user', 'nobody', 'x', 'here')).toEqual({ kind: 'rate-limited', waitMs: 200 })
    pass(200)
    const right = check('user', 'li.wei', 'x', 'here')
    ends.pop()?.(true)
    expect((await right).kind).toBe('valid')
  })
})

describe('the running service', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ policy: { signInFailures: 2, signInWaitMs: 30_000 } })
  })
  afterAll(() => service.stop())

  it('returns when to retry', async () => {
    const form = {
      grant_type: 'password',
      client_id: training.application.key,
      client_secret: training.application.secret,
      username: 'guessed',
      password: 'wrong',
    }
    const statuses: number[] = []
    for (let nth = 0; nth < 3; nth += 1) statuses.push((await askForToken(service.url, form)).status)
    expect(statuses).toEqual([400, 400, 429])
    const early = await askForToken(service.url, form)
    expect(early.json).toMatchObject({ error: 'temporarily_unavailable' })
    expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('refuses a long form from anonymous clients', async () => {
    const { status } = await askForToken(service.url, {
      grant_type: 'password',
      client_id: 'x'.repeat(20_000),
    })
    expect(status).toBe(400)
  })

  it('does not read a long body of an unknown client', async () => {
    const client = await connectTo(service.url)
    const rawBody = '['.repeat(200_000)
    const id = 'order.allocateShellNumbers'
    // If read, it would be invalid JSON (13004).
    const strange = await client.send(id, { rawBody, headers: { authorization: 'Bearer guessed' } })
    expect([strange.status, strange.json.code]).toEqual([299, '60000'])
    expect((await client.send(id, { rawBody })).json.code).toBe('13004')
  })
})

describe('a service on loopback', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ policy: { hosts: ['rehearsal.example'] } })
  })
  afterAll(() => service.stop())

  const ask = (path: string, headers: Record<string, string>, method = 'GET') =>
    new Promise<number>((answered, failed) => {
      const sent = request(new URL(path, service.url), { method, headers }, (response) => {
        response.resume()
        answered(response.statusCode ?? 0)
      })
      sent.on('error', failed).end()
    })

  it.each([
    ['rebound.example', 403],
    ['rebound.example:80', 403],
    ['localhost.rebound.example', 403],
    ['127.0.0.1.rebound.example', 403],
    ['localhost/.rebound.example', 403],
    ['rebound.example@127.0.0.1', 403],
    ['localhost?.rebound.example', 403],
    ['localhost:1', 200],
    ['127.0.0.1', 200],
    ['[::1]:80', 200],
    ['rehearsal.example', 200],
  ])('with host %j returns %i', async (host, status) => {
    expect(await ask('/healthz', { host })).toBe(status)
  })

  it.each(['https://page.example', 'null', 'http://localhost:1'])(
    'refuses a page of the origin %j, also for tokens and faults',
    async (origin) => {
      for (const path of ['/oauth/token', '/_training/faults', '/nowhere']) {
        expect(await ask(path, { origin }, 'POST')).toBe(403)
      }
      expect(await ask('/_training/effects', { origin })).toBe(403)
      // Available to tools of other origins.
      expect(await ask('/openapi.json', { origin })).toBe(200)
    },
  )

  it('accepts its own page', async () => {
    expect(await ask('/docs', { origin: service.url })).toBe(200)
  })
})
