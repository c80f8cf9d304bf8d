import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPlatformClient } from '../../../src-main/platform/client'
import type { PlatformClient } from '../../../src-main/platform/client'
import { createResponseParser, minWorkerBytes } from '../../../src-main/platform/response/response-parser'
import type { ResponseParser } from '../../../src-main/platform/response/response-parser'
import { createMemoryTokenKeeper } from '../../../src-main/platform/auth/tokens'
import { createTransport } from '../../../src-main/platform/transport/transport'
import { buildAnswerThread } from '../../support/response-thread'
import { clientFor } from '../../support/client'
import { refusal, startPlatformDouble } from '../../support/platform-double'
import type { Answer } from '../../support/platform-double'

type Double = Awaited<ReturnType<typeof startPlatformDouble>>

const application = (key: string) => ({ key, secret: `${key}-secret` })

let thread: Awaited<ReturnType<typeof buildAnswerThread>>
let double: Double
let here: PlatformClient
let answer: Answer
let launch: () => Worker
let launched: number
let faults: string[]
let responseParser: ResponseParser
let client: PlatformClient

beforeAll(async () => {
  thread = await buildAnswerThread()
})
afterAll(() => thread.remove())

beforeEach(async () => {
  launched = 0
  faults = []
  launch = () => new Worker(thread.file)
  double = await startPlatformDouble(() => answer)
  here = clientFor(double)
  responseParser = createResponseParser({
    launch: () => {
      launched += 1
      return launch()
    },
    onError: (message) => faults.push(message),
  })
  client = createPlatformClient({
    baseUrl: double.baseUrl,
    userCentreUrl: double.userCentreUrl,
    credentials: { applications: { order: application('order'), member: application('member') }, user: null },
    transport: createTransport({ routesFor: () => Promise.resolve([null]), certificates: () => undefined }),
    keeper: createMemoryTokenKeeper(),
    responseParser,
  })
})
afterEach(async () => {
  await responseParser.stop()
  await client.stop()
  await here.stop()
  await double.stop()
})

const list = (from: PlatformClient, options = {}) =>
  from.call('order.listAssets', { path: { enterpriseGlobalId: 'E1' } }, options)

const row = (number: number) =>
  `{"id":12345678901234${String(number).padStart(5, '0')},"assetNum":"LD80${String(number).padStart(8, '0')}",` +
  `"locked":"N","novelty":{"说明":"${'北桥工程有限公司'.repeat(10)}"},"assetExtends":[{"extendCode":"gxxp"}]}`
const body = (rows: number) =>
  `{"code":0,"message":"ok","data":[${Array.from({ length: rows }, (_, number) => row(number)).join(',')}]}`

