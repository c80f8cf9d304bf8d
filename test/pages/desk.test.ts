import { describe, expect, it } from 'vitest'
import { appearances, axeViolations } from '../e2e/support/axe'
import { onPage } from './support/on-page'

const number = '8000000017'
const fresh = '8000000024'

const desk = onPage()

const isLocked = (number: string) =>
  desk.world.records.find(({ shellNumber }) => shellNumber === number)?.locked

/** Disables it from its card. */
const disable = async () => {
  await desk.card(number).getByTestId('disable').click()
  await desk.at('confirm').click()
  await desk.cardIs(number, 'disabled')
}

describe('the lock desk', () => {
  it('shows a plugged lock with its record', async () => {
    const shown = desk.card(number)
    await shown.locator('[data-testid=state][data-state=enabled]').waitFor()
    for (const part of [/North Bridge/, /Chen Yu/, /2 products/, /4[01] days left/]) {
      await expect.poll(() => shown.innerText()).toMatch(part)
    }
  })

  it('shows the result once: on the card, in the details, or else in the bar', async () => {
    await disable()
    const { page } = desk
    const results = page.getByTestId(/^(change-result|receipt-result)$/).filter({ visible: true })
    /** “Disabled” on the page, without the status of the locks. */
    const textCount = async () => {
      const all = page.getByText('Disabled', { exact: true }).filter({ visible: true })
      const states = page.getByTestId('state').filter({ visible: true, hasText: /^Disabled$/ })
      return (await all.count()) - (await states.count())
    }
    const isIn = (place: string) =>
      expect
        .poll(() => results.evaluateAll((all) => all.map((one) => one.dataset['testid'])))
        .toEqual([place])
    const isOnce = async (place: string) => {
      await isIn(place)
      await expect.poll(textCount).toBe(1)
    }
    await isOnce('change-result')
    await desk.card(number).getByTestId('open').click()
    await desk.at('result').getByTestId('change-result').waitFor()
    await isIn('change-result')
    await desk.press('Escape')
    await desk.chooseAction('disable')
    // Behind its chip: the list has its buttons at its foot.
    await desk.at('chip-receipt').click()
    await isOnce('receipt-result')
    // Its button leads to the details, with the focus.
    await desk.at('receipt').getByRole('button', { name: 'Show lock details' }).press('Enter')
    await isIn('change-result')
    await expect
      .poll(() => desk.at('result').evaluate((panel) => panel.contains(document.activeElement)))
      .toBe(true)
    await desk.press('Escape')
    await desk.chooseAction('look-up')
    await desk.simulate(number, 'pull-out')
    await desk.at(`removed-${number}`).waitFor()
    await isOnce('receipt-result')
    await desk.at('receipt').getByRole('button', { name: 'Undo' }).click()
    await desk.at('confirm').click()
    await expect.poll(() => isLocked(number)).toBe(false)
    await desk.simulate(number, 'plug-in')
    await desk.cardIs(number, 'enabled')
    await desk.card(number).getByTestId('open-receipt').click()
    await desk.page.waitForURL(/#\/receipt\//)
    await desk.at('rail-desk').click()
    await desk.cardIs(number, 'enabled')
  })

  it('does nothing when canceled', async () => {
    await desk.card(number).getByTestId('disable').click()
    await desk.at('dialog').waitFor()
    await desk.press('Escape')
    await desk.at('dialog').waitFor({ state: 'detached' })
    expect(desk.callsOf('jobs/start')).toEqual([])
    await expect
      .poll(() =>
        desk
          .card(number)
          .getByTestId('disable')
          .evaluate((node) => node === document.activeElement),
      )
      .toBe(true)
  })

  it('reads a scan with any focus, also with a Chinese input method', async () => {
    await desk.scan(fresh)
    await desk.at(`record-${fresh}`).waitFor()
  })

  it('keeps an unplugged lock readable for a while, and sends nothing for it', async () => {
    // Under the pointer, a card keeps its height.
    await desk.page.mouse.move(0, 0)
    await desk.simulate(fresh, 'plug-in')
    await desk.cardIs(fresh)
    await desk.simulate(fresh, 'pull-out')
    await desk.at(`removed-${fresh}`).waitFor()
    await expect.poll(() => desk.card(fresh).count()).toBe(0)
  })

  it('shows the locks as chips while the list is open, and a chip opens the details by keyboard', async () => {
    await desk.chooseAction('disable')
    const chip = desk.at(`lock-chip-${number}`)
    await chip.locator('[data-testid=state]').waitFor()
    await expect.poll(() => desk.card(number).count()).toBe(0)
    expect(await axeViolations(desk.page)).toEqual([])
    expect(
      await desk.page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    ).toBeLessThanOrEqual(0)
    await chip.focus()
    await desk.press('Enter')
    const record = desk.at(`record-${number}`)
    await record.getByTestId(/^(disable|enable)$/).waitFor()
    await record.getByTestId('lend-link-lend').waitFor()
    await desk.cardIs(number)
  })
})

describe('every page', () => {
  const pages = [
    ['desk', 'plugged-list'],
    ['journal', 'journal-row'],
    ['settings', 'app-version'],
  ] as const

  it.each(appearances)('has no axe violations, in $language and $theme', async (look) => {
    await disable()
    await desk.setAppearance(look)
    for (const [page, landmark] of pages) {
      await desk.at(`rail-${page}`).click()
      await desk.at(landmark).waitFor()
      expect(await axeViolations(desk.page), page).toEqual([])
    }
  })

  it('fits into 960 × 640', async () => {
    await disable()
    await desk.resize(960, 640)
    for (const [page, landmark] of pages) {
      await desk.at(`rail-${page}`).click()
      await desk.at(landmark).waitFor()
      const overflow = () =>
        desk.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      await expect.poll(overflow, { message: page }).toBe(0)
    }
  })
})
