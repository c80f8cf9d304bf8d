import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startService } from '../../src-service/service'
import type { Service } from '../../src-service/service'
import { eventually, freshUserData, startApp } from '../support/app'
import type { RunningApp } from '../support/app'
import { demoTemplate } from '../support/demo-template'
import { connectTo } from '../support/service-client'
import { temporaryFolder } from '../support/temporary-folder'
import { trainingKeys } from '../support/training-keys'

let data: string
let remove: () => Promise<void>
let userData: string
let service: Service
let desk: RunningApp
let asking: Awaited<ReturnType<typeof connectTo>>

/** On the same address and the same data each time. */
const startPlatform = async (): Promise<void> => {
  const port = Number(new URL(service.url).port)
  service = await startService({ data, faults: true, port })
  asking = await connectTo(service.url)
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
  asking = await connectTo(service.url)
  await startDesk()
  await desk.command('settings/change', { language: 'en', operatorIdentity: 'Li Wei' })
  await desk.command('register/add', {
    by: 'channel',
    channelCode: 'CRM-EAST',
    channelCustomerId: 'NB-10017',
  })
})
afterAll(async () => {
  await desk.stop()
  await service.stop()
  await remove()
  await rm(userData, { recursive: true, force: true })
})

const at = (testId: string) => desk.page.getByTestId(testId).first()
const violations = async (within: string): Promise<string[]> => {
  const results = await new AxeBuilder({ page: desk.page })
    .include(within)
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa'])
    .analyze()
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)
}
const state = async () => (await desk.command('platform/status')).state
/** Enabled locks that the platform lets a desk disable. */
const enabledLocks = async (count: number) => {
  const { rows } = await desk.command('assets/list', { enterpriseGlobalId: null, from: 0, limit: 5_000 })
  const free = rows.filter(
    ({ locked, licenseType, shellNumber, lent }) =>
      locked === false && licenseType === 'normal_recover_usbkey' && shellNumber !== null && lent !== true,
  )
  expect(free.length).toBeGreaterThanOrEqual(count)
  return free.slice(0, count)
}

describe('away from the network', () => {
  it('queues by choice, is told what is lacking, survives a restart, and sends exactly what was not withdrawn', async () => {
    const [one, two, three] = await enabledLocks(3)
    if (one === undefined || two === undefined || three === undefined) throw new Error('no locks')
    // The records are on the disk before the platform goes.
    await eventually(() =>
      stat(join(userData, 'known-records')).then(
        () => true,
        () => false,
      ),
    )
    await service.stop()
    await desk.command('platform/check')
    expect(await desk.command('platform/status')).toMatchObject({
      state: 'unreachable',
      lacks: 'platform',
    })
    await at('offline-platform').waitFor()
    // PIC offline

    await desk.page.getByTestId('desk-input').fill(String(one.shellNumber))
    await desk.page.keyboard.press('Enter')
    await at(`record-${String(one.shellNumber)}`).waitFor()
    await at('last-known').waitFor()
    await at('result').getByTestId('disable').click()
    await at('queue-means').waitFor()
    // PIC dialog
    await at('queue-change').click()
    await eventually(async () => (await desk.command('outbox/list')).changes.length === 1)
    await desk.command('outbox/queue', {
      action: 'disable',
      operatorIdentity: 'Li Wei',
      rows: [two, three].map(({ assetNum, shellNumber, enterpriseGlobalId }) => ({
        assetNum,
        shellNumber,
        enterpriseGlobalId,
      })),
    })
    expect((await desk.command('jobs/list', { limit: 5 })).length).toBe(0)
    await at('queue-toggle').click()
    await at(`queued-${two.assetNum}`).getByTestId('queue-withdraw').click()
    await eventually(async () => (await desk.command('outbox/list')).changes.length === 2)
    // PIC queue
    expect(await violations('main')).toEqual([])

    await desk.stop()
    await startDesk()
    const known = await desk.command('desk/look-up', { number: String(one.shellNumber), freshness: 'fresh' })
    expect(known).toMatchObject({ state: 'found', failure: { code: 'unreachable' } })
    expect(known.state === 'found' && known.record.assetNum).toBe(one.assetNum)
    expect((await desk.command('outbox/list')).changes.map(({ assetNum }) => assetNum)).toEqual([
      one.assetNum,
      three.assetNum,
    ])

    await startPlatform()
    const before = await asking.lastEffect()
    await desk.command('platform/check')
    await eventually(async () => (await desk.command('outbox/list')).changes.length === 0)
    const effects = await asking.effects(before)
    expect(effects.map(({ operation, target }) => `${operation} ${target}`).sort()).toEqual(
      [one.assetNum, three.assetNum].sort().map((assetNum) => `order.lockAssets ${assetNum}`),
    )
    expect((await desk.command('outbox/list')).ended.map(({ how, state: became }) => [how, became])).toEqual([
      ['sent', 'done'],
      ['sent', 'done'],
    ])
    expect(await desk.command('jobs/list', { limit: 5 })).toMatchObject([{ rows: 2, counts: { done: 2 } }])
    await at('queue-toggle').click()
    await at(`queue-ended-${one.assetNum}`).waitFor()
    // PIC sent
    await at('queue-put-away').click()
    await at('queue').waitFor({ state: 'detached' })
  })

  it('holds what somebody else changed meanwhile, and sends it when a person says so', async () => {
    await eventually(async () => (await state()) === 'reachable')
    const [one] = await enabledLocks(1)
    if (one === undefined) throw new Error('no lock')
    await service.stop()
    await desk.command('platform/check')
    await desk.command('outbox/queue', {
      action: 'disable',
      operatorIdentity: 'Li Wei',
      rows: [
        { assetNum: one.assetNum, shellNumber: one.shellNumber, enterpriseGlobalId: one.enterpriseGlobalId },
      ],
    })
    await startPlatform()
    const body = { assetNums: [one.assetNum], operatorIdentity: 'somebody else' }
    await asking.succeed('order.lockAssets', { body })
    await asking.succeed('order.unlockAssets', { body })
    const before = await asking.lastEffect()
    await desk.command('platform/check')
    await eventually(async () => (await desk.command('outbox/list')).changes[0]?.state === 'held')
    expect(await asking.effects(before)).toEqual([])
    await at(`queued-${one.assetNum}`).waitFor()
    // PIC held
    await at('queue-release').focus()
    await desk.page.keyboard.press('Enter')
    await eventually(async () => (await desk.command('outbox/list')).changes.length === 0)
    expect((await asking.effects(before)).map(({ target }) => target)).toEqual([one.assetNum])
    await desk.command('outbox/put-away')
  })
})

