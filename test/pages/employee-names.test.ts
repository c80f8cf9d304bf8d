import { expect, it } from 'vitest'
import { cutCells } from './support/cut-cells'
import { onPage } from './support/on-page'

const desk = onPage({
  prepare: (world) => {
    world.employees = world.employees.map((employee) => ({ ...employee, name: '黄建国 Huang Jianguo' }))
  },
})

it.each([
  [960, 640],
  [1280, 800],
])('names are read to their ends beside the details in a window of %d × %d', async (width, height) => {
  await desk.resize(width, height)
  await desk.at('rail-employees').click()
  const rows = desk.page.locator('[role=row][data-key]')
  await rows.first().click()
  const names = desk.page.locator('[role=row][data-key] .cell.name')
  await desk.at('employee-details').waitFor()
  expect(await names.count()).toBeGreaterThan(1)
  await expect.poll(() => cutCells(names)).toEqual([])
})
