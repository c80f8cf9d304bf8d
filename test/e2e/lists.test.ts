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

interface Watched {
  delay?: { reset(): void; readonly max: number; enable(): void }
}

describe('a hundred thousand assets', () => {
  it('are read without holding main up, on a thread of their own, and handed out in slices', async () => {
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
      const { monitorEventLoopDelay } = process.getBuiltinModule('node:perf_hooks')
      const delay = monitorEventLoopDelay({ resolution: 1 })
      delay.enable()
      ;(globalThis as Watched).delay = delay
    })
    await desk.command('register/add', {
      by: 'id',
      enterpriseGlobalId: 'E-1',
      enterpriseName: 'North Bridge',
    })
    const heldMs = await desk.app.evaluate(() => ((globalThis as Watched).delay?.max ?? 0) / 1e6)
    const [added] = await desk.command('register/some', { enterpriseGlobalIds: ['E-1'] })
    expect(added).toMatchObject({ assets: count, failure: null })
    // The bench measures; this is against reading it all at once, which holds main for seconds.
    expect(heldMs).toBeLessThan(500)

    const slice = { enterpriseGlobalId: 'E-1', from: count - 2, limit: 5_000 }
    expect(await desk.command('assets/list', slice)).toMatchObject({
      total: count,
      rows: [
        { assetId: '1234567890123499998' },
        { shellNumber: '8000099999', extensions: [{ code: 'gxxp' }] },
      ],
    })
    expect(await desk.command('desk/look-up', { number: '8000054321', freshness: 'known' })).toMatchObject({
      state: 'found',
    })
    expect(desk.said()).not.toContain('long answers')

    // The thread goes when it has had nothing to do for a while.
    const threads = () =>
      desk.app.evaluate(() => {
        const report = process.report.getReport() as unknown as { workers: unknown[] }
        return report.workers.length
      })
    const before = await threads()
    await desk.command('assets/refresh', { enterpriseGlobalId: 'E-1' })
    expect(await threads()).toBeGreaterThan(0)
    await eventually(async () => (await threads()) < Math.max(before, 1), 20_000)
  })
})
