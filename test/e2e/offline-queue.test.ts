import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startService } from '../../src-service/service'
import type { Service } from '../../src-service/service'
import { eventually, freshUserData, startApp } from '../support/app'
import type { RunningApp } from '../support/app'
import { demoTemplate } from '../support/demo-template'
import { connectTo } from '../support/service-client'
import { temporaryFolder } from '../support/temporary-folder'
import { trainingKeys } from '../support/training-keys'
import { axeViolations } from './support/axe'

let data: string
let remove: () => Promise<void>
let userData: string
let service: Service
let isRunning = true
let desk: RunningApp
let serviceClient: Awaited<ReturnType<typeof connectTo>>

/** At the same address with the same data each time. */
const startPlatform = async (): Promise<void> => {
  const port = Number(new URL(service.url).port)
  service = await startService({ data, faults: true, port })
  isRunning = true
  serviceClient = await connectTo(service.url)
}
const stopPlatform = async (): Promise<void> => {
  isRunning = false
  await service.stop()
}
const startDesk = async (): Promise<void> => {
  desk = await startApp({
    userData,
    platform: { baseUrl: service.url, userCentreUrl: `${service.url}/oauth/token` },
    environment: trainingKeys,
  })
}

beforeAll(async () => {
  ;({ path: data, remove } = await temporaryFolder())
  userData = await freshUserData()
  service = await startService({ data, faults: true, template: await demoTemplate() })
  serviceClient = await connectTo(service.url)
  await startDesk()
  await desk.command('settings/change', { language: 'en', operatorIdentity: 'Li Wei' })
  await desk.command('enterprises/add', {
    by: 'channel',
    channelCode: 'CRM-EAST',
    channelCustomerId: 'NB-10017',
  })
})
/** Each test begins with a platform that runs, also after one that failed meanwhile. */
beforeEach(async () => {
  if (!isRunning) await startPlatform()
  await desk.command('platform/check')
  await eventually(async () => (await state()) === 'reachable')
})
afterAll(async () => {
  await desk.stop()
  await service.stop()
  await remove()
  await rm(userData, { recursive: true, force: true })
})

const state = async () => (await desk.command('platform/status')).state
/** Enabled locks that the platform can disable. */
const enabledLocks = async (count: number) => {
  const { rows } = await desk.command('assets/list', { enterpriseGlobalId: null, from: 0, limit: 5_000 })
  const free = rows.filter(
    ({ locked, licenseType, shellNumber, lent }) =>
      locked === false && licenseType === 'normal_recover_usbkey' && shellNumber !== null && lent !== true,
  )
  expect(free.length).toBeGreaterThanOrEqual(count)
  return free.slice(0, count)
}

