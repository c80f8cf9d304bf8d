import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../support/app'
import type { RunningApp } from '../support/app'
import type { ServiceClient } from '../support/service-client'
import type { TestService } from '../support/service'
import { startCounter } from './support/counter'

const northBridge = '5317046820917364501'
const number = '8000000017'

let service: TestService
let asking: ServiceClient
let desk: RunningApp

beforeAll(async () => {
  ;({ service, asking, desk } = await startCounter())
  await at(`card-${number}`).waitFor()
})
afterAll(async () => {
  await desk.stop()
  await service.stop()
})

const at = (testId: string) => desk.page.getByTestId(testId).first()
const option = (entry: string) => desk.page.locator(`[data-entry="${entry}"]`)
const press = (key: string) => desk.page.keyboard.press(key)
const open = async () => {
  await press('Control+k')
  await at('palette-input').waitFor()
}
const find = async (text: string) => {
  await open()
  // As a hand types: keys any faster are a scanner's.
  await desk.page.keyboard.type(text, { delay: 70 })
}
const focused = () =>
  desk.page.evaluate(() => {
    const { activeElement } = document
    return activeElement instanceof HTMLElement
      ? (activeElement.dataset['testid'] ?? activeElement.tagName)
      : ''
  })

describe('the palette', () => {
  it('disables the lock that is meant, from another page, and the service agrees', async () => {
    await press('Control+3')
    await at('asset-table').waitFor()
    await find(number)
    await option(`action:disable-lock:${number}`).waitFor()
    await press('ArrowDown')
    await press('Enter')
    await at('confirm').waitFor()
    await press('Enter')
    await eventually(async () => {
      const assets = await asking.succeed('order.listAssets', { path: { enterpriseGlobalId: northBridge } })
      return assets.find(({ keyShellNumber }) => keyShellNumber === number)?.locked === true
    })
  })

  it('opens a page and does there what was asked for', async () => {
    await find('import emp')
    await option('action:import-employees').waitFor()
    await press('Enter')
    await at('import-back').waitFor()
    expect(await focused()).not.toBe('BODY')
  })

  it('finds an employee and shows them on their page', async () => {
    await find('chen yu')
    const person = desk.page.locator('[data-testid=palette-person] [role=option]').first()
    await person.waitFor()
    const name = (await person.innerText()).split('\n')[0] ?? ''
    await press('Enter')
    await at('employee-details').waitFor()
    expect(await at('employee-details').innerText()).toContain(name)
  })

  it('takes a scan for a look-up, under a Chinese input method too', async () => {
    await open()
    await desk.page.evaluate(async (digits) => {
      const send = (told: KeyboardEventInit) =>
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { ...told, bubbles: true, cancelable: true }),
        )
      for (const digit of digits) {
        send({ key: 'Process', code: `Digit${digit}`, isComposing: true })
        await new Promise((done) => setTimeout(done, 8))
      }
      send({ key: 'Enter', code: 'Enter' })
    }, '8000009999')
    await at('not-listed').waitFor()
    expect(await at('palette').count()).toBe(0)
  })

  it('holds the focus while it is open, gives it back, and shows what was done last first', async () => {
    await at('desk-input').focus()
    await open()
    expect(await desk.page.getByTestId('palette-recent').innerText()).toContain('Import employees')
    await press('Tab')
    await press('Shift+Tab')
    expect(await focused()).toBe('palette-input')
    await press('Escape')
    expect(await focused()).toBe('desk-input')
  })

  it('lists the keys that work here', async () => {
    await press('F1')
    await at('keys-page').waitFor()
    expect(await at('keys-everywhere').innerText()).toMatch(/Ctrl\s*K/)
    await press('Escape')
    expect(await focused()).toBe('desk-input')
  })
})
