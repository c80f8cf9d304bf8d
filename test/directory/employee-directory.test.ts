import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PlatformClient } from '../../src-main/platform/client'
import { createEmployeeDirectory } from '../../src-main/directory/employee-directory'
import type { EmployeeDirectory } from '../../src-main/directory/employee-directory'
import type { EmployeesChanged } from '../../src-shared/bridge/list-commands'
import { clientFor } from '../support/client'
import { envelope, refusal, startPlatformDouble } from '../support/platform-double'
import type { Answer } from '../support/platform-double'

type Double = Awaited<ReturnType<typeof startPlatformDouble>>
type Query = Record<string, string>

let double: Double
let client: PlatformClient
let employees: EmployeeDirectory
let pages: (query: Query) => Answer | Promise<Answer>
let now: number
let events: EmployeesChanged[]

const employee = (number: number, over: object = {}) => ({
  globalId: `M${String(number)}`,
  userName: `user${String(number)}@north`,
  name: `Name ${String(number)}`,
  ...over,
})
const range = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => employee(from + index))

/** A platform as in docs/api.md with `count` employees. */
const paged =
  (count: number, over: object = {}) =>
  (query: Query): Answer => {
    const size = Number(query['pageSize'])
    const from = (Number(query['pageNum']) - 1) * size
    const list = range(from, Math.max(0, Math.min(size, count - from)))
    const hasNextPage = from + size < count
    return envelope({ list, total: count, pages: Math.ceil(count / size), hasNextPage, ...over })
  }

beforeEach(async () => {
  now = 1_000_000
  events = []
  pages = paged(250)
  double = await startPlatformDouble(({ query }) => pages(query))
  client = clientFor(double)
  employees = createEmployeeDirectory({ client, times: () => ({ unit: 'auto', zone: null }), now: () => now })
  employees.onChange((changed) => events.push(changed))
})
afterEach(async () => {
  employees.stop()
  await client.stop()
  await double.stop()
})

it('says who is known without reading', async () => {
  expect(employees.known('E1')).toEqual([])
  expect(double.calls).toHaveLength(0)
  await employees.refresh('E1')
  const requests = double.calls.length
  now += 60 * 60_000
  expect(employees.known('E1')).toHaveLength(250)
  expect(double.calls).toHaveLength(requests)
})

const list = () => employees.list('E1', 0, 5_000)
const ids = () => list().rows.map(({ memberGlobalId }) => memberGlobalId)

/** Returns each page when released. */
const held = (answer: (query: Query) => Answer | Promise<Answer>) => {
  const waiting: (() => void)[] = []
  pages = async (query) => {
    await new Promise<void>((go) => waiting.push(go))
    return answer(query)
  }
  const release = async () => {
    await expect.poll(() => waiting.length).toBeGreaterThan(0)
    waiting.shift()?.()
  }
  return { release, waiting }
}

