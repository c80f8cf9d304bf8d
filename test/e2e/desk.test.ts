import { AxeBuilder } from '@axe-core/playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../support/app'
import type { RunningApp } from '../support/app'
import type { ServiceClient } from '../support/service-client'
import type { TestService } from '../support/service'
import { startCounter } from './support/counter'

const northBridge = '5317046820917364501'
const number = '8000000017'
const fresh = '8000000024'

let service: TestService
let asking: ServiceClient
let desk: RunningApp

/** The training service of its own for this file, so that its effects can be read. */
beforeAll(async () => {
  ;({ service, asking, desk } = await startCounter())
})
afterAll(async () => {
  await desk.stop()
  await service.stop()
})

const at = (testId: string) => desk.page.getByTestId(testId).first()
const card = (shellNumber: string) => desk.page.getByTestId(`card-${shellNumber}`)
const isLocked = async (shellNumber: string) => {
  const assets = await asking.succeed('order.listAssets', { path: { enterpriseGlobalId: northBridge } })
  return assets.find(({ keyShellNumber }) => keyShellNumber === shellNumber)?.locked
}
const gesture = async (shellNumber: string, wanted: 'plug-in' | 'pull-out') => {
  const tray = await desk.command('tray/list')
  const trayId = tray.find((lock) => lock.shellNumber === shellNumber)?.trayId ?? ''
  await desk.command('tray/act', { trayId, gesture: wanted })
}

describe('the desk', () => {
  it('shows a plugged lock with its record', async () => {
    const shown = card(number)
    await shown.locator('[data-testid=state][data-state=enabled]').waitFor()
    const text = await shown.innerText()
    expect(text).toContain('North Bridge')
    expect(text).toContain('Chen Yu')
    expect(text).toMatch(/2 products/)
    expect(text).toMatch(/4[01] days left/)
  })

  it('disables and enables it by keyboard alone, once each, and the service agrees', async () => {
    const before = await asking.effects(0)
    for (const [action, locked] of [
      ['disable', true],
      ['enable', false],
    ] as const) {
      await card(number).getByTestId(action).focus()
      await desk.page.keyboard.press('Enter')
      await at('confirm').waitFor()
      await desk.page.keyboard.press('Enter')
      await card(number)
        .locator(`[data-testid=state][data-state=${locked ? 'disabled' : 'enabled'}]`)
        .waitFor()
      expect(await isLocked(number)).toBe(locked)
    }
    const effects = (await asking.effects(0)).slice(before.length)
    expect(effects.map(({ operation, target }) => [operation, target])).toEqual([
      ['order.lockAssets', `LD${number}`],
      ['order.unlockAssets', `LD${number}`],
    ])
  })

  it('does nothing when the person cancels', async () => {
    const before = await asking.effects(0)
    await card(number).getByTestId('disable').click()
    await at('dialog').waitFor()
    await desk.page.keyboard.press('Escape')
    await at('dialog').waitFor({ state: 'detached' })
    expect(await asking.effects(0)).toHaveLength(before.length)
    expect(
      await card(number)
        .getByTestId('disable')
        .evaluate((node) => node === document.activeElement),
    ).toBe(true)
  })

  it('says what a lock that cannot be disabled is refused for', async () => {
    await gesture('8000000019', 'plug-in')
    const shown = card('8000000019')
    await shown.getByTestId('disable').click()
    await at('type-warning').waitFor()
    await at('confirm').click()
    const result = shown.getByTestId('change-result')
    await result.waitFor()
    expect(await result.innerText()).toMatch(/type/i)
    expect(await isLocked('8000000019')).toBe(false)
    await gesture('8000000019', 'pull-out')
  })

  it('says in plain words that nobody knows, and finds out when asked', async () => {
    await asking.fault({ operation: 'order.lockAssets', fault: 'drop-after-commit', times: 1 })
    await card(number).getByTestId('disable').click()
    await at('confirm').click()
    await card(number).getByTestId('settle').waitFor()
    expect(await card(number).getByTestId('change-result').innerText()).toMatch(
      /not known[^]*nothing is sent again/,
    )
    await card(number).getByTestId('settle').click()
    await card(number).locator('[data-testid=state][data-state=disabled]').waitFor()
    expect(await isLocked(number)).toBe(true)
    const [entry] = await desk.command('journal/recent', { limit: 1 })
    expect(entry).toMatchObject({ state: 'done', reason: { kind: 'read-back-applied' } })
  })

  it('takes a scan wherever the cursor is, under a Chinese input method too', async () => {
    // What a scanner sends when the input method has taken the keys: the key is “Process”, the code is true.
    await desk.page.evaluate((digits) => {
      for (const digit of digits) {
        const told = { key: 'Process', code: `Digit${digit}`, keyCode: 229, bubbles: true, cancelable: true }
        document.body.dispatchEvent(new KeyboardEvent('keydown', told))
      }
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true }),
      )
    }, fresh)
    await at(`record-${fresh}`).waitFor()
  })

  it('keeps a pulled-out lock readable for a while, and sends nothing for it', async () => {
    await gesture(fresh, 'plug-in')
    await card(fresh).locator('[data-testid=state]').waitFor()
    await gesture(fresh, 'pull-out')
    await at(`left-${fresh}`).waitFor()
    expect(await card(fresh).count()).toBe(0)
  })

  it('tells when the platform is gone, with the record as it was last', async () => {
    await asking.fault({ operation: 'order.listAssets', fault: 'refuse', times: 12 })
    await desk.command('platform/check')
    await eventually(async () => (await desk.command('platform/status')).state === 'unreachable')
    expect(await card(number).innerText()).toContain('North Bridge')
    await asking.fault({ operation: 'order.listAssets', fault: 'refuse', times: 0 })
    await eventually(async () => (await desk.command('platform/check')).state === 'reachable')
  })
})

describe('every page', () => {
  const pages = [
    ['desk', 'plugged-list'],
    ['journal', 'journal-row'],
    ['settings', 'app-version'],
  ] as const
  const looks = (['en', 'zh'] as const).flatMap((language) =>
    (['light', 'dark'] as const).map((theme) => ({ language, theme })),
  )

  it.each(looks)('has nothing for axe to find, in $language and $theme', async (look) => {
    await desk.command('settings/change', look)
    for (const [page, landmark] of pages) {
      await at(`rail-${page}`).click()
      await at(landmark).waitFor()
      await desk.page.waitForTimeout(400)
      const { violations } = await new AxeBuilder({ page: desk.page }).setLegacyMode(true).analyze()
      const found = violations.map(
        ({ id, nodes }) => `${page}: ${id} ${nodes.map(({ html }) => html).join(' ')}`,
      )
      expect(found).toEqual([])
    }
  })

  it('is usable at 960 × 640: nothing stands outside the window', async () => {
    await desk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(960, 640))
    for (const [page, landmark] of pages) {
      await at(`rail-${page}`).click()
      await at(landmark).waitFor()
      const overflow = await desk.page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect([page, overflow]).toEqual([page, 0])
    }
  })
})
