import { expect, it } from 'vitest'
import { onPage } from './support/on-page'

// The rows of an import are read to their results, without scrolling sideways.

const desk = onPage()

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
  await desk.at('rail-customers').click()
  await desk.at('import-enterprises').click()
  const csv = [
    'Enterprise ID,Channel code,Channel customer ID',
    '5317046820917364502,CRM-EAST,NB-10018',
    '5317046820917364503,CRM-EAST,NB-10019',
  ].join('\n')
  await desk.page
    .getByTestId('enterprise-import-file')
    .setInputFiles({ name: 'customers.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
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
