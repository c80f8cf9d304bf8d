import { describe, expect, it } from 'vitest'
import type { Stocktake, StocktakeRow } from '#shared/model/stocktake'
import { succeed } from '#shared/outcome'
import { onPage } from './support/on-page'

// A stocktake that the desks of a branch count together: what the other desk does shows by itself.

const numbers = ['8000000017', '8000000018', '8000000019', '8000000020']
const stocktake: Stocktake = {
  id: '00000000-0000-4000-8000-000000000001',
  scope: { kind: 'list', name: 'Cabinet' },
  state: 'counting',
  startedAt: Date.now(),
  startedBy: 'Zhang Jing',
  ended: null,
  expected: numbers.length,
  present: 1,
  lent: 0,
  others: 0,
  comparedWith: null,
  isShared: true,
}
const rowOf = (number: string, operator: string | null = null): StocktakeRow => ({
  number,
  assetNum: null,
  enterpriseName: 'North Bridge',
  result: operator === null ? 'not-counted' : 'present',
  status: 'enabled',
  lentTo: null,
  counted: operator === null ? null : { at: Date.now(), by: 'input', operator },
  comparison: null,
  isDouble: false,
})
let rows: StocktakeRow[] = []

const desk = onPage({
  prepare: () => {
    rows = numbers.map((number, at) => rowOf(number, at === 0 ? 'Zhang Jing' : null))
  },
  handlers: () => ({
    'stocktakes/list': () => succeed([stocktake]),
    'stocktakes/read': () => succeed({ stocktake, rows, total: rows.length, version: 1 }),
    'stocktakes/count-plugged': () => succeed(null),
    'stocktakes/count': ({ numbers: scanned }) =>
      succeed({
        counted: [],
        repeated: rows.filter(({ number }) => scanned.includes(number)),
        invalid: [],
      }),
    'continuous/start': () => succeed(null),
    'continuous/stop': () => succeed(null),
  }),
})

const open = async (): Promise<void> => {
  await desk.at('rail-stocktake').click()
  await desk.at('stocktake-row').click()
  await desk.at('count-together').waitFor()
}
const counters = () => desk.page.getByTestId('counter').allInnerTexts()
const theyCount = (...counted: string[]): void => {
  rows = rows.map((row) => (counted.includes(row.number) ? rowOf(row.number, 'Zhang Jing') : row))
  desk.world.emit('stocktakes/changed', {
    stocktake: { ...stocktake, present: rows.filter(({ counted: by }) => by !== null).length },
    rows: rows.filter(({ number }) => counted.includes(number)),
    repeated: [],
    by: 'input',
  })
}
const theyFinish = (): void =>
  desk.world.emit('stocktakes/changed', {
    stocktake: { ...stocktake, state: 'finished', ended: { at: Date.now(), by: 'Zhang Jing' } },
    rows: [],
    repeated: [],
    by: 'input',
  })

describe('a stocktake of several desks', () => {
  it('is marked in the list, shows who has counted how many, and the other’s counts as they come', async () => {
    await desk.at('rail-stocktake').click()
    await desk.at('counted-together').waitFor()
    await open()
    expect(await counters()).toEqual(['Zhang Jing 1'])
    theyCount(numbers[1] ?? '', numbers[2] ?? '')
    await expect.poll(counters).toEqual(['Zhang Jing 3'])
    expect(await desk.at('stocktake-progress').innerText()).toContain('3 of 4')
    await desk.scan(numbers[2] ?? '')
    await desk.at('counted-before').waitFor()
    expect(await desk.at('counted-before').innerText()).toBe('Counted before by Zhang Jing')
  })

  it('that the other desk finishes is finished here: the field and an open dialog go, and it says who', async () => {
    await open()
    await desk.at('finish-stocktake').click()
    await desk.at('confirm-end').waitFor()
    theyFinish()
    await desk.at('confirm-end').waitFor({ state: 'detached' })
    await desk.at('ended-elsewhere').waitFor()
    expect(await desk.at('ended-elsewhere').innerText()).toBe('Ended by Zhang Jing at another computer.')
    expect(await desk.at('count-input').count()).toBe(0)
    // The keyboard is where it can go on.
    await expect
      .poll(() =>
        desk.page.evaluate(() => document.activeElement !== null && document.activeElement !== document.body),
      )
      .toBe(true)
  })

  it('hides the operators of other desks, too', async () => {
    await open()
    await desk.press('Control+Shift+H')
    await desk.at('names-hidden').waitFor()
    await expect.poll(counters).toEqual(['*** 1'])
    theyFinish()
    await expect.poll(() => desk.at('ended-elsewhere').innerText()).toBe('Ended by *** at another computer.')
    expect(await desk.page.locator('body').innerText()).not.toContain('Zhang Jing')
  })
})

it('the first lock of a further group moves no row in a small window', async () => {
  await desk.resize(960, 640)
  const groups = ['not-counted', 'lent', 'disabled', 'present'] as const
  rows = numbers.map((number, at) => ({ ...rowOf(number), result: groups[at] ?? 'present' }))
  await open()
  const top = async () => (await desk.at('stocktake-rows').boundingBox())?.y
  const before = await top()
  const unknown = ['8999999999', '8999999998'].map((number, at) => ({
    ...rowOf(number, 'Zhang Jing'),
    result: at === 0 ? ('not-found' as const) : ('unexpected' as const),
  }))
  desk.world.emit('stocktakes/changed', { stocktake, rows: unknown, repeated: [], by: 'input' })
  await desk.at('stocktake-not-found').waitFor()
  expect(await top()).toBe(before)
})
