import { describe, expect, it } from 'vitest'
import { onPage } from './support/on-page'

// The keys of a list, while the details of a row are open beside it.

const desk = onPage({ register: ['northBridge', 'riverside'] })

const lists = [
  ['rail-assets', 'asset-table', 'asset-details'],
  ['rail-employees', 'employee-table', 'employee-details'],
  ['rail-customers', 'customers-table', 'customer-details'],
  ['rail-journal', 'journal-table', 'entry-details'],
] as const

const rowsOf = (table: string) => desk.at(table).locator('[data-index]')
const activeRow = (table: string) =>
  desk.at(table).evaluate((grid) => {
    const row = document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')
    return row?.getAttribute('data-index') ?? null
  })
const hasFocus = (testId: string) => desk.at(testId).evaluate((part) => part === document.activeElement)

describe.each(lists)('%s', (rail, table, details) => {
  it('goes on to the next row after a click, and closes the details with Esc', async () => {
    await desk.disableFirst(3)
    await desk.at(rail).click()
    await rowsOf(table).nth(0).click()
    await desk.at(details).waitFor()
    const clicked = Number(await activeRow(table))
    await desk.press('ArrowDown')
    await expect.poll(() => activeRow(table)).toBe(String(clicked + 1))
    expect(await hasFocus(table)).toBe(true)
    await desk.press('Escape')
    await desk.at(details).waitFor({ state: 'detached' })
    expect(await hasFocus(table)).toBe(true)
  })

  it('gives the focus to details that cover it', async () => {
    await desk.disableFirst(3)
    await desk.resize(800, 640)
    await desk.at(rail).click()
    await rowsOf(table).nth(0).click()
    await desk.at(details).waitFor()
    await expect.poll(() => hasFocus(details)).toBe(true)
    await desk.press('Escape')
    await desk.at(details).waitFor({ state: 'detached' })
    expect(await hasFocus(table)).toBe(true)
  })
})

it('closes with Esc the dialog that details opened, and keeps both until what was typed is discarded', async () => {
  await desk.at('rail-assets').click()
  await rowsOf('asset-table').nth(0).click()
  await desk.at('asset-details').waitFor()
  await desk.at('edit-lock-name').focus()
  await desk.press('Enter')
  await desk.at('lock-name-input').waitFor()
  await desk.type('Reception')
  await desk.press('Escape')
  await desk.at('input-warned').waitFor()
  expect(await desk.at('lock-name-input').inputValue()).toBe('Reception')
  await desk.at('cancel').click()
  await desk.at('lock-name-input').waitFor({ state: 'detached' })
  expect(await desk.at('asset-details').isVisible()).toBe(true)
  expect(await hasFocus('edit-lock-name')).toBe(true)
})
