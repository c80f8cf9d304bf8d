import { beforeEach, describe, expect, it } from 'vitest'
import type { QueuedChange } from '#shared/model/changes/queued-change'
import { succeed } from '#shared/outcome'
import { axeViolations } from '../e2e/support/axe'
import { shell, unreachable } from '../renderer/support/samples'
import { onPage } from './support/on-page'
import { office } from './support/world/saved-platform'

const number = '8000000024'

const queued: QueuedChange = {
  id: 'queued-1',
  action: 'disable',
  assetNum: 'LD8000000017',
  shellNumber: shell('8000000017'),
  enterpriseName: 'North Bridge',
  operatorIdentity: 'Wang Min',
  queuedAt: Date.now(),
  expiresAt: Date.now() + 86_400_000,
  state: 'waiting',
  held: null,
}

/** A saved platform, whose secrets are lost when the app quits. */
const desk = onPage({
  settings: { operatorIdentity: 'Wang Min' },
  prepare: (world) => {
    world.vault = { state: 'memory', backend: 'basic_text', kept: 0, unreadable: 0 }
    world.platform = { ...world.platform, baseUrl: office.baseUrl }
  },
  handlers: () => ({
    'environments/list': () => succeed({ current: office.id, launched: null, environments: [office] }),
  }),
})

const heightOf = async (selector: string) =>
  (await desk.page.locator(selector).first().boundingBox())?.height ?? 0
const chips = ['chip-notices', 'chip-connection', 'chip-offline', 'chip-queue', 'chip-receipt']

/** The height of the Desk page's columns in a low window without bars. */
let free: number

/** A change, then no connection with a queued change, and an error of the page. */
beforeEach(async () => {
  await desk.at('environment-banner').waitFor()
  await desk.resize(960, 640)
  free = await heightOf('.columns')
  await desk.at('desk-input').fill(number)
  await desk.press('Enter')
  await desk.at(`record-${number}`).waitFor()
  await desk.at('result').getByTestId('disable').click()
  await desk.at('confirm').click()
  await desk.at('result').getByTestId('change-result').waitFor()
  await desk.press('Escape')
  await desk.at('chip-receipt').waitFor()
  const { world } = desk
  world.platform = { ...world.platform, state: 'unreachable', lacks: 'platform', failure: unreachable }
  world.emit('platform/status', world.platform)
  world.outbox = { ...world.outbox, changes: [queued] }
  world.emit('outbox/changed', null)
  await desk.page.evaluate(() => void Promise.reject(new Error('planted')))
  for (const chip of chips) await desk.at(chip).waitFor()
})

/** The texts of the chips that do not end where they are cut. */
const cutTexts = () =>
  desk.page
    .locator('[data-testid^=chip-] span span')
    .evaluateAll((texts) =>
      texts
        .filter(({ clientWidth, scrollWidth }) => clientWidth > 1 && scrollWidth > clientWidth)
        .map(({ textContent }) => textContent),
    )

describe('a low window', () => {
  it.each(['en', 'zh'] as const)('cuts no chip while a job runs, %s', async (language) => {
    await desk.setAppearance({ language })
    // The last change is the last no more once the job has begun.
    const kept = chips.filter((chip) => chip !== 'chip-receipt')
    const names = await Promise.all(kept.map((chip) => desk.at(chip).getAttribute('title')))
    desk.hold()
    const job = await desk.disableFirst(120)
    desk.world.emit('jobs/changed', job)
    await desk.at('running-job').waitFor()
    await desk.at('chip-receipt').waitFor({ state: 'detached' })
    await expect.poll(cutTexts).toEqual([])
    for (const [index, chip] of kept.entries()) {
      const text = await desk.at(chip).textContent()
      expect(text).toContain(names[index])
    }
    const right = await desk
      .at('status-bar')
      .evaluate((bar) =>
        Math.max(...[...bar.querySelectorAll('button')].map((one) => one.getBoundingClientRect().right)),
      )
    expect(right).toBeLessThanOrEqual(960)
  })

  it('has all bars in one line, and the desk keeps its height', async () => {
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
    expect(desk.callsOf('outbox/cancel')).toEqual([{ ids: [queued.id] }])
    expect((await desk.command('outbox/list')).changes).toEqual([])
    await desk.at('chip-connection').click()
    await desk.at('banner-act').click()
    await desk.at('dialog').waitFor()
    await desk.press('Escape')
  })

  it('has the last change at the foot of the desk once there is room, and the rest in the same line', async () => {
    await desk.resize(1280, 800)
    await desk.at('receipt').waitFor()
    await expect.poll(() => desk.page.locator('[data-testid^=chip-][popovertarget]').count()).toBe(4)
    await desk.at('chip-connection').waitFor()
  })
})
