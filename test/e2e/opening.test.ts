import { AxeBuilder } from '@axe-core/playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, startApp } from '../support/app'
import type { RunningApp } from '../support/app'
import { connectTo } from '../support/service-client'

let desk: RunningApp
let asking: Awaited<ReturnType<typeof connectTo>>
/** The lock that the course plugged in. */
let number = ''

/** A fresh profile: training, with nothing done yet. */
beforeAll(async () => {
  desk = await startApp()
  await desk.page.setViewportSize({ width: 1280, height: 800 })
  await desk.command('settings/change', { language: 'en', theme: 'light', operatorIdentity: '' })
  const { baseUrl } = await eventually(async () => {
    const status = await desk.command('platform/status')
    return status.state === 'reachable' && status
  }, 120_000)
  asking = await connectTo(baseUrl ?? '')
  // The lists are what tells which lock can be disabled.
  await eventually(async () => {
    const { rows: registered } = await desk.command('register/list', { from: 0, limit: 100 })
    return registered.length > 0 && registered.every(({ readAt }) => readAt !== null)
  }, 60_000)
})
afterAll(() => desk.stop())

const at = (testId: string) => desk.page.getByTestId(testId).first()
const step = (name: string) => at(`course-step-${name}`).getAttribute('data-state')
const focused = () =>
  desk.page.evaluate(() =>
    document.activeElement instanceof HTMLElement ? (document.activeElement.dataset['testid'] ?? '') : '',
  )
/** Tab until the cursor stands there, as a person without a mouse does. */
const tabTo = async (testId: string): Promise<void> => {
  for (let presses = 0; presses < 120; presses += 1) {
    if ((await focused()) === testId) return
    await desk.page.keyboard.press('Tab')
  }
  throw new Error(`${testId} was not reached by Tab`)
}
const isLocked = async (): Promise<boolean | undefined> => {
  const { rows } = await desk.command('register/list', { from: 0, limit: 100 })
  for (const { enterpriseGlobalId } of rows) {
    const assets = await asking.succeed('order.listAssets', { path: { enterpriseGlobalId } })
    const found = assets.find(({ keyShellNumber }) => keyShellNumber === number)
    if (found !== undefined) return found.locked
  }
  return undefined
}

describe('the first minutes, by keyboard alone', () => {
  it('invites to plug a lock in, and does it with one key', async () => {
    await at('course').waitFor()
    expect(await step('plug-in')).toBe('current')
    const before = await desk.command('locks/list')
    await tabTo('course-plug-in')
    await desk.page.keyboard.press('Enter')
    await eventually(async () => (await step('plug-in')) === 'ticked')
    const came = (await desk.command('locks/list')).find(
      ({ plugId }) => !before.some((lock) => lock.plugId === plugId),
    )
    number = came?.reading.state === 'read' ? came.reading.shellNumber : ''
    expect(number).toMatch(/^[86]\d{9}$/)
    expect(await isLocked()).toBe(false)
  })

  it('leads to the card’s own button; the person presses it, and the service disables the lock', async () => {
    await eventually(async () => (await focused()) === 'course-to-button')
    await desk.page.keyboard.press('Enter')
    expect(await focused()).toBe('disable')
    await desk.page.keyboard.press('Enter')
    await at('confirm-operator-field').waitFor()
    await desk.page.keyboard.type('Li Wei')
    await desk.page.keyboard.press('Enter')
    await eventually(async () => (await step('disable')) === 'ticked')
    expect(await isLocked()).toBe(true)
  })

  it('ticks the look at the journal when the journal is opened, and goes along there', async () => {
    await desk.page.keyboard.press('Control+Digit8')
    await at('journal-row').waitFor()
    await at('course-line').waitFor()
    expect(await at('course-line').innerText()).toContain('Step 4 of 4')
    expect((await desk.command('settings/read')).opening.ticked).toEqual(['plug-in', 'disable', 'look'])
  })

  it('goes on after a new start', async () => {
    await desk.page.reload()
    await at('course-line').or(at('course')).first().waitFor()
    await desk.page.keyboard.press('Control+Digit1')
    await eventually(async () => (await step('enable')) === 'current')
  })

  it('ends when the service has the lock enabled again, and says what comes next', async () => {
    await tabTo('course-to-button')
    await desk.page.keyboard.press('Enter')
    await eventually(async () => (await focused()) === 'enable')
    await desk.page.keyboard.press('Enter')
    await at('confirm').waitFor()
    await desk.page.keyboard.press('Enter')
    await at('course-over').waitFor()
    expect(await isLocked()).toBe(false)
    await tabTo('course-next-list')
    await desk.page.keyboard.press('Enter')
    await at('list-empty').waitFor()
    // Written while the page goes on.
    await eventually(async () => (await desk.command('settings/read')).opening.state === 'over')
  })

  it('is found again in Help, whose guide has nothing for axe to find', async () => {
    await at('rail-help').focus()
    await desk.page.keyboard.press('Enter')
    await at('guide').waitFor()
    for (const look of [
      { language: 'en', theme: 'light' },
      { language: 'zh', theme: 'dark' },
    ] as const) {
      await desk.command('settings/change', look)
      await desk.page.waitForTimeout(400)
      const { violations } = await new AxeBuilder({ page: desk.page }).setLegacyMode(true).analyze()
      expect(violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(' ')}`)).toEqual(
        [],
      )
    }
    await desk.command('settings/change', { language: 'en', theme: 'light' })
    await at('guide-search').focus()
    await desk.page.keyboard.type('udev')
    await at('guide-nothing').waitFor()
    await desk.page.keyboard.press('Escape')
    await desk.page.keyboard.type('sudo')
    await tabTo('guide-hit-permissions')
    await desk.page.keyboard.press('Enter')
    expect(await desk.page.evaluate(() => document.activeElement?.id)).toBe('permissions')
    await at('guide-to-first-lock').focus()
    await desk.page.keyboard.press('Enter')
    await at('take-course').focus()
    await desk.page.keyboard.press('Enter')
    await eventually(async () => (await step('plug-in')) === 'current')
  })

  it('explains a word where it is met, and gives the focus back', async () => {
    await desk.page.keyboard.press('Control+Digit7')
    await at('tip-shell-number').waitFor()
    await tabTo('tip-shell-number')
    await desk.page.keyboard.press('Enter')
    expect(await focused()).toBe('tip-shell-number-words')
    await desk.page.keyboard.press('Escape')
    expect(await focused()).toBe('tip-shell-number')
    await desk.page.keyboard.press('Enter')
    await desk.page.keyboard.press('Tab')
    await desk.page.keyboard.press('Enter')
    await eventually(async () => desk.page.evaluate(() => document.activeElement?.id === 'shell-number'))
  })
})
