import { beforeEach, describe, expect, it } from 'vitest'
import { onPage } from './support/on-page'

const number = '8000000017'
const disabled = '8000000018'

const desk = onPage()

beforeEach(async () => {
  await desk.at(`card-${number}`).waitFor()
})

const option = (entry: string) => desk.page.locator(`[data-entry="${entry}"]`)
const open = async () => {
  await desk.press('Control+k')
  await desk.at('palette-input').waitFor()
}
const find = async (text: string) => {
  await open()
  // At typing speed: faster keys are a scan.
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
  it('disables a lock from another page', async () => {
    await desk.press('Control+6')
    await desk.at('asset-table').waitFor()
    await find(number)
    await option(`action:disable-lock:${number}`).waitFor()
    await desk.press('ArrowDown')
    await desk.press('Enter')
    await desk.at('confirm').waitFor()
    await desk.press('Enter')
    await expect
      .poll(() => desk.world.records.find(({ shellNumber }) => shellNumber === number)?.locked)
      .toBe(true)
  })

  it.each([
    ['typed at once', 0, 0],
    ['typed, and scanned', 120, 0],
    ['typed, and scanned slowly', 120, 30],
    ['typed', 120, 120],
  ])('uses the action before a number, %s', async (_how, typing, scanning) => {
    await open()
    await desk.page.keyboard.type('enable ', { delay: typing })
    await desk.page.keyboard.type(disabled, { delay: scanning })
    await desk.page.keyboard.press('Enter')
    await desk.at('confirm').waitFor()
    await desk.press('Escape')
    await expect.poll(() => desk.at('confirm').count()).toBe(0)
  })

  it('keeps an action and a number that was scanned without an end key, until Enter', async () => {
    await open()
    await desk.page.keyboard.type('enable ', { delay: 120 })
    await desk.page.keyboard.type(disabled)
    await option(`action:enable-lock:${disabled}`).waitFor()
    // Longer than the silence that ends a scan elsewhere.
    await desk.page.waitForTimeout(400)
    expect(await desk.at('palette-input').inputValue()).toBe(`enable ${disabled}`)
    await desk.press('Enter')
    await desk.at('confirm').waitFor()
    await desk.press('Escape')
    await expect.poll(() => desk.at('confirm').count()).toBe(0)
  })

  it('goes to a section of the settings by what stands in it, again after the page was scrolled', async () => {
    const isAtTop = () =>
      desk.page.evaluate(() => (document.getElementById('data')?.getBoundingClientRect().top ?? 999) < 100)
    await find('set-up')
    await option('settings:data').waitFor()
    await desk.press('Enter')
    await desk.at('export-setup').waitFor()
    await expect.poll(isAtTop).toBe(true)
    await desk.at('settings-sections').getByRole('button').first().click()
    await expect.poll(isAtTop).toBe(false)
    await find('set-up')
    await option('settings:data').waitFor()
    await desk.press('Enter')
    await expect.poll(isAtTop).toBe(true)
  })

  it('opens a page and starts its action', async () => {
    await find('import emp')
    await option('action:import-employees').waitFor()
    await desk.press('Enter')
    await desk.at('import-back').waitFor()
    expect(await focused()).not.toBe('BODY')
  })

  it('finds an employee and opens the details', async () => {
    await find('chen yu')
    const employee = desk.page.locator('[data-testid=palette-employee] [role=option]').first()
    await employee.waitFor()
    const name = (await employee.innerText()).split('\n')[0] ?? ''
    await desk.press('Enter')
    await desk.at('employee-details').waitFor()
    await expect.poll(() => desk.at('employee-details').innerText()).toContain(name)
  })

  it('reads a scan as a search, also with a Chinese input method', async () => {
    await open()
    await desk.scan('8000009999')
    await desk.at('not-listed').waitFor()
    await expect.poll(() => desk.at('palette').count()).toBe(0)
  })

  it('holds the focus while open, restores it, and lists the last action first', async () => {
    await find('import emp')
    await desk.press('Enter')
    await desk.at('import-back').waitFor()
    await desk.press('Control+1')
    await desk.at('desk-input').focus()
    await open()
    await expect.poll(() => desk.page.getByTestId('palette-recent').innerText()).toContain('Import employees')
    await desk.press('Tab')
    await desk.press('Shift+Tab')
    expect(await focused()).toBe('palette-input')
    await desk.press('Escape')
    expect(await focused()).toBe('desk-input')
  })

  it.each(['palette', 'dialog'])('a press beside it closes the %s and restores the focus', async (testId) => {
    const opener = testId === 'palette' ? desk.at('desk-input') : desk.card(number).getByTestId('disable')
    await opener.focus()
    await desk.press(testId === 'palette' ? 'Control+k' : 'Enter')
    await desk.at(testId).waitFor()
    // A press that belongs to the opening closes nothing.
    const pressBeside = async () => {
      await desk.page.mouse.click(640, 780)
      return desk.at(testId).count()
    }
    await expect.poll(pressBeside, { interval: 600 }).toBe(0)
    expect(await focused()).toBe(await opener.getAttribute('data-testid'))
  })

  it('lists the current keys', async () => {
    await desk.at('desk-input').focus()
    await desk.press('F1')
    await desk.at('keys-page').waitFor()
    await expect.poll(() => desk.at('keys-everywhere').innerText()).toMatch(/Ctrl\s*K/)
    await desk.press('Escape')
    expect(await focused()).toBe('desk-input')
  })
})