describe('employees of an enterprise', () => {
  it('are read on request, all pages, and show the loaded pages meanwhile', async () => {
    const { release } = held(paged(250))
    expect(list()).toMatchObject({ rows: [], count: 0, isComplete: false, isReading: true, readAt: null })
    await release()
    await expect.poll(() => list().count).toBe(100)
    expect(list()).toMatchObject({ total: 250, isComplete: false, isReading: true })
    const { version } = list()
    await release()
    await release()
    await expect.poll(() => list().isComplete).toBe(true)
    expect(list()).toMatchObject({ count: 250, total: 250, isReading: false, readAt: 1_000_000, version })
    expect(ids()).toEqual(range(0, 250).map(({ globalId }) => globalId))
    expect(employees.list('E1', 249, 10).rows).toMatchObject([{ memberGlobalId: 'M249', name: 'Name 249' }])
  })

  it('carry the platform’s fields, IDs as exact text and times in milliseconds', async () => {
    const body =
      '{"code":0,"message":"","data":{"list":[{"globalId":"M1","departmentId":1234567890123456789,"assetNums":["A",null],' +
      '"borrowNum":2,"deleted":true,"createTime":1700000000,"onlineFlag":"N"},{"globalId":null,"name":"nobody"}]}}'
    pages = () => ({ body })
    await employees.refresh('E1')
    expect(list().rows).toEqual([
      {
        memberGlobalId: 'M1',
        enterpriseGlobalId: 'E1',
        userName: null,
        name: null,
        departmentId: '1234567890123456789',
        departmentName: null,
        passwordMobile: null,
        remark: null,
        assetNums: ['A'],
        borrowNum: '2',
        onlineFlag: false,
        deleted: true,
        createdAt: 1_700_000_000_000,
        updatedAt: null,
        readAt: 1_000_000,
      },
    ])
  })

  it.each<[string, (query: Query) => Answer, number]>([
    ['the same page forever', () => envelope({ list: range(0, 100), total: 900, hasNextPage: true }), 100],
    ['“no next page” too early', paged(250, { hasNextPage: false }), 250],
    ['a total that is never reached', paged(250, { total: 1_000_000, hasNextPage: true }), 250],
    ['smaller pages than requested', (query) => paged(70)({ ...query, pageSize: '20' }), 70],
    ['no page count and total', ({ pageNum }) => envelope({ list: pageNum === '1' ? range(0, 9) : [] }), 9],
    [
      'the same employee on two pages',
      ({ pageNum }) => envelope({ list: range(pageNum === '1' ? 0 : 50, 100), total: 200 }),
      150,
    ],
    ['no list', () => envelope({ total: 3 }), 0],
  ])('are complete where the platform returns %s', async (_name, answer, count) => {
    pages = answer
    expect(await employees.refresh('E1')).toBeNull()
    expect(list()).toMatchObject({ count, isComplete: true, failure: null })
    expect(new Set(ids()).size).toBe(count)
  })

  it('show the loaded pages where a page fails, and are not requested again on every read', async () => {
    pages = (query) => (query['pageNum'] === '3' ? refusal(60017) : paged(250)(query))
    expect(await employees.refresh('E1')).toMatchObject({ businessCode: '60017' })
    expect(list()).toMatchObject({ count: 200, isComplete: false, isReading: false, readAt: null })
    expect(list().failure).toMatchObject({ businessCode: '60017' })
    expect(events.at(-1)).toMatchObject({ count: 200, total: 250, isReading: false })
    now += 30_000
    pages = paged(250)
    list()
    await expect.poll(() => list()).toMatchObject({ count: 250, isComplete: true, failure: null })
  })

  it('are read again after the clock was set back', async () => {
    await employees.refresh('E1')
    now -= 3_600_000
    expect(list().isReading).toBe(true)
    await expect.poll(() => list()).toMatchObject({ isReading: false, readAt: now })
  })

  it('are cached for five minutes, and stay while they are refreshed', async () => {
    await employees.refresh('E1')
    const before = double.calls.length
    now += 299_000
    list()
    expect(list().isReading).toBe(false)
    now += 1_000
    const { release } = held(paged(120))
    const { version } = list()
    expect(list()).toMatchObject({ count: 250, isComplete: true, isReading: true })
    await release()
    await expect.poll(() => events.at(-1)).toMatchObject({ count: 100, total: 120, isReading: true })
    expect(list()).toMatchObject({ count: 250, version })
    await release()
    await expect.poll(() => list().count).toBe(120)
    expect(list().version).not.toBe(version)
    expect(double.calls.length).toBe(before + 2)
  })

  it('restart when refreshed during a read, and waiting callers get the later read', async () => {
    const { release } = held(paged(250))
    const first = employees.refresh('E1')
    await release()
    await expect.poll(() => list().count).toBe(100)
    pages = paged(251)
    expect(await employees.reread('E1')).toBeNull()
    expect(await first).toBeNull()
    expect(list()).toMatchObject({ count: 251, isComplete: true })
  })

  it('emit updates at most five times a second, and at the end', async () => {
    pages = paged(3_000)
    const began = performance.now()
    await employees.refresh('E1')
    const took = performance.now() - began
    expect(events.length).toBeLessThanOrEqual(2 + Math.ceil(took / 200))
    expect(events.at(-1)).toMatchObject({ enterpriseGlobalId: 'E1', count: 3_000, isReading: false })
    const { length } = events
    await pause(250)
    expect(events).toHaveLength(length)
  })

  it('are not requested and emit nothing once stopped', async () => {
    const { release, waiting } = held(paged(250))
    const reading = employees.refresh('E1')
    await release()
    await expect.poll(() => waiting.length).toBe(2)
    employees.stop()
    const { length } = events
    expect(await reading).not.toBeNull()
    await pause(250)
    expect(events).toHaveLength(length)
    expect(double.calls).toHaveLength(3)
  })

  it('use current names, and emit name changes only', async () => {
    const changed: string[] = []
    employees.onNames((enterpriseGlobalId) => changed.push(enterpriseGlobalId))
    await employees.refresh('E1')
    await employees.reread('E1')
    expect(changed).toEqual(['E1'])
    pages = () => envelope({ list: [employee(0, { name: '陈宇' })] })
    await employees.reread('E1')
    expect(changed).toEqual(['E1', 'E1'])
    expect([...employees.names('E1')]).toEqual([['M0', '陈宇']])
  })
})

