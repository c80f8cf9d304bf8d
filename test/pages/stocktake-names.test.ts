import { expect, it } from 'vitest'
import type { Stocktake } from '#shared/model/stocktake'
import { succeed } from '#shared/outcome'
import { cutCells } from './support/cut-cells'
import { onPage } from './support/on-page'

const stocktakeOf = (name: string, startedBy: string): Stocktake => ({
  id: name,
  scope: { kind: 'list', name },
  state: 'finished',
  startedAt: Date.now(),
  startedBy,
  ended: { at: Date.now(), by: startedBy },
  expected: 719,
  present: 684,
  lent: 33,
  others: 1,
  comparedWith: Date.now(),
  isShared: false,
})
const stocktakes = [
  stocktakeOf('North Bridge Automation Co., Ltd.', 'Li Wei'),
  stocktakeOf('上海建筑设计研究院有限公司', 'Chen Yu'),
]
const desk = onPage({ handlers: () => ({ 'stocktakes/list': () => succeed(stocktakes) }) })

it.each([
  [960, 640],
  [1280, 800],
])('what was counted is read to its end in a window of %d × %d', async (width, height) => {
  await desk.resize(width, height)
  await desk.at('rail-stocktake').click()
  const names = desk.page.locator('[role=row][data-key] .cell.scope')
  await expect.poll(() => names.count()).toBe(2)
  await expect.poll(() => cutCells(names)).toEqual([])
  // A lock that no list has is as much of a result as a missing one.
  const isNarrow = width === 960
  const unexpected = isNarrow
    ? desk.page.getByTestId('stocktake-others')
    : desk.page.locator('[role=row][data-key] .cell.others')
  const shown = (await unexpected.allInnerTexts()).map((text) => text.trim())
  expect(shown).toEqual(isNarrow ? ['+1', '+1'] : ['1', '1'])
  expect(await cutCells(desk.page.locator('[role=row][data-key] .cell.counted'))).toEqual([])
  expect(await desk.at('stocktake-others').isVisible()).toBe(isNarrow)
})
