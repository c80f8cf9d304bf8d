import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { eventually } from '../support/app'
import { steps } from '../support/steps'
import { scanKeys } from '../support/scan-keys'
import { appOnService } from './support/app-on-service'
import { axeViolations } from './support/axe'
import { textBottom } from './support/text-bottom'

/** Simulated locks that can be disabled; the first is plugged in when continuous mode starts. */
const ten = [
  '8000000017',
  '8000000020',
  '8000000021',
  '8000000022',
  '8000000023',
  '6000000011',
  '8000000024',
  '8000000025',
  '8000000015',
  '8000000016',
]

const { serviceClient, desk } = appOnService({
  register: ['northBridge', 'riverside', 'lingang'],
})

const effectsAfter = async (n: number) => (await serviceClient.effects(n)).map(({ target }) => target)

/** No axe violations in every language and theme, in the current state. */
const expectNoViolations = async (): Promise<void> => {
  for (const look of [
    { language: 'en', theme: 'dark' },
    { language: 'zh', theme: 'light' },
    { language: 'en', theme: 'light' },
  ] as const) {
    await desk.setAppearance(look)
    expect(await axeViolations(desk.page)).toEqual([])
  }
}

describe('continuous mode', () => {
  const step = steps()
  step('stays off when the system dialog is canceled', async () => {
    await desk.answerDialogs(1)
    await desk.startContinuousMode()
    await eventually(() => desk.at('continuous-start-disable').isEnabled())
    expect(await desk.at('continuous-bar').count()).toBe(0)
    await desk.press('Escape')
  })

  step('disables ten locks one after another, plugged in or scanned, once each', async () => {
    const before = await serviceClient.lastEffect()
    const [first = '', ...others] = ten
    await desk.answerDialogs(0)
    await desk.startContinuousMode()
    await desk.at('continuous-bar').waitFor()
    await expect
      .poll(() => desk.at('desk-input').evaluate((node) => node === document.activeElement))
      .toBe(true)

    // Seven are plugged in at once; the last two and the one plugged in before are scanned.
    const plugged = others.slice(0, 7)
    for (const number of plugged) await desk.simulate(number, 'plug-in')
    await eventually(async () => (await serviceClient.effects(before)).length === plugged.length)
    expect(await effectsAfter(before)).not.toContain(`LD${first}`)
    for (const number of [...others.slice(7), first]) await desk.scan(number)

    await desk.at('batch-counts').getByText('10 disabled').waitFor()
    const targets = await effectsAfter(before)
    expect([...targets].sort()).toEqual(ten.map((number) => `LD${number}`).sort())
    await expectNoViolations()
  })

  step('reports a duplicate, an unknown number and invalid text, and sends nothing for them', async () => {
    const before = await serviceClient.lastEffect()
    await desk.scan(ten[1]!)
    await desk.page.locator('[data-result=repeat]').first().waitFor()
    // Real keys also type into the input bar: the next scan must not follow them.
    for (const number of ['8000009999', '8000009998']) {
      await scanKeys(desk.page, number)
      await desk.page.locator(`[data-testid=batch-${number}][data-result=not-listed]`).waitFor()
    }
    await expect.poll(() => desk.at('desk-input').inputValue()).toBe('')
    await desk.scan('1234567890')
    await desk.page.locator('[data-result=not-a-number]').first().waitFor()
    await expect.poll(() => desk.at('continuous-message').innerText()).toContain('Invalid number')
    expect(await effectsAfter(before)).toEqual([])
  })

  step('stops on Esc and changes nothing afterwards', async () => {
    await desk.press('Escape')
    await desk.at('continuous-ended').waitFor()
    await expect.poll(() => desk.at('continuous-bar').count()).toBe(0)
    const before = await serviceClient.lastEffect()
    await desk.simulate('8000000018', 'plug-in')
    await desk.simulate('8000000017', 'pull-out')
    await desk.simulate('8000000017', 'plug-in')
    await desk.page.getByTestId('card-8000000017').locator('[data-testid=state]').waitFor()
    expect(await effectsAfter(before)).toEqual([])
  })

  step('makes and prints a receipt that matches the service', async () => {
    await desk.at('batch-receipt').click()
    await desk.at('receipt-paper').waitFor()
    await expect
      .poll(() => desk.page.locator('[data-testid=receipt-paper] tbody[data-result=done]').count())
      .toBe(10)
    await expect.poll(() => desk.at('receipt-operator').innerText()).toBe('Li Wei')
    const row = '[data-testid=receipt-paper] tbody tr'
    const place = await textBottom(desk.page, `${row} > td:first-child`)
    expect(Math.abs((await textBottom(desk.page, `${row} [data-result]`)) - place)).toBeLessThan(0.5)
    const path = join(desk.saves, 'receipt.pdf')
    await desk.chooseFile(path)
    await desk.at('receipt-pdf').click()
    await desk.at('receipt-message').getByText('receipt.pdf').waitFor()
    expect((await readFile(path)).subarray(0, 5).toString()).toBe('%PDF-')
    await expectNoViolations()
    await desk.at('receipt-back').click()
    await desk.at('continuous-batch').waitFor()
  })
})

describe('an idle computer', () => {
  it('is locked after the configured time, accepts no change meanwhile, and asks for the operator', async () => {
    // The window's clock is moved ahead by a minute.
    await desk.command('settings/change', { idleLockMinutes: 1 })
    await desk.page.evaluate(() => {
      const now = Date.now.bind(Date)
      Date.now = () => now() + 61_000
    })
    await desk.at('lock-screen').waitFor()
    await expectNoViolations()
    await desk.at('lock-screen').getByTestId('operator-field').focus()
    await scanKeys(desk.page, '8000000018')
    // Refused in the field, which is left as it was.
    await desk.at('scan-lost').getByText('Choose the operator, then scan again').waitFor()
    expect(await desk.at('lock-screen').getByTestId('operator-field').inputValue()).toBe('')
    await desk.scan('8000000018')
    expect(await desk.at('lock-screen').isVisible()).toBe(true)
    await desk.press('Escape')
    await desk.press('Escape')
    expect(await desk.at('lock-screen').isVisible()).toBe(true)
    await desk.at('lock-screen').getByTestId('operator-field').fill('13800138000')
    await desk.page.keyboard.press('Enter')
    await desk.at('lock-screen').waitFor({ state: 'detached' })
    expect(await desk.command('settings/read')).toMatchObject({
      operatorIdentity: '13800138000',
      operators: ['13800138000', 'Li Wei'],
    })
  })
})