describe('an unreachable platform', () => {
  it('queues on request, shows what is missing, survives a restart, and sends exactly what was not canceled', async () => {
    const [one, two, three] = await enabledLocks(3)
    if (one === undefined || two === undefined || three === undefined) throw new Error('no locks')
    // The records are on disk before the platform stops.
    await eventually(() =>
      stat(join(userData, 'known-records')).then(
        () => true,
        () => false,
      ),
    )
    await stopPlatform()
    await desk.command('platform/check')
    expect(await desk.command('platform/status')).toMatchObject({
      state: 'unreachable',
      lacks: 'platform',
    })
    await desk.at('chip-offline').click()
    await desk.at('offline-platform').waitFor()

    await desk.page.getByTestId('desk-input').fill(String(one.shellNumber))
    await desk.press('Enter')
    await desk.at(`record-${String(one.shellNumber)}`).waitFor()
    await desk.at('last-known').waitFor()
    await desk.at('result').getByTestId('disable').click()
    await desk.at('queue-note').waitFor()
    await desk.at('queue-change').click()
    await eventually(async () => (await desk.command('outbox/list')).changes.length === 1)
    await desk.command('outbox/add', {
      action: 'disable',
      operatorIdentity: 'Li Wei',
      rows: [two, three].map(({ assetNum, shellNumber, enterpriseGlobalId }) => ({
        assetNum,
        shellNumber,
        enterpriseGlobalId,
      })),
    })
    expect((await desk.command('jobs/list', { limit: 5 })).length).toBe(0)
    await desk.at('chip-queue').click()
    await desk.at(`queued-${two.assetNum}`).getByTestId('queue-cancel').click()
    await eventually(async () => (await desk.command('outbox/list')).changes.length === 2)
    expect(await axeViolations(desk.page, 'main')).toEqual([])

    await desk.stop()
    await startDesk()
    const known = await desk.command('locks/look-up', { number: String(one.shellNumber), freshness: 'fresh' })
    expect(known).toMatchObject({ state: 'found', failure: { code: 'unreachable' } })
    expect(known.state === 'found' && known.record.assetNum).toBe(one.assetNum)
    expect((await desk.command('outbox/list')).changes.map(({ assetNum }) => assetNum)).toEqual([
      one.assetNum,
      three.assetNum,
    ])

    await startPlatform()
    const before = await serviceClient.lastEffect()
    await desk.command('platform/check')
    await eventually(async () => (await desk.command('outbox/list')).changes.length === 0)
    const effects = await serviceClient.effects(before)
    expect(effects.map(({ operation, target }) => `${operation} ${target}`).sort()).toEqual(
      [one.assetNum, three.assetNum].sort().map((assetNum) => `order.lockAssets ${assetNum}`),
    )
    expect((await desk.command('outbox/list')).ended.map(({ how, state: became }) => [how, became])).toEqual([
      ['sent', 'done'],
      ['sent', 'done'],
    ])
    expect(await desk.command('jobs/list', { limit: 5 })).toMatchObject([{ rows: 2, counts: { done: 2 } }])
    await desk.at('chip-queue').click()
    await desk.at(`queue-ended-${one.assetNum}`).waitFor()
    await desk.at('queue-dismiss').click()
    await desk.at('queue').waitFor({ state: 'detached' })
  })

  it('holds a change of a lock that was changed meanwhile, and sends it once released', async () => {
    const [one] = await enabledLocks(1)
    if (one === undefined) throw new Error('no lock')
    await stopPlatform()
    await desk.command('platform/check')
    await desk.command('outbox/add', {
      action: 'disable',
      operatorIdentity: 'Li Wei',
      rows: [
        { assetNum: one.assetNum, shellNumber: one.shellNumber, enterpriseGlobalId: one.enterpriseGlobalId },
      ],
    })
    // At another address, so that the app sends nothing in between.
    const elsewhere = await startService({ data, faults: true })
    const elsewhereClient = await connectTo(elsewhere.url)
    const body = { assetNums: [one.assetNum], operatorIdentity: 'somebody else' }
    await elsewhereClient.succeed('order.lockAssets', { body })
    await elsewhereClient.succeed('order.unlockAssets', { body })
    await elsewhere.stop()
    await startPlatform()
    const before = await serviceClient.lastEffect()
    await desk.command('platform/check')
    await eventually(async () => (await desk.command('outbox/list')).changes[0]?.state === 'held')
    expect(await serviceClient.effects(before)).toEqual([])
    await desk.at('chip-queue').click()
    await desk.at(`queued-${one.assetNum}`).waitFor()
    await desk.at('queue-release').focus()
    await desk.press('Enter')
    await eventually(async () => (await desk.command('outbox/list')).changes.length === 0)
    expect((await serviceClient.effects(before)).map(({ target }) => target)).toEqual([one.assetNum])
    await desk.command('outbox/dismiss')
  })
})

/** Moves the clocks of main and the window ahead together, including event times. */
const aMinuteLater = async (): Promise<void> => {
  const advanceClock = () => {
    const [now, ticks] = [Date.now.bind(Date), performance.now.bind(performance)]
    Date.now = () => now() + 75_000
    performance.now = () => ticks() + 75_000
  }
  await desk.app.evaluate(advanceClock)
  await desk.page.evaluate(advanceClock)
  await desk.page.evaluate(() => {
    const happenedAt = Object.getOwnPropertyDescriptor(Event.prototype, 'timeStamp')?.get
    Object.defineProperty(Event.prototype, 'timeStamp', {
      get(this: Event) {
        return Number(happenedAt?.call(this)) + 75_000
      },
    })
  })
}

