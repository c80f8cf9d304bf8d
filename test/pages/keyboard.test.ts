import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pageNames, navigationPages } from '../../src-renderer/actions/pages'
import { onPage } from './support/on-page'

// Complete tasks without a mouse. After each key an element has the focus; otherwise keys have no effect.

const number = '8000000017'
const listed = ['8000000022', '8000000024', '8000000025']

const desk = onPage()
/** The keys after which no element had the focus. */
let focusLosses: string[] = []

beforeEach(async () => {
  await desk.at(`card-${number}`).waitFor()
})
afterEach(() => {
  expect(focusLosses).toEqual([])
  focusLosses = []
})

const focused = () =>
  desk.page.evaluate(async () => {
    // A removed focus is restored within a few frames.
    for (let frame = 0; frame < 6; frame++) await new Promise((done) => requestAnimationFrame(done))
    const { activeElement } = document
    if (!(activeElement instanceof HTMLElement)) return 'BODY'
    return activeElement.dataset['testid'] ?? activeElement.tagName
  })
const press = async (...keys: readonly string[]): Promise<string> => {
  let on = ''
  for (const key of keys) {
    await desk.press(key)
    on = await focused()
    if (on === 'BODY') focusLosses.push(key)
  }
  return on
}

describe('keyboard operation', () => {
  it('searches, disables and closes a lock', async () => {
    expect(await press('Control+l')).toBe('desk-input')
    await desk.page.keyboard.type(number, { delay: 70 })
    await press('Enter')
    await desk.at(`record-${number}`).waitFor()
    expect(await press('Control+ArrowDown')).toBe('disable')
    await press('Enter')
    await desk.at('confirm').waitFor()
    await press('Enter')
    await desk.at(`record-${number}`).locator('[data-state=disabled]').first().waitFor()
    expect(await press('Escape')).toBe('desk-input')
    await expect.poll(() => desk.at(`record-${number}`).count()).toBe(0)
  })

  it('runs a list with one key, and keeps the focus when it ends', async () => {
    await press('Control+Shift+D')
    for (const one of listed) {
      await desk.page.keyboard.type(one, { delay: 70 })
      await press('Enter')
    }
    await desk.at('run-list').waitFor()
    await desk.page.waitForFunction(
      () => document.querySelectorAll('[data-testid=list-table] [data-key]').length === 3,
    )
    await press('Control+Enter')
    await desk.at('confirm-list').waitFor()
    await press('Enter')
    await desk.at('clear-list').waitFor()
    await desk.page.getByTestId('list-panel').getByText('3 disabled').first().waitFor()
    expect(await focused()).not.toBe('BODY')
    const sent = desk.callsOf('jobs/start').flatMap(({ rows }): readonly unknown[] => rows)
    expect(sent).toMatchObject(listed.map((one) => ({ assetNum: `LD${one}` })))
  })

  it('goes with the details of a row that Enter opens in the list, and back with Esc', async () => {
    await press('Control+Shift+D')
    for (const one of listed) {
      await desk.page.keyboard.type(one, { delay: 70 })
      await press('Enter')
    }
    await desk.waitForLookup()
    await desk.tabTo('list-table')
    await press('ArrowDown', 'Enter')
    await desk.page.locator('[data-testid^=record-]').waitFor()
    // The choice between details and list is no button: a second Enter changes nothing.
    await expect.poll(focused).toBe('desk-side-record')
    await press('Tab')
    const details = desk.page.getByRole('region', { name: 'Lock details' })
    expect(await details.evaluate((shown) => shown.contains(document.activeElement))).toBe(true)
    expect(await press('Escape')).toBe('list-table')
  })

  it('opens every page and moves through its parts', async () => {
    for (const [place, name] of navigationPages.slice(0, 9).entries()) {
      await press(`Control+${place + 1}`)
      await desk.at(`rail-${name}`).and(desk.page.locator('[aria-current=page]')).waitFor()
      await press('F6', 'F6', 'F6', 'Shift+F6')
      await press('Tab', 'Tab', 'Tab', 'Shift+Tab')
    }
  })

  it.each(['desk', 'assets', 'orders'])('opens a file from the page %s', async (name) => {
    await press(`Control+${navigationPages.findIndex((one) => one === name) + 1}`)
    await desk.at(`rail-${name}`).and(desk.page.locator('[aria-current=page]')).waitFor()
    const chosen = desk.page.waitForEvent('filechooser')
    await press('Control+o')
    await (await chosen).setFiles([])
    // A page without an import of its own leads to the list of the desk.
    const shown = name === 'orders' ? 'orders' : 'desk'
    await desk.at(`rail-${shown}`).and(desk.page.locator('[aria-current=page]')).waitFor()
  })

  it('opens every page without a key by its name', async () => {
    const withKeys: readonly string[] = navigationPages.slice(0, 9)
    for (const name of pageNames.filter((one) => !withKeys.includes(one) && one !== 'to-settle')) {
      await press('Control+k')
      await desk.at('palette-input').waitFor()
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
