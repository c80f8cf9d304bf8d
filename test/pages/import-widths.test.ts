import { expect, it } from 'vitest'
import { cutCells } from './support/cut-cells'
import { onPage } from './support/on-page'

// The rows of an import are read to their results, without scrolling sideways.

const desk = onPage()

const openEnterprises = async (...lines: readonly string[]): Promise<void> => {
  await desk.at('rail-customers').click()
  await desk.at('import-enterprises').click()
  await desk.page
    .getByTestId('enterprise-import-file')
    .setInputFiles({ name: 'customers.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
}

it.each([
  [960, 640],
  [1040, 700],
  [1280, 800],
])('the employees of an import fit into a window of %d × %d', async (width, height) => {
  await desk.resize(width, height)
  await desk.at('rail-employees').click()
  await desk.at('open-import').click()
  const csv = [
    'Account,Name,Department,Mobile,Remark',
    'wrong account,,x,12,',
    'user1,One,,13900001000,r',
  ].join('\n')
  await desk.page
    .getByTestId('import-file')
    .setInputFiles({ name: 'staff.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await desk.at('use-column').click()
  await desk.page.getByTestId('import-row').first().waitFor()
  const sideways = () =>
    desk.at('import-table').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  await expect.poll(sideways).toBe(0)
})

it.each([
  [960, 640],
  [1280, 800],
])('the enterprise IDs of an import are read to their ends in a window of %d × %d', async (width, height) => {
  await desk.resize(width, height)
  await openEnterprises(
    'Enterprise ID,Channel code,Channel customer ID',
    '5317046820917364502,CRM-EAST,NB-10018',
    '5317046820917364503,CRM-EAST,NB-10019',
  )
  await desk.at('use-column').click()
  const table = desk.at('enterprise-import-table')
  await table.waitFor()
  const cut = () =>
    table
      .locator('.value.digits')
      .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length)
  await expect.poll(cut).toBe(0)
  expect(await table.locator('.value.digits').count()).toBeGreaterThan(1)
  expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})

it.each(['en', 'zh'] as const)(
  'five columns are matched without scrolling sideways: %s',
  async (language) => {
    await desk.resize(960, 640)
    await desk.setAppearance({ language })
    await openEnterprises(
      'Enterprise ID,Enterprise name,Channel code,Channel customer ID,Contact',
      '5317046820917364502,Harbor & Sons International Construction,CRM-EAST,NB-10018,Emma Clarke of the office',
    )
    const choice = desk.at('column-choice')
    const selects = choice.locator('th select')
    await selects.first().waitFor()
    const cut = await selects.evaluateAll((all) =>
      all.flatMap((select) => {
        const { selectedOptions, clientWidth } = select as HTMLSelectElement
        const { font, paddingLeft, paddingRight } = getComputedStyle(select)
        const text = selectedOptions[0]?.label ?? ''
        const context = document.createElement('canvas').getContext('2d')!
        context.font = font
        const room = clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
        return context.measureText(text).width > room ? [text] : []
      }),
    )
    expect(cut).toEqual([])
    const sideways = await choice
      .locator('table')
      .evaluate(({ parentElement: frame }) => frame!.scrollWidth - frame!.clientWidth)
    expect(sideways).toBe(0)
  },
)

it.each(['en', 'zh'] as const)(
  'why a row is invalid is read to its end, with room around it: %s',
  async (language) => {
    await desk.resize(960, 640)
    await desk.setAppearance({ language })
    await openEnterprises(
      'Enterprise ID,Enterprise name,Channel code,Channel customer ID',
      '5.12E+18,One,,',
      '51234 56,Two,,',
      ',,,NB-1',
      ',,CRM-EAST,',
      ',Five,,',
      `5317046820917364502,${'n'.repeat(201)},,`,
      `${'5'.repeat(201)},Seven,,`,
      '#REF!,Eight,,',
      '=A2&B2,Nine,,',
    )
    await desk.at('use-column').click()
    const rows = desk.page.getByTestId('enterprise-import-row')
    await rows.nth(8).waitFor()
    expect(await cutCells(rows.locator('[data-group]'))).toEqual([])
    // A dash in the font of numbers is longer than the one beside it.
    const dashes = await rows
      .locator('.value', { hasText: /^[–—]$/ })
      .evaluateAll(
        (all) => new Set(all.map((one) => one.textContent + getComputedStyle(one).fontFamily)).size,
      )
    expect(dashes).toBe(1)
    const tight = await rows.evaluateAll(
      (all) =>
        all.filter((row) => {
          const text = row.querySelector('[data-group]')!.getBoundingClientRect()
          const { top, bottom } = row.getBoundingClientRect()
          return text.top - top < 4 || bottom - text.bottom < 4
        }).length,
    )
    expect(tight).toBe(0)
  },
)
