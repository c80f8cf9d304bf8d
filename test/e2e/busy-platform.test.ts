import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp } from '../support/app'
import type { RunningApp } from '../support/app'
import { envelope, refusal, startPlatformDouble } from '../support/platform-double'
import type { Answer, SeenRequest } from '../support/platform-double'

const numbers = ['8000000017', '8000000018', '8000000019']
const locked = new Set<string>()
/** When each request for a change arrived, ms, and what it asked for. */
const asked: { readonly at: number; readonly assetNums: readonly string[] }[] = []
/** Answers in place of the next requests for a change. */
const refusals: Answer[] = []

const respond = ({ path, body }: SeenRequest): Answer => {
  if (path.endsWith('/E-1/list')) {
    const records = numbers.map((number, id) => ({
      ...{ id: String(id + 1), assetNum: `GX-${number}`, keyShellNumber: number },
      ...{ licenseType: 'normal_recover_usbkey', keyChipType: 2, locked: locked.has(`GX-${number}`) },
    }))
    return envelope(records)
  }
  if (path.endsWith('/asset/lock')) {
    const { assetNums } = JSON.parse(body) as { assetNums: string[] }
    asked.push({ at: performance.now(), assetNums })
    const refused = refusals.shift()
    if (refused !== undefined) return refused
    for (const assetNum of assetNums) locked.add(assetNum)
    return envelope(assetNums.map((assetNum) => ({ assetNum, status: 1 })))
  }
  if (path.endsWith('/members')) return envelope({ list: [] })
  return path.endsWith('/assetNums') || path.endsWith('/borrowUsbKeys') ? envelope([]) : refusal('60017')
}

let double: Awaited<ReturnType<typeof startPlatformDouble>>
let desk: RunningApp

beforeAll(async () => {
  double = await startPlatformDouble(respond)
  desk = await startApp({
    platform: double,
    environment: {
      LOCK_DESK_APP_KEY: 'desk-app',
      LOCK_DESK_APP_SECRET: 'secret',
      LOCK_DESK_USER: 'li.wei',
      LOCK_DESK_PASSWORD: 'password',
    },
  })
  await desk.command('settings/change', { language: 'en', operatorIdentity: 'Li Wei', chunkSize: 2 })
  await desk.command('enterprises/add', { by: 'id', enterpriseGlobalId: 'E-1', enterpriseName: 'North' })
  await desk.answerDialogs(0)
})
afterAll(async () => {
  await desk.stop()
  await double.stop()
})

describe('a platform that asks to wait', () => {
  it('is obeyed: the rows wait, the window says how long, and all are completed once', async () => {
    refusals.push(
      { status: 429, headers: { 'retry-after': '2' }, body: 'slow down' },
      { status: 503, headers: { 'retry-after': '3' }, body: '<html>busy</html>' },
    )
    await desk.chooseAction('disable')
    await desk.paste(numbers.join('\n'))
    await desk.waitForLookup()
    await desk.at('run-list').click()
    await desk.at('confirm-list').click()

    const paused = () => desk.at('job-paused').innerText()
    await expect.poll(paused).toContain('The platform asks to wait 2 s. It did nothing.')
    await expect.poll(paused).toContain('Waiting for the platform at 0 of 3')
    expect(await desk.page.locator('body').innerText()).not.toContain('No response')
    const [job] = await desk.command('jobs/list', { limit: 1 })
    expect(job).toMatchObject({ state: 'paused', counts: { intent: 3, unknown: 0, failed: 0 } })

    await expect.poll(paused, { timeout: 10_000 }).toContain('The platform asks to wait 3 s.')
    expect(await desk.page.locator('body').innerText()).not.toContain('No response')
    await expect
      .poll(async () => (await desk.command('jobs/list', { limit: 1 }))[0], { timeout: 20_000 })
      .toMatchObject({ state: 'ended', counts: { done: 3, unknown: 0, failed: 0 } })

    const [first, second, third, fourth, ...more] = asked
    expect(more).toEqual([])
    const requested = asked.map(({ assetNums }) => assetNums.length)
    expect(requested).toEqual([2, 2, 2, 1])
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(2_000)
    expect((third?.at ?? 0) - (second?.at ?? 0)).toBeGreaterThanOrEqual(3_000)
    expect(fourth?.assetNums).toEqual(['GX-8000000019'])
    expect([...locked].toSorted()).toEqual(numbers.map((number) => `GX-${number}`))
    expect(await desk.page.locator('body').innerText()).not.toContain('No response')
  })
})
