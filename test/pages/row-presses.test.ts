import { describe, expect, it } from 'vitest'
import { onPage } from './support/on-page'
import { clickAt, middleOf } from './support/gestures'

// Rows open by one press. Several presses in one place, and a selection, do nothing else.

const desk = onPage({ register: ['northBridge', 'riverside'] })

const selectedText = () => desk.page.evaluate(() => String(getSelection()))
const openAssets = async () => {
  await desk.at('rail-assets').click()
  await desk.at('table-row').waitFor()
}

describe('a row', () => {
  it.each([2, 3])('that is pressed %i times opens once, and no text is selected', async (times) => {
    await openAssets()
    const place = await middleOf(desk.at('table-row').locator('.cell').nth(1))
    await clickAt(
      desk.page,
      place,
      Array.from({ length: times }, (_, index) => index * 60),
    )
    await desk.at('asset-details').waitFor()
    expect(await selectedText()).toBe('')
  })

  it('does not open when its text is selected, and opens by the next press', async () => {
    await openAssets()
    const box = await desk.at('table-row').locator('.cell').nth(2).boundingBox()
    if (box === null) throw new Error('no cell')
    const y = box.y + box.height / 2
    await desk.page.mouse.move(box.x + 1, y)
    await desk.page.mouse.down()
    await desk.page.mouse.move(box.x + box.width - 2, y, { steps: 4 })
    await desk.page.mouse.up()
    expect((await selectedText()).trim()).not.toBe('')
    expect(await desk.page.getByTestId('asset-details').count()).toBe(0)
    await desk.page.mouse.click(box.x + 8, y)
    await desk.at('asset-details').waitFor()
  })
})

it('a place without text selects no text near it', async () => {
  await openAssets()
  await desk.page.evaluate(() => getSelection()?.removeAllRanges())
  const head = await desk.page.locator('main h1').first().boundingBox()
  if (head === null) throw new Error('no heading')
  await clickAt(desk.page, { x: head.x - 12, y: head.y + head.height / 2 }, [0, 60, 120])
  expect(await selectedText()).toBe('')
})

describe('the filters of the activity log', () => {
  it('move nothing below them, and an own period is typed at once', async () => {
    await desk.resize(960, 640)
    await desk.disableFirst(3)
    await desk.at('rail-journal').click()
    await desk.at('journal-row').waitFor()
    const top = async () => (await desk.at('journal-table').boundingBox())?.y
    const before = await top()
    await desk.at('filter-journal-range').click()
    await desk.at('filter-journal-range-own').click()
    await expect
      .poll(() => desk.page.evaluate(() => document.activeElement?.getAttribute('data-testid')))
      .toBe('journal-from')
    await desk.at('journal-from').pressSequentially('2026-11-30')
    await desk.at('journal-to').fill('2026-11-01')
    const [from, to] = [desk.at('journal-from'), desk.at('journal-to')]
    await expect.poll(() => to.getAttribute('aria-invalid')).toBe('true')
    expect(await from.getAttribute('aria-invalid')).toBe(null)
    const message = await to.getAttribute('aria-describedby')
    expect(await desk.page.locator(`[id="${message ?? ''}"]`).innerText()).toContain('Before the first day')
    // Corrected, it is used, and Enter is done with the period.
    await to.fill('2026-12-01')
    await expect.poll(() => to.getAttribute('aria-invalid')).toBe(null)
    await desk.press('Enter')
    await expect.poll(() => desk.at('filter-journal-range').innerText()).toContain('2026-11-30 – 2026-12-01')
    await desk.at('filter-journal-action').click()
    await desk.at('filter-journal-action-allocate').click()
    await desk.at('journal-no-match').waitFor()
    expect(await top()).toBe(before)
    await desk.at('journal-result-done').click()
    expect(await top()).toBe(before)
  })
})
