import { beforeEach, describe, expect, it } from 'vitest'
import { pageNames, pages } from '../../src-renderer/actions/pages'
import { shell } from '../renderer/support/samples'
import { onPage } from './support/on-page'
import type { World } from './support/world/world'

const number = '8000000017'
let length = 60
const long = (letter: string): string => letter.repeat(length)

/** Names, notes and numbers without a place to break. */
const withLongTexts = (world: World): void => {
  world.records = world.records.map((record) => ({
    ...record,
    enterpriseName: long('E'),
    holder: record.holder === null ? null : { ...record.holder, name: long('P') },
  }))
  world.employees = world.employees.map((employee) => ({ ...employee, name: long('P'), userName: long('u') }))
  const [first] = world.records.filter(({ shellNumber }) => shellNumber === shell(number))
  if (first !== undefined) {
    const { enterpriseGlobalId, assetNum } = first
    world.names = [{ enterpriseGlobalId, assetNum, name: long('N'), note: long('M') }]
  }
}

const desk = onPage({ prepare: withLongTexts })

/** What scrolls sideways, besides the table cells' own scrolling region and the rows that are meant to. */
const sideways = (): Promise<string[]> =>
  desk.page.evaluate(() =>
    [...document.querySelectorAll('html, main, main *, [popover]:popover-open, dialog, dialog *')].flatMap(
      (element) => {
        const { overflowX } = getComputedStyle(element)
        const isScroller = element === document.documentElement || /auto|scroll/.test(overflowX)
        if (!isScroller || element.scrollWidth <= element.clientWidth + 1) return []
        if (element.closest('.simulator, .strip') !== null || element.matches('input, textarea')) return []
        return [`${element.tagName}.${element.className} ${element.scrollWidth} > ${element.clientWidth}`]
      },
    ),
  )
/** Statuses that are cut or outside the window. */
const hiddenStatuses = (): Promise<string[]> =>
  desk.page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main [data-state].n-tag, main .row-tag')].flatMap((tag) => {
      const { left, right, width } = tag.getBoundingClientRect()
      if (width === 0) return []
      const box = tag.closest('article, [role=gridcell], section, aside')?.getBoundingClientRect()
      const isIn = left >= 0 && right <= innerWidth && (box === undefined || right <= box.right + 1)
      return isIn ? [] : [`${tag.textContent.trim()} at ${left}–${right}`]
    }),
  )
const nothingPushed = async (where: string): Promise<void> => {
  // Nothing says that all widths are settled.
  await desk.page.waitForTimeout(150)
  expect(await sideways(), where).toEqual([])
  expect(await hiddenStatuses(), where).toEqual([])
}

describe.each([60, 500])('texts of %d letters without spaces', (letters) => {
  beforeEach(async () => {
    length = letters
    await desk.reload()
  })

  it.each([
    [960, 640],
    [1280, 800],
  ])('push nothing out of any page of %d × %d', async (width, height) => {
    withLongTexts(desk.world)
    await desk.reload()
    await desk.resize(width, height)
    for (const name of pageNames) {
      await desk.page.evaluate((path) => (location.hash = `#${path}`), pages[name].path)
      await desk.page.locator('main h1').first().waitFor({ state: 'attached' })
      await nothingPushed(name)
    }
  })

  it('push nothing out of a card, the details or a row', async () => {
    withLongTexts(desk.world)
    await desk.reload()
    await desk.resize(960, 640)
    await desk.cardIs(number)
    await nothingPushed('card')
    await desk.card(number).getByTestId('open').click()
    await desk.at(`record-${number}`).waitFor()
    await nothingPushed('details')
    await desk.at('rail-assets').click()
    await desk.at('asset-table').getByRole('row').nth(1).click()
    // The table beside it scrolls where its columns have no room.
    expect((await sideways()).filter((place) => place.includes('details'))).toEqual([])
  })
})

describe('100 kB pasted without a space', () => {
  const text = 'W'.repeat(100_000)

  it.each(['desk-input', 'asset-search', 'employee-search', 'find-customer', 'journal-filter'])(
    'into %s push nothing',
    async (field) => {
      const page = { 'asset-search': 'assets', 'employee-search': 'employees', 'find-customer': 'customers' }[
        field
      ]
      if (page !== undefined) await desk.at(`rail-${page}`).click()
      if (field === 'journal-filter') await desk.at('rail-journal').click()
      await desk.at(field).fill(text)
      await desk.at(field).press('Enter')
      await nothingPushed(field)
    },
  )
})
