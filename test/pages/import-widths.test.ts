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
