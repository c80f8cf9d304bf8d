import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { pageNames, railPages } from '../../src-renderer/app/pages'
import type { RunningApp } from '../support/app'
import type { ServiceClient } from '../support/service-client'
import type { TestService } from '../support/service'
import { startCounter } from './support/counter'

// Whole journeys without a mouse. After each key something has the focus: where nothing has it, keys go nowhere.

const number = '8000000017'
const listed = ['8000000022', '8000000024', '8000000025']

let service: TestService
let asking: ServiceClient
let desk: RunningApp
/** The keys after which nothing had the focus. */
let lost: string[] = []

beforeAll(async () => {
  ;({ service, asking, desk } = await startCounter())
  await at(`card-${number}`).waitFor()
})
afterAll(async () => {
  await desk.stop()
  await service.stop()
})
afterEach(() => {
  expect(lost).toEqual([])
  lost = []
})

const at = (testId: string) => desk.page.getByTestId(testId).first()
const focused = () =>
  desk.page.evaluate(async () => {
    // What was taken away is given back within a few frames.
    for (let frame = 0; frame < 6; frame++) await new Promise((done) => requestAnimationFrame(done))
    const { activeElement } = document
    if (!(activeElement instanceof HTMLElement)) return 'BODY'
    return activeElement.dataset['testid'] ?? activeElement.tagName
  })
const press = async (...keys: readonly string[]): Promise<string> => {
  let on = ''
  for (const key of keys) {
    await desk.page.keyboard.press(key)
    on = await focused()
    if (on === 'BODY') lost.push(key)
  }
  return on
}

describe('without a mouse', () => {
  it('a lock is looked up, disabled and put away', async () => {
    expect(await press('Control+l')).toBe('desk-input')
    await desk.page.keyboard.type(number, { delay: 70 })
    await press('Enter')
    await at(`record-${number}`).waitFor()
    for (let part = 0; part < 8; part++) {
      await press('F6')
      if (await desk.page.evaluate(() => document.activeElement?.closest('[data-testid=result]') != null))
        break
    }
    while ((await focused()) !== 'disable') await press('Tab')
    await press('Enter')
    await at('confirm').waitFor()
    await press('Enter')
    await at(`record-${number}`).locator('[data-state=disabled]').first().waitFor()
    expect(await press('Escape')).toBe('desk-input')
    expect(await at(`record-${number}`).count()).toBe(0)
  })

  it('a list is run with one key, and the focus is there when it has ended', async () => {
    await press('Control+Shift+D')
    for (const one of listed) {
      await desk.page.keyboard.type(one, { delay: 70 })
      await press('Enter')
    }
    await at('run-list').waitFor()
    await desk.page.waitForFunction(
      () => document.querySelectorAll('[data-testid=list-table] [data-key]').length === 3,
    )
    await press('Control+Enter')
    await at('confirm-list').waitFor()
    await press('Enter')
    await at('clear-list').waitFor()
    await desk.page.getByTestId('list-panel').getByText('3 disabled').first().waitFor()
    expect(await focused()).not.toBe('BODY')
    const effects = (await asking.effects(0)).slice(-listed.length)
    expect(effects.map(({ target }) => target)).toEqual(listed.map((one) => `LD${one}`))
  })

  it('every page is come to and walked through, part by part', async () => {
    for (const [place, name] of railPages.slice(0, 9).entries()) {
      await press(`Control+${place + 1}`)
      await at(`rail-${name}`).and(desk.page.locator('[aria-current=page]')).waitFor()
      await press('F6', 'F6', 'F6', 'Shift+F6')
      await press('Tab', 'Tab', 'Tab', 'Shift+Tab')
    }
  })

  it('every page without a key is come to by its name', async () => {
    const withKeys: readonly string[] = railPages.slice(0, 9)
    for (const name of pageNames.filter((one) => !withKeys.includes(one) && one !== 'to-settle')) {
      await press('Control+k')
      await at('palette-input').waitFor()
      const title = await desk.page.evaluate((id) => {
        const entry = document.querySelector(`[data-entry="page:${id}"] .title`)
        return entry instanceof HTMLElement ? entry.innerText : ''
      }, name)
      await desk.page.keyboard.type(title, { delay: 70 })
      await desk.page.locator(`[data-entry="page:${name}"][aria-selected=true]`).waitFor()
      await press('Enter')
      await desk.page.waitForFunction((id) => location.hash.startsWith(`#/${id}`), name)
      await press('Tab', 'Tab', 'F6')
    }
  })
})