/** The clocks of main and of the window go ahead together, instead of waiting for it. */
const aMinuteLater = async (): Promise<void> => {
  const setAhead = () => {
    const [now, ticks] = [Date.now.bind(Date), performance.now.bind(performance)]
    Date.now = () => now() + 75_000
    performance.now = () => ticks() + 75_000
  }
  await desk.app.evaluate(setAhead)
  await desk.page.evaluate(setAhead)
}

describe('changes that nobody knows the end of', () => {
  it('are listed, looked up, settled by hand and sent again, with the keyboard alone', async () => {
    await eventually(async () => (await state()) === 'reachable')
    const [one, two] = await enabledLocks(2)
    if (one === undefined || two === undefined) throw new Error('no locks')
    await asking.fault({ operation: 'order.allocateShellNumbers', fault: 'drop-after-commit', times: 1 })
    await asking.fault({ operation: 'order.lockAssets', fault: 'drop-after-commit', times: 1 })
    await asking.fault({ operation: 'order.createEnterprise', fault: 'garbage', when: 'after', times: 1 })
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
    await eventually(async () => (await desk.command('changes/to-settle')).total === 4)
    const calls = await asking.lastEffect()
    await at('to-settle-count').waitFor()
    await at('rail-to-settle').focus()
    await desk.page.keyboard.press('Enter')
    // The lists say that the locks are disabled: opening the page looked.
    await eventually(async () => (await at('settle-disable').getAttribute('data-state')) === 'done')
    await at('settle-allocate').waitFor()
    // PIC settle
    expect(await violations('main')).toEqual([])

    // Until a late commit is impossible nobody can know that it was not done.
    await at('settle-allocate').getByTestId('settle-early').waitFor()
    await at('settle-allocate').getByTestId('settle-failed').click({ force: true })
    expect(await at('hand-note').count()).toBe(0)
    // PIC early
    await aMinuteLater()
    await at('settle-allocate').getByTestId('settle-early').waitFor({ state: 'detached' })
    await at('settle-allocate').getByTestId('settle-failed').focus()
    await desk.page.keyboard.press('Enter')
    await at('hand-note').waitFor()
    // As a hand types: quicker would be a scanner, whose Enter is its own.
    await desk.page.keyboard.type('asked support, ticket 12', { delay: 60 })
    // PIC hand
    await at('hand-confirm').focus()
    await desk.page.keyboard.press('Enter')
    await eventually(async () => (await at('settle-allocate').getAttribute('data-state')) === 'failed')
    expect(await at('settle-said').textContent()).toContain('not done')

    await at('settle-create-enterprise').getByTestId('settle-again').click()
    await at('again-warning').waitFor()
    // PIC again
    await desk.page.keyboard.press('Escape')
    await at('settle-create-enterprise').getByTestId('settle-done').click()
    await at('hand-confirm').click()
    await eventually(async () => (await desk.command('changes/to-settle')).total === 0)
    // PIC settled
    expect(await asking.lastEffect()).toBe(calls)
    const [allocation] = (await desk.command('journal/recent', { limit: 20 })).filter(
      ({ action }) => action === 'allocate',
    )
    expect(allocation).toMatchObject({
      state: 'failed',
      reason: { kind: 'said-by-person', operatorIdentity: 'Li Wei', note: 'asked support, ticket 12' },
    })

    await at('settle-allocate').getByTestId('settle-again').click()
    await at('again-confirm').click()
    await eventually(async () => (await asking.lastEffect()) > calls)
    await at('rail-desk').click()
    await at('rail-to-settle').waitFor({ state: 'detached' })
  })
})
