import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../support/app'
import type { RunningApp } from '../support/app'
import type { TestService } from '../support/service'
import type { ServiceClient } from '../support/service-client'
import { startCounter } from './support/counter'

/** Those of the tray that can be disabled; the first is in a port when the desk is armed. */
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

let service: TestService
let asking: ServiceClient
let desk: RunningApp

beforeAll(async () => {
  ;({ service, asking, desk } = await startCounter({ register: ['northBridge', 'riverside', 'lingang'] }))
})
afterAll(async () => {
  await desk.stop()
  await service.stop()
})

const at = (testId: string) => desk.page.getByTestId(testId).first()
const gesture = async (shellNumber: string, wanted: 'plug-in' | 'pull-out') => {
  const tray = await desk.command('tray/list')
  const trayId = tray.find((lock) => lock.shellNumber === shellNumber)?.trayId ?? ''
  await desk.command('tray/act', { trayId, gesture: wanted })
}
const effectsAfter = async (n: number) => (await asking.effects(n)).map(({ target }) => target)

/** Answers the system's own dialog, as the person would. */
const answerDialogs = (response: 0 | 1) =>
  desk.app.evaluate(({ dialog }, answer) => {
    dialog.showMessageBox = () => Promise.resolve({ response: answer, checkboxChecked: false })
  }, response)

const arm = async (): Promise<void> => {
  await at('armed-switch').click()
  await at('arm-disable').click()
}

/** In every language and theme, as it stands. */
const nothingForAxe = async (): Promise<void> => {
  for (const look of [
    { language: 'en', theme: 'dark' },
    { language: 'zh', theme: 'light' },
    { language: 'en', theme: 'light' },
  ] as const) {
    await desk.command('settings/change', look)
    await desk.page.waitForTimeout(300)
    const { violations } = await new AxeBuilder({ page: desk.page }).setLegacyMode(true).analyze()
    expect(violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
  }
}

/** What a scanner sends: 8 ms between the keys, the keys taken by an input method, the codes true. */
const scan = (digits: string) =>
  desk.page.evaluate(async (text) => {
    const press = (told: { key: string; code: string; keyCode?: number }) =>
      (document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent('keydown', { ...told, bubbles: true, cancelable: true }),
      )
    for (const digit of text) {
      press({ key: 'Process', code: `Digit${digit}`, keyCode: 229 })
      await new Promise((done) => setTimeout(done, 8))
    }
    press({ key: 'Enter', code: 'Enter' })
  }, digits)

describe('armed mode', () => {
  it('stays off when the person says no in the system’s dialog', async () => {
    await answerDialogs(1)
    await arm()
    await eventually(() => at('arm-disable').isEnabled())
    expect(await at('armed-bar').count()).toBe(0)
    await desk.page.keyboard.press('Escape')
  })

  it('disables ten locks one after another, plugged in or scanned, once each', async () => {
    const before = await asking.lastEffect()
    const [first = '', ...others] = ten
    await answerDialogs(0)
    await arm()
    await at('armed-bar').waitFor()
    expect(await at('desk-input').evaluate((node) => node === document.activeElement)).toBe(true)

    // Seven go in at once; the last two and the one that sits in its port since before are scanned.
    const plugged = others.slice(0, 7)
    for (const number of plugged) await gesture(number, 'plug-in')
    await eventually(async () => (await asking.effects(before)).length === plugged.length)
    expect(await effectsAfter(before)).not.toContain(`LD${first}`)
    for (const number of [...others.slice(7), first]) await scan(number)

    await at('batch-counts').getByText('10 disabled').waitFor()
    const targets = await effectsAfter(before)
    expect([...targets].sort()).toEqual(ten.map((number) => `LD${number}`).sort())
    await nothingForAxe()
  })

  it('calls out a repeat, an unknown number and nonsense, and sends nothing for them', async () => {
    const before = await asking.lastEffect()
    await scan(ten[1]!)
    await desk.page.locator('[data-outcome=repeat]').first().waitFor()
    // With real keys, which end up in the bar as well: the next scan must not stand behind them.
    for (const number of ['8000009999', '8000009998']) {
      await desk.page.keyboard.type(number, { delay: 8 })
      await desk.page.keyboard.press('Enter')
      await desk.page.locator(`[data-testid=batch-${number}][data-outcome=not-listed]`).waitFor()
    }
    expect(await at('desk-input').inputValue()).toBe('')
    await scan('1234567890')
    await desk.page.locator('[data-outcome=not-a-number]').first().waitFor()
    expect(await at('armed-said').innerText()).toContain('no shell number')
    expect(await effectsAfter(before)).toEqual([])
  })

  it('is disarmed by Esc, and changes nothing after it', async () => {
    await desk.page.keyboard.press('Escape')
    await at('disarmed').waitFor()
    expect(await at('armed-bar').count()).toBe(0)
    const before = await asking.lastEffect()
    await gesture('8000000018', 'plug-in')
    await gesture('8000000017', 'pull-out')
    await gesture('8000000017', 'plug-in')
    await desk.page.getByTestId('card-8000000017').locator('[data-testid=state]').waitFor()
    expect(await effectsAfter(before)).toEqual([])
  })

  it('gives a receipt of the batch that says what the service says, and prints it', async () => {
    await at('batch-receipt').click()
    await at('receipt-paper').waitFor()
    expect(await desk.page.locator('[data-testid=receipt-paper] tbody[data-outcome=done]').count()).toBe(10)
    expect(await at('receipt-operator').innerText()).toBe('Li Wei')
    const path = join(desk.saves, 'receipt.pdf')
    await desk.app.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
    }, path)
    await at('receipt-pdf').click()
    await at('receipt-told').getByText('receipt.pdf').waitFor()
    expect((await readFile(path)).subarray(0, 5).toString()).toBe('%PDF-')
    await nothingForAxe()
    await at('receipt-back').click()
    await at('armed-batch').waitFor()
  })
})

describe('the desk left alone', () => {
  it('is covered after the time in the settings, takes no change meanwhile, and asks who is there', async () => {
    // The clock of the window goes a minute ahead instead of waiting for it.
    await desk.command('settings/change', { idleLockMinutes: 1 })
    await desk.page.evaluate(() => {
      const now = Date.now.bind(Date)
      Date.now = () => now() + 61_000
    })
    await at('cover').waitFor()
    await nothingForAxe()
    await at('cover').getByTestId('operator-field').focus()
    await desk.page.keyboard.type('8000000018', { delay: 8 })
    await desk.page.keyboard.press('Enter')
    await at('cover').getByRole('alert').waitFor()
    await scan('8000000018')
    expect(await at('cover').isVisible()).toBe(true)
    await desk.page.keyboard.press('Escape')
    await desk.page.keyboard.press('Escape')
    expect(await at('cover').isVisible()).toBe(true)
    await at('cover').getByTestId('operator-field').fill('13800138000')
    await desk.page.keyboard.press('Enter')
    await at('cover').waitFor({ state: 'detached' })
    expect(await desk.command('settings/read')).toMatchObject({
      operatorIdentity: '13800138000',
      operators: ['13800138000', 'Li Wei'],
    })
  })
})