describe('many pages', () => {
  it('are requested three ahead, as far as the platform reports pages, and returned in order', async () => {
    let atOnce = 0
    let most = 0
    pages = async (query) => {
      most = Math.max(most, (atOnce += 1))
      // Earlier pages respond later.
      await pause(40 - 4 * Number(query['pageNum']))
      atOnce -= 1
      return paged(720)(query)
    }
    await employees.refresh('E1')
    expect(ids()).toEqual(range(0, 720).map(({ globalId }) => globalId))
    expect(most).toBe(3)
    expect(double.calls).toHaveLength(8)
  })
})

describe('finding an employee', () => {
  const find = (keyword: string, over = {}) =>
    employees.find({ enterpriseGlobalId: 'E1', keyword, departmentId: null, pageNum: 1, ...over })

  it('requests one page with the exact department', async () => {
    pages = paged(70)
    expect(await find(' li ', { departmentId: '1234567890123456789', pageNum: 2 })).toMatchObject({
      ok: true,
      value: { state: 'found', rows: { length: 20 }, total: 70, pageNum: 2, pages: 2 },
    })
    const { g_nonce: _nonce, ...query } = double.calls[0]?.query ?? {}
    expect(query).toEqual({
      keyword: 'li',
      departmentId: '1234567890123456789',
      pageNum: '2',
      pageSize: '50',
    })
  })

  it('is superseded by a newer search of the same enterprise only', async () => {
    let answerOld!: () => void
    const isOldAnswered = new Promise<void>((done) => (answerOld = done))
    pages = async (query) => {
      if (query['keyword'] === 'l') await isOldAnswered
      if (query['keyword'] === 'elsewhere') await pause(200)
      return paged(3)(query)
    }
    const elsewhere = find('elsewhere', { enterpriseGlobalId: 'E2' })
    const old = find('l')
    await pause(50)
    const [first, second, other] = await Promise.all([old, find('li'), elsewhere])
    expect(first).toEqual({ ok: true, value: { state: 'superseded' } })
    expect(second).toMatchObject({ value: { state: 'found', rows: { length: 3 } } })
    expect(other).toMatchObject({ value: { state: 'found' } })
    answerOld()
  })

  it('returns the failure', async () => {
    pages = () => refusal(80001)
    expect(await find('x')).toMatchObject({ ok: false, error: { businessCode: '80001' } })
  })
})

describe('a list that the platform did not answer', () => {
  it('is read again when the platform is back, and one that it refused is not', async () => {
    let answer: 'unreachable' | 'refused' | 'ok' = 'unreachable'
    let calls = 0
    const unanswered = createEmployeeDirectory({
      client: {
        call: (...given: Parameters<PlatformClient['call']>) => {
          calls += 1
          if (answer === 'ok') return client.call(...given)
          return Promise.resolve({ ok: false, error: { code: answer, message: 'no answer', changed: 'no' } })
        },
      } as unknown as PlatformClient,
      times: () => ({ unit: 'auto', zone: null }),
    })
    try {
      expect(await unanswered.refresh('E1')).toMatchObject({ code: 'unreachable' })
      unanswered.retryUnanswered()
      unanswered.retryUnanswered()
      answer = 'ok'
      await expect.poll(() => unanswered.names('E1').size).toBe(250)
      const done = calls
      unanswered.retryUnanswered()
      answer = 'refused'
      expect(await unanswered.refresh('E1')).toMatchObject({ code: 'refused' })
      unanswered.retryUnanswered()
      await pause(2_300)
      expect(calls).toBe(done + 1)
    } finally {
      unanswered.stop()
    }
  })
})
