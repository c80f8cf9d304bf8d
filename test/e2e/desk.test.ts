import { describe, expect, it } from 'vitest'
import { groupShellNumber } from '#shared/model/locks/shell-number'
import { eventually } from '../support/app'
import { appOnService } from './support/app-on-service'
import { appearances, axeViolations } from './support/axe'

const northBridge = '5317046820917364501'
const number = '8000000017'
const fresh = '8000000024'

const { serviceClient, desk } = appOnService()

const isLocked = async (shellNumber: string) => {
  const assets = await serviceClient.succeed('order.listAssets', {
    path: { enterpriseGlobalId: northBridge },
  })
  return assets.find(({ keyShellNumber }) => keyShellNumber === shellNumber)?.locked
}

describe('the lock desk', () => {
  it('shows a plugged lock with its record', async () => {
    const shown = desk.card(number)
    await shown.locator('[data-testid=state][data-state=enabled]').waitFor()
    for (const part of [/North Bridge/, /Chen Yu/, /2 products/, /4[01] days left/]) {
      await expect.poll(() => shown.innerText()).toMatch(part)
    }
  })

  it('disables and enables it by keyboard, once each, as the service confirms', async () => {
    const before = await serviceClient.effects(0)
    for (const [action, locked] of [
      ['disable', true],
      ['enable', false],
    ] as const) {
      await desk.card(number).getByTestId(action).focus()
      await desk.press('Enter')
      await desk.at('confirm').waitFor()
      await desk.press('Enter')
      await desk
        .card(number)
        .locator(`[data-testid=state][data-state=${locked ? 'disabled' : 'enabled'}]`)
        .waitFor()
      expect(await isLocked(number)).toBe(locked)
    }
    const effects = (await serviceClient.effects(0)).slice(before.length)
    expect(effects.map(({ operation, target }) => [operation, target])).toEqual([
      ['order.lockAssets', `LD${number}`],
      ['order.unlockAssets', `LD${number}`],
    ])
  })

  it('shows the result once: on the card, in the details, or else in the bar', async () => {
    await desk.card(number).getByTestId('disable').click()
    await desk.at('confirm').click()
    await desk.cardIs(number, 'disabled')
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
    const before = await serviceClient.effects(0)
    await desk.card(number).getByTestId('disable').click()
    await desk.at('dialog').waitFor()
    await desk.page.keyboard.press('Escape')
    await desk.at('dialog').waitFor({ state: 'detached' })
    expect(await serviceClient.effects(0)).toHaveLength(before.length)
    await expect
      .poll(() =>
        desk
          .card(number)
          .getByTestId('disable')
          .evaluate((node) => node === document.activeElement),
      )
      .toBe(true)
  })

  it('explains why a lock cannot be disabled', async () => {
    await desk.simulate('8000000019', 'plug-in')
    const shown = desk.card('8000000019')
    await shown.getByTestId('disable').click()
    await desk.at('type-warning').waitFor()
    await desk.at('confirm').click()
    const result = shown.getByTestId('change-result')
    await result.waitFor()
    await expect.poll(() => result.innerText()).toMatch(/type/i)
    expect(await isLocked('8000000019')).toBe(false)
    await desk.simulate('8000000019', 'pull-out')
  })

  it('reports an unconfirmed change, and reads it back on request', async () => {
    await serviceClient.fault({ operation: 'order.lockAssets', fault: 'drop-after-commit', times: 1 })
    await desk.card(number).getByTestId('disable').click()
    await desk.at('confirm').click()
    await desk.card(number).getByTestId('check-result').waitFor()
    await expect
      .poll(() => desk.card(number).getByTestId('change-result').innerText())
      .toMatch(/^Unconfirmed\s+The lock may be disabled[^]*Nothing is resent/)
    await desk.card(number).getByTestId('check-result').click()
    await desk.cardIs(number, 'disabled')
    expect(await isLocked(number)).toBe(true)
    const [entry] = await desk.command('journal/recent', { limit: 1 })
    expect(entry).toMatchObject({ state: 'done', reason: { kind: 'read-back-applied' } })
  })

  it('reads a scan with any focus, also with a Chinese input method', async () => {
    await desk.scan(fresh)
    await desk.at(`record-${fresh}`).waitFor()
  })

  it('reads a scan over an open menu, and reports where a scan is not possible', async () => {
    const { keyboard } = desk.page
    const type = async (digits: string) => {
      await keyboard.type(digits, { delay: 8 })
      await keyboard.press('Enter')
    }
    await desk.at('continuous-switch').click()
    await desk.at('continuous-start-disable').waitFor()
    await type(number)
    await desk.at(`record-${number}`).waitFor()
    await expect.poll(() => desk.at('continuous-start-disable').isVisible()).toBe(false)

    await keyboard.press('F1')
    await desk.at('keys-page').waitFor()
    await type(fresh)
    await expect.poll(() => desk.at('scan-lost').innerText()).toContain(groupShellNumber(fresh))
    expect(await desk.at('keys-page').isVisible()).toBe(true)
    await keyboard.press('Escape')
    expect(await desk.at(`record-${fresh}`).count()).toBe(0)
    await type(fresh)
    await desk.at(`record-${fresh}`).waitFor()
  })

  it('keeps an unplugged lock readable for a while, and sends nothing for it', async () => {
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
    await desk.chooseAction('look-up')
  })

  it('reports an unreachable platform, with the last known record', async () => {
    await serviceClient.fault({ operation: 'order.listAssets', fault: 'refuse', times: 12 })
    await desk.command('platform/check')
    await eventually(async () => (await desk.command('platform/status')).state === 'unreachable')
    await expect.poll(() => desk.card(number).innerText()).toContain('North Bridge')
    await serviceClient.fault({ operation: 'order.listAssets', fault: 'refuse', times: 0 })
    await eventually(async () => (await desk.command('platform/check')).state === 'reachable')
  })
})

describe('every page', () => {
  const pages = [
    ['desk', 'plugged-list'],
    ['journal', 'journal-row'],
    ['settings', 'app-version'],
  ] as const

  it.each(appearances)('has no axe violations, in $language and $theme', async (look) => {
    await desk.setAppearance(look)
    for (const [page, landmark] of pages) {
      await desk.at(`rail-${page}`).click()
      await desk.at(landmark).waitFor()
      expect(await axeViolations(desk.page), page).toEqual([])
    }
  })

  it('fits into 960 × 640', async () => {
    await desk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(960, 640))
    for (const [page, landmark] of pages) {
      await desk.at(`rail-${page}`).click()
      await desk.at(landmark).waitFor()
      const overflow = () =>
        desk.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      await expect.poll(overflow, { message: page }).toBe(0)
    }
  })
})
