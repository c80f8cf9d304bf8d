import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, startApp } from '../support/app'
import type { RunningApp } from '../support/app'
import { secondPlatform, startSecondPlatform } from '../support/second-platform'
import type { SecondPlatform } from '../support/second-platform'
import { axeViolations } from './support/axe'

const number = '8000000024'

let platform: SecondPlatform
let desk: RunningApp
let isStopped = false

const resize = async (width: number, height: number) => {
  await desk.app.evaluate(
    ({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setContentSize(size.width, size.height),
    { width, height },
  )
  await eventually(() => desk.page.evaluate((wanted) => window.innerHeight === wanted, height))
}
const heightOf = async (selector: string) =>
  (await desk.page.locator(selector).first().boundingBox())?.height ?? 0
const chips = ['chip-notices', 'chip-connection', 'chip-offline', 'chip-queue', 'chip-receipt']

/** Saves the platform without a keychain, and opens it. */
const connect = async () => {
  const { key, secret, user, password } = secondPlatform
  const fields = {
    name: 'North office',
    baseUrl: platform.url,
    userCentreUrl: `${platform.url}/oauth/token`,
    orderAppKey: key,
    memberAppKey: key,
    userName: user,
  }
  await desk.command('connect/begin', { id: null })
  const secrets = { orderSecret: secret, memberSecret: secret, password }
  expect((await desk.command('connect/test', { fields, secrets })).report.passed).toBe(true)
  const none = { orderSecret: null, memberSecret: null }
  const { id } = await desk.command('connect/save', { fields, secrets: none, anyway: false })
  await desk.outcome('environments/switch', { id, pauseJobs: false }).catch(() => undefined)
  await desk.at('environment-banner').waitFor()
  await eventually(() =>
    desk.command('platform/status').then(
      ({ state }) => state === 'reachable',
      () => false,
    ),
  )
}

/** The height of the Desk page's columns in a low window without bars. */
let free: number

beforeAll(async () => {
  platform = await startSecondPlatform()
  desk = await startApp({ args: ['--simulated-locks', '--password-store=basic'] })
  await desk.page.getByTestId('rail-settings').waitFor()
  await desk.answerDialogs(0)
  await desk.command('settings/change', { language: 'en', theme: 'light' })
  await resize(960, 640)
  await connect()
  // With the same banner and the lock simulator collapsed, as below.
  free = await heightOf('.columns')
  await desk.command('settings/change', { operatorIdentity: 'Wang Min' })
  await desk.command('enterprises/add', {
    by: 'channel',
    channelCode: 'CRM-EAST',
    channelCustomerId: 'NB-10017',
  })
})
afterAll(async () => {
  await desk.stop()
  if (!isStopped) await platform.stop()
})

describe('a low window', () => {
  it('has all bars in one line, and the desk keeps its height', async () => {
    await desk.at('desk-input').fill(number)
    await desk.press('Enter')
    await desk.at(`record-${number}`).waitFor()
    await desk.at('result').getByTestId('disable').click()
    await desk.at('confirm').click()
    await desk.at('result').getByTestId('change-result').waitFor()
    await desk.press('Escape')
    await desk.at('chip-receipt').waitFor()
    const found = await desk.command('locks/look-up', { number: '8000000017', freshness: 'fresh' })
    if (found.state !== 'found') throw new Error(found.state)
    await platform.stop()
    isStopped = true
    await desk.command('platform/check')
    const { assetNum, shellNumber, enterpriseGlobalId } = found.record
    await desk.command('outbox/add', {
      action: 'disable',
      operatorIdentity: 'Wang Min',
      rows: [{ assetNum, shellNumber, enterpriseGlobalId }],
    })
    await desk.page.evaluate(() => void Promise.reject(new Error('planted')))
    for (const chip of chips) await desk.at(chip).waitFor()

    expect(await heightOf('[data-testid=status-bar]')).toBeLessThan(34)
    const tops = await desk.page
      .locator('[data-testid^=chip-][popovertarget]')
      .evaluateAll((shown) => shown.map((chip) => chip.getBoundingClientRect().top))
    expect(tops).toHaveLength(chips.length)
    expect(new Set(tops).size).toBe(1)
    expect(await heightOf('.columns')).toBeGreaterThanOrEqual(free)
    await expect.poll(() => desk.page.evaluate(() => document.documentElement.scrollWidth)).toBe(960)
  })

  it('says with each chip what its bar is about', async () => {
    for (const chip of chips) {
      const name = await desk.at(chip).getAttribute('title')
      await expect.poll(async () => (await desk.at(chip).innerText()).trim()).toBe(name)
      expect(name).not.toBe('')
    }
    await expect.poll(() => desk.at('chip-queue').innerText()).toContain('1 waiting')
    await expect.poll(() => desk.at('chip-receipt').innerText()).toContain('8000 000 024')
  })

  it('opens each bar by key, with all that it has; Escape closes it and the chip has the focus', async () => {
    const bars = {
      'chip-notices': 'notice-page-error',
      'chip-connection': 'banner-memory',
      'chip-offline': 'offline-platform',
      'chip-queue': 'queue-cancel',
      'chip-receipt': 'receipt-result',
    }
    for (const [chip, bar] of Object.entries(bars)) {
      await desk.at(chip).focus()
      await desk.press('Enter')
      await desk.at(bar).waitFor()
      const outside = await desk.page.evaluate(() =>
        [...document.querySelectorAll('[popover]:popover-open *')]
          .map((one) => one.getBoundingClientRect())
          .some(({ left, right, bottom }) => left < 0 || right > innerWidth || bottom > innerHeight),
      )
      expect(outside, chip).toBe(false)
      const scrolls = await desk.page.evaluate(() => {
        const panel = document.querySelector('[popover]:popover-open')
        return panel !== null && panel.scrollWidth > panel.clientWidth
      })
      expect(scrolls, chip).toBe(false)
      await desk.press('Escape')
      await desk.at(bar).waitFor({ state: 'hidden' })
      await expect
        .poll(() => desk.page.evaluate(() => document.activeElement?.getAttribute('data-testid')))
        .toBe(chip)
    }
  })

  it.each(['light', 'dark'] as const)('gives axe nothing to find, %s', async (theme) => {
    await desk.setAppearance({ theme })
    await desk.at('chip-receipt').click()
    expect(await axeViolations(desk.page)).toEqual([])
    await desk.press('Escape')
  })

  it('does from a chip what its bar does, and a dismissed bar takes its chip along', async () => {
    await desk.at('chip-queue').click()
    await desk.at('queue-cancel').click()
    await desk.at('chip-queue').waitFor({ state: 'detached' })
    expect((await desk.command('outbox/list')).changes).toEqual([])
    await desk.at('chip-connection').click()
    await desk.at('banner-act').click()
    await desk.at('dialog').waitFor()
    await desk.press('Escape')
  })

  it('shows the bars where they belong once there is room', async () => {
    await resize(1280, 800)
    await desk.at('banner-memory').waitFor()
    await desk.at('receipt').waitFor()
    await expect.poll(() => desk.page.locator('[data-testid^=chip-][popovertarget]').count()).toBe(0)
  })
})