describe('a long response', () => {
  it('is read like a short one, IDs and characters exact, on a worker thread', async () => {
    answer = { body: body(3_500) }
    expect(Buffer.byteLength(answer.body)).toBeGreaterThan(minWorkerBytes)
    const read = await list(client)
    expect(read).toEqual(await list(here))
    expect(read).toMatchObject({ ok: true, value: { length: 3_500, 7: { id: '1234567890123400007' } } })
    expect({ launched, faults }).toEqual({ launched: 1, faults: [] })
  })

  it('starts no thread where it is short', async () => {
    answer = { body: body(10) }
    expect(await list(client)).toMatchObject({ ok: true, value: { length: 10 } })
    expect(launched).toBe(0)
  })

  it('is transferred in slices, each in its own turn', async () => {
    const slices: { rows: number; turn: number }[] = []
    let turn = 0
    const turns = setInterval(() => (turn += 1), 0)
    launch = () => {
      const started = new Worker(thread.file)
      started.on('message', (message: { kind: string; rows?: unknown[] }) => {
        if (message.kind === 'rows') slices.push({ rows: message.rows?.length ?? 0, turn })
      })
      return started
    }
    answer = { body: body(20_000) }
    await list(client)
    clearInterval(turns)
    expect(slices.map(({ rows }) => rows)).toEqual(Array<number>(40).fill(500))
    expect(new Set(slices.map((slice) => slice.turn)).size).toBeGreaterThan(8)
  })

  it('with a refusal is a refusal, with tokens redacted', async () => {
    answer = refusal(13004, `application-token-1 ${'x'.repeat(minWorkerBytes)}`)
    const read = await list(client)
    expect(read).toMatchObject({
      ok: false,
      error: { code: 'refused', businessCode: '13004', changed: 'no' },
    })
    expect(JSON.stringify(read)).toContain('[hidden]')
    expect(JSON.stringify(read)).not.toContain('application-token-1')
  })

  it.each([
    ['breaks off', body(3_500).slice(0, -1)],
    ['has an invalid row at the end', body(3_500).replace(/\]\}$/, ',7]}')],
  ])('that %s is malformed, like a short one', async (_name, broken) => {
    answer = { body: broken }
    const read = await list(client)
    expect(read).toMatchObject({ ok: false, error: { code: 'malformed' } })
    expect(read).toEqual(await list(here))
  })

  it('is aborted when canceled, and the same thread reads the next', async () => {
    answer = { body: body(20_000) }
    await list(client)
    const giveUp = new AbortController()
    const chunks = [Buffer.from(body(20_000))]
    const reading = responseParser.read('order.listAssets', { status: 200, chunks }, giveUp.signal)
    await nextTurn()
    giveUp.abort()
    expect(await reading).toMatchObject({ ok: false, error: { changed: 'no' } })
    expect(await list(client)).toMatchObject({ ok: true, value: { length: 20_000 } })
    expect(launched).toBe(1)
  })

  it('is aborted when canceled, also if the thread does not respond', async () => {
    const silent =
      "const { parentPort } = require('node:worker_threads'); parentPort.postMessage({ kind: 'ready' });" +
      "parentPort.on('message', () => undefined)"
    launch = () => new Worker(silent, { eval: true })
    const giveUp = new AbortController()
    const chunks = [Buffer.from(body(10))]
    const reading = responseParser.read('order.listAssets', { status: 200, chunks }, giveUp.signal)
    setTimeout(() => giveUp.abort(), 200)
    expect(await reading).toMatchObject({ ok: false, error: { changed: 'no' } })
  })

  it('is read in this thread where the worker cannot start', async () => {
    answer = { body: body(3_500) }
    launch = () => new Worker('/nowhere/thread.mjs')
    expect(await list(client)).toMatchObject({ ok: true, value: { length: 3_500 } })
    expect(faults).toHaveLength(1)
  })

  it('fails when its thread dies, and the next starts a new one', async () => {
    answer = { body: body(3_500) }
    const dying =
      "const { parentPort } = require('node:worker_threads'); parentPort.postMessage({ kind: 'ready' });" +
      "parentPort.on('message', ({ kind }) => { if (kind === 'read') process.exit(1) })"
    launch = () => new Worker(dying, { eval: true })
    expect(await list(client)).toMatchObject({ ok: false, error: { code: 'malformed' } })
    launch = () => new Worker(thread.file)
    expect(await list(client)).toMatchObject({ ok: true, value: { length: 3_500 } })
    expect(launched).toBe(2)
  })

  describe('to a change', () => {
    const assetNums = Array.from({ length: 5_000 }, (_, number) => `LD80${String(number).padStart(8, '0')}`)
    const change = (from: PlatformClient) =>
      from.call('order.lockAssets', { body: { assetNums, operatorIdentity: 'Li' } })
    const results = JSON.stringify(
      assetNums.map((assetNum) => ({ assetNum, status: 'SUCCESS', message: 'x'.repeat(100) })),
    )

    it('is read like a short one, on the thread', async () => {
      answer = { body: `{"code":0,"data":${results}}` }
      expect(Buffer.byteLength(answer.body)).toBeGreaterThan(minWorkerBytes)
      const read = await change(client)
      expect(read).toMatchObject({ ok: true, value: { length: 5_000 } })
      expect(read).toEqual(await change(here))
      expect({ launched, faults }).toEqual({ launched: 1, faults: [] })
    })

    it('leaves the change unconfirmed where the thread dies', async () => {
      answer = { body: `{"code":0,"data":${results}}` }
      const dying =
        "const { parentPort } = require('node:worker_threads'); parentPort.postMessage({ kind: 'ready' });" +
        "parentPort.on('message', ({ kind }) => { if (kind === 'read') process.exit(1) })"
      launch = () => new Worker(dying, { eval: true })
      expect(await change(client)).toMatchObject({
        ok: false,
        error: { code: 'malformed', changed: 'unknown' },
      })
    })

    it('with a number of ten million digits is malformed, and the change unconfirmed', async () => {
      answer = { body: `{"code":0,"data":[{"assetNum":"LD8000000001","status":${'9'.repeat(10_000_000)}}]}` }
      const read = { ok: false, error: { code: 'malformed', changed: 'unknown' } }
      expect(await change(client)).toMatchObject(read)
      expect(launched).toBe(1)
      expect(await change(here)).toMatchObject(read)
    })
  })
})
