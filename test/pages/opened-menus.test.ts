import { expect, it } from 'vitest'
import { onPage } from './support/on-page'

// The next key belongs to what was opened, however busy the page is.

const desk = onPage()

/** The test ID of what has the focus when the event comes that something opened: a key may come before. */
const focusedAtOpening = async (button: string, how: 'click' | 'key'): Promise<string> => {
  const control = desk.at(button)
  await control.waitFor()
  await desk.page.evaluate(() => {
    Object.assign(window, { focusedAtOpening: undefined })
    const note = () =>
      Object.assign(window, { focusedAtOpening: document.activeElement?.getAttribute('data-testid') ?? '' })
    window.addEventListener('toggle', note, { capture: true, once: true })
  })
  if (how === 'click') await control.click()
  else {
    await control.focus()
    await desk.press('Enter')
  }
  const noted = await desk.page.waitForFunction(
    () => (window as unknown as { focusedAtOpening?: string }).focusedAtOpening,
  )
  return (await noted.jsonValue()) ?? ''
}

const showPeriod = async (): Promise<void> => {
  await desk.at('filter-journal-range').click()
  await desk.at('filter-journal-range-own').click()
}

it.each([
  ['a menu', 'assets', 'filter-holder', /^filter-holder-none$/],
  ['the choice of columns', 'assets', 'columns-menu', /^column-/],
  ['the choice of the operator', 'desk', 'operator', /^operator-(?:choice|field)$/],
  ['a calendar', 'journal', 'journal-from-calendar', /^day-/],
  ['the explanation of a term', 'settings', 'tip-channel-code', /^tip-channel-code-text$/],
])('gives the keys to %s', async (_name, page, button, first) => {
  for (const how of ['click', 'key'] as const) {
    await desk.reload()
    await desk.page.getByTestId(`rail-${page}`).click()
    if (page === 'journal') await showPeriod()
    expect(await focusedAtOpening(button, how), how).toMatch(first)
  }
})

it('moves in a menu that the keys opened, key by key', async () => {
  await desk.page.getByTestId('rail-customers').click()
  await desk.tabTo('customers-more')
  await desk.page.keyboard.press('Enter')
  await desk.page.keyboard.press('ArrowDown')
  await expect
    .poll(() => desk.page.evaluate(() => document.activeElement?.getAttribute('data-testid')))
    .toBe('create-enterprise')
})

const focused = () =>
  desk.page.evaluate(
    () => document.activeElement?.getAttribute('data-testid') ?? document.activeElement?.tagName,
  )

it('goes to the first and the last command of a menu with Home and End', async () => {
  await desk.at('rail-customers').click()
  await desk.tabTo('customers-more')
  await desk.press('Enter')
  await expect.poll(focused).toBe('bind-customer')
  await desk.press('End')
  expect(await focused()).toBe('update-customer')
  await desk.press('Home')
  expect(await focused()).toBe('bind-customer')
})

it.each([
  ['a menu', 'assets', 'columns-menu', 'Tab'],
  ['a menu, backwards', 'assets', 'views-menu', 'Shift+Tab'],
  ['the choice of the operator', 'desk', 'operator', 'Tab'],
  ['a calendar', 'journal', 'journal-from-calendar', 'Tab'],
  ['the panel of the platform', 'desk', 'platform-status', 'Tab'],
] as const)(
  'closes %s that the focus leaves, so that it covers no control',
  async (_name, page, button, key) => {
    await desk.reload()
    await desk.at(`rail-${page}`).click()
    if (page === 'journal') await showPeriod()
    await desk.at(button).focus()
    await desk.press('Enter')
    const panelId = (await desk.at(button).getAttribute('popovertarget')) ?? ''
    const open = desk.page.locator(`[id="${panelId}"]:popover-open`)
    await open.waitFor()
    const isInside = () =>
      desk.page.evaluate(
        (id) =>
          document.getElementById(id)?.contains(document.activeElement) === true ||
          document.activeElement?.getAttribute('popovertarget') === id,
        panelId,
      )
    for (let step = 0; step < 20 && (await isInside()); step += 1) await desk.press(key)
    expect(await isInside()).toBe(false)
    const left = await focused()
    await expect.poll(() => open.count()).toBe(0)
    // It is the focus that closes it, and it stays where it went.
    expect(await focused()).toBe(left)
  },
)

it.each([
  ['a menu', 'assets', 'columns-menu'],
  ['the choice of the operator', 'desk', 'operator'],
  ['a calendar', 'journal', 'journal-from-calendar'],
  ['continuous mode', 'desk', 'continuous-switch'],
  ['the explanation of a term', 'settings', 'tip-channel-code'],
] as const)('keeps %s open when a place without a control in it is pressed', async (_name, page, button) => {
  await desk.reload()
  await desk.at(`rail-${page}`).click()
  if (page === 'journal') await showPeriod()
  await desk.at(button).click()
  const panelId = (await desk.at(button).getAttribute('popovertarget')) ?? ''
  const open = desk.page.locator(`[id="${panelId}"]:popover-open`)
  // Its edge has no control.
  await open.click({ position: { x: 4, y: 4 } })
  expect(await open.count()).toBe(1)
  expect(
    await open.evaluate((panel) => panel.contains(document.activeElement)),
    'the keys stay with it',
  ).toBe(true)
  await desk.press('Escape')
  await expect.poll(() => open.count()).toBe(0)
  await expect.poll(focused).toBe(button)
})

it('opens the choice of the operator from the search, and the keys are in it', async () => {
  await desk.reload()
  await desk.at('rail-desk').click()
  await desk.press('Control+k')
  await desk.at('palette-input').waitFor()
  await desk.type('Change operator')
  await desk.press('Enter')
  await expect.poll(focused).toMatch(/^operator-(?:choice|field)$/)
  expect(await desk.page.locator(':popover-open').getByTestId('operator-field').isVisible()).toBe(true)
})
