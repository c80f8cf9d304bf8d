import { afterEach, describe, expect, it } from 'vitest'
import { eventually, startApp } from '../support/app'
import type { RunningApp } from '../support/app'
import { envelope, startPlatformDouble } from '../support/platform-double'
import type { Answer } from '../support/platform-double'

const secrets = {
  LOCK_DESK_APP_KEY: 'desk-app',
  LOCK_DESK_APP_SECRET: 'application-secret',
  LOCK_DESK_USER: 'li.wei',
  LOCK_DESK_PASSWORD: 'password',
}
const count = 100_000

const row = (number: number) =>
  `{"id":12345678901234${String(number).padStart(5, '0')},"licenseType":"normal_recover_usbkey",` +
  `"assetNum":"LD8${String(number).padStart(9, '0')}","keyShellNumber":"8${String(number).padStart(9, '0')}",` +
  `"grantable":true,"customerId":"1846372910564738291","keyChipType":2,"locked":false,"freezing":false,` +
  `"createTime":1700000000000,"updateTime":1700000000000,"limitStartTime":null,"limitEndTime":1900000000000,` +
  `"assignStatus":null,"assetLimits":null,"assetExtends":[{"extendCode":"gxxp","extendValue":"1"}],"borrowedUsbKey":false}`
const list: Answer = {
  body: `{"code":0,"message":"ok","data":[${Array.from({ length: count }, (_, number) => row(number)).join(',')}]}`,
}

let desk: RunningApp
let stop: () => Promise<void>

afterEach(async () => {
  await desk.stop()
  await stop()
})

/** Each message with rows that a thread of main's hands over: how many rows, and the turn of the event loop it came in. */
interface Slice {
  readonly rows: number
  readonly turn: number
}
interface Watched {
  slices: Slice[]
}

describe('100,000 assets', () => {
  it('are read without blocking main, on a worker thread, and returned in slices', async () => {
    const double = await startPlatformDouble(({ path }) => {
      if (path.endsWith('/list')) return list
      return path.endsWith('/members') ? envelope({ list: [] }) : envelope([])
    })
    stop = double.stop
    desk = await startApp({
      platform: { baseUrl: double.baseUrl, userCentreUrl: double.userCentreUrl },
      environment: secrets,
    })
    await desk.app.evaluate(() => {
      const watched = globalThis as unknown as Watched
      watched.slices = []
      let turn = 0
      const nextTurn = () => {
        turn += 1
        setImmediate(nextTurn)
      }
      nextTurn()
      const { Worker } = process.getBuiltinModule('node:worker_threads')
      const { emit } = Worker.prototype
      Worker.prototype.emit = function (event: string | symbol, ...args: unknown[]): boolean {
        const [message] = args as [{ rows?: unknown[] }?]
        if (event === 'message' && message?.rows) watched.slices.push({ rows: message.rows.length, turn })
        return Reflect.apply(emit, this, [event, ...args])
      }
    })
    await desk.command('enterprises/add', {
      by: 'id',
      enterpriseGlobalId: 'E-1',
      enterpriseName: 'North Bridge',
    })
    const slices = await desk.app.evaluate(() => (globalThis as unknown as Watched).slices)
    const [added] = await desk.command('enterprises/read', { enterpriseGlobalIds: ['E-1'] })
    expect(added).toMatchObject({ assets: count, failure: null })
    // The benchmark measures how long each slice blocks main.
    expect(slices.reduce((sum, { rows }) => sum + rows, 0)).toBe(count)
    expect(Math.max(...slices.map(({ rows }) => rows))).toBeLessThanOrEqual(count / 50)
    // Two slices may be on their way at once.
    const turns = slices.map(({ turn }) => turn)
    expect(turns.filter((turn, at) => turn === turns[at - 2])).toEqual([])

    const slice = { enterpriseGlobalId: 'E-1', from: count - 2, limit: 5_000 }
    expect(await desk.command('assets/list', slice)).toMatchObject({
      total: count,
      rows: [
        { assetId: '1234567890123499998' },
        { shellNumber: '8000099999', extensions: [{ code: 'gxxp' }] },
      ],
    })
    expect(await desk.command('locks/look-up', { number: '8000054321', freshness: 'known' })).toMatchObject({
      state: 'found',
    })
    expect(desk.output()).not.toContain('response parser failed')

    // The thread ends when it was idle for a while.
    const threads = () =>
      desk.app.evaluate(() => {
        const report = process.report.getReport() as unknown as { workers: unknown[] }
        return report.workers.length
      })
    const before = await threads()
    await desk.command('assets/refresh', { enterpriseGlobalId: 'E-1' })
    expect(await threads()).toBeGreaterThan(0)
    await eventually(async () => (await threads()) < Math.max(before, 1), 20_000)

    // 10,000 selected assets become a list, and the page stays responsive.
    await desk.press('Control+6')
    await desk.at('asset-search').fill('LD800000')
    await eventually(async () => (await desk.at('asset-count').getAttribute('data-count')) === '10000')
    await desk.at('asset-search').press('Enter')
    await desk.press('Control+a')
    await eventually(async () => (await desk.at('selection-bar').innerText()).startsWith('10,000 selected'))
    await desk.page.evaluate(() => {
      const watched = globalThis as unknown as { blockedMs: number }
      watched.blockedMs = 0
      new PerformanceObserver((entries) => {
        for (const { duration } of entries.getEntries())
          watched.blockedMs = Math.max(watched.blockedMs, duration)
      }).observe({ type: 'longtask' })
    })
    await desk.at('ticked-disable').click()
    await desk.page.locator('[data-testid=chip-ready][data-count="10000"]').waitFor()
    await desk.waitForLookup()
    const blockedMs = await desk.page.evaluate(
      () => (globalThis as unknown as { blockedMs: number }).blockedMs,
    )
    expect(blockedMs).toBeLessThan(2_000)
  })
})