describe('unconfirmed changes', () => {
  it('are listed, read back, reviewed and sent again by keyboard', async () => {
    const [one, two] = await enabledLocks(2)
    if (one === undefined || two === undefined) throw new Error('no locks')
    await serviceClient.fault({
      operation: 'order.allocateShellNumbers',
      fault: 'drop-after-commit',
      times: 1,
    })
    await serviceClient.fault({ operation: 'order.lockAssets', fault: 'drop-after-commit', times: 1 })
    await serviceClient.fault({
      operation: 'order.createEnterprise',
      fault: 'garbage',
      when: 'after',
      times: 1,
    })
    const about = { operatorIdentity: 'Li Wei', retryOf: null }
    await desk.command('jobs/start', { action: 'allocate', ...about, rows: [{ size: 12 }] })
    await desk.command('jobs/start', {
      action: 'create-enterprise',
      ...about,
      rows: [{ crmCustomerId: 'C-77', customerName: 'Southgate Ltd', branchName: 'East', address: 'Pier 3' }],
    })
    await desk.command('jobs/start', {
      action: 'disable',
      ...about,
      rows: [one, two].map(({ assetNum, shellNumber, enterpriseGlobalId }) => ({
        assetNum,
        shellNumber,
        enterpriseGlobalId,
        plugId: null,
      })),
    })
    await eventually(async () => (await desk.command('changes/unresolved')).total === 4)
    const calls = await serviceClient.lastEffect()
    await desk.at('needs-review-count').waitFor()
    await desk.at('rail-to-settle').focus()
    await desk.press('Enter')
    // Opening the page reads back: the lists show the locks as disabled.
    await eventually(async () => (await desk.at('review-disable').getAttribute('data-state')) === 'done')
    await desk.at('review-allocate').waitFor()
    expect(await axeViolations(desk.page, 'main')).toEqual([])

    // “Not completed” is certain only once a late commit is impossible.
    await desk.at('review-allocate').getByTestId('review-early').waitFor()
    await desk.at('review-allocate').getByTestId('review-failed').click({ force: true })
    expect(await desk.at('mark-note').count()).toBe(0)
    await aMinuteLater()
    await desk.at('review-allocate').getByTestId('review-early').waitFor({ state: 'detached' })
    await desk.at('review-allocate').getByTestId('review-failed').focus()
    await desk.press('Enter')
    await desk.at('mark-note').waitFor()
    // At typing speed: faster would be a scan with its own Enter.
    await desk.page.keyboard.type('asked support, ticket 12', { delay: 60 })
    await desk.at('mark-confirm').focus()
    await desk.press('Enter')
    await eventually(async () => (await desk.at('review-allocate').getAttribute('data-state')) === 'failed')
    await expect.poll(() => desk.at('review-message').textContent()).toContain('not completed')

    await desk.at('review-create-enterprise').getByTestId('review-send-again').click()
    await desk.at('send-again-warning').waitFor()
    await desk.press('Escape')
    await desk.at('review-create-enterprise').getByTestId('review-completed').click()
    await desk.at('mark-confirm').click()
    await eventually(async () => (await desk.command('changes/unresolved')).total === 0)
    expect(await serviceClient.lastEffect()).toBe(calls)
    const [allocation] = (await desk.command('journal/recent', { limit: 20 })).filter(
      ({ action }) => action === 'allocate',
    )
    expect(allocation).toMatchObject({
      state: 'failed',
      reason: { kind: 'said-by-person', operatorIdentity: 'Li Wei', note: 'asked support, ticket 12' },
    })

    await desk.at('review-allocate').getByTestId('review-send-again').click()
    await desk.at('send-again-confirm').click()
    await eventually(async () => (await serviceClient.lastEffect()) > calls)
    await desk.at('rail-desk').click()
    await desk.at('needs-review-count').waitFor({ state: 'detached' })
  })
})
