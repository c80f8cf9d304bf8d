import { beforeEach, describe, expect, it } from 'vitest'
import type { SignedOrderEntry } from '#shared/model/changes/work-order'
import type { Stocktake, StocktakeRow } from '#shared/model/stocktake'
import { succeed } from '#shared/outcome'
import { pageNames, pages } from '../../src-renderer/actions/pages'
import type { Handlers } from '../renderer/support/bridge-double'
import { shell } from '../renderer/support/samples'
import { onPage } from './support/on-page'
import { pasteCopied } from './support/paste-copied'
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

/** Where the world has no rows of a page: one with long texts. */
const longRows = (world: World): Handlers => {
  const row = (): StocktakeRow => ({
    number,
    assetNum: null,
    enterpriseName: long('E'),
    result: 'present',
    status: 'disabled',
    lentTo: long('P'),
    counted: { at: Date.now(), by: 'input', operator: long('O') },
    comparison: 'found-again',
    isDouble: true,
  })
  const stocktake = (): Stocktake => ({
    id: 'stocktake-1',
    scope: { kind: 'list', name: long('S') },
    state: 'finished',
    startedAt: Date.now(),
    startedBy: long('O'),
    ended: { at: Date.now(), by: long('O') },
    expected: 1,
    present: 1,
    lent: 0,
    others: 0,
    comparedWith: Date.now(),
    isShared: false,
  })
  const order = (): SignedOrderEntry => ({
    id: 'a1b2c3d4-0000-4000-8000-000000000000',
    checksum: '1234',
    action: 'disable',
    rowCount: 3,
    preparedBy: long('O'),
    note: long('M'),
    created: 1,
    notBefore: 1,
    expires: Date.now() + 86_400_000,
    saved: { at: 2, name: `${long('F')}.lockorder` },
    result: null,
  })
  const enterprises = () =>
    world.registered.map((enterpriseGlobalId) => ({
      enterpriseGlobalId,
      enterpriseName: long('E'),
      channelCode: long('C'),
      channelCustomerId: long('I'),
      assets: 1_000,
      readAt: Date.now(),
      failure: null,
    }))
  return {
    'enterprises/list': () =>
      succeed({ rows: enterprises(), total: world.registered.length, version: world.version }),
    'continuous/start': () => succeed(null),
    'continuous/stop': () => succeed(null),
    'stocktakes/list': () => succeed([stocktake()]),
    'stocktakes/read': () =>
      succeed({
        stocktake: stocktake(),
        rows: [row(), { ...row(), number: '8000000018', result: 'lent' }],
        total: 2,
        version: 1,
      }),
    'work-orders/signed': () => succeed([order()]),
  }
}

const desk = onPage({ prepare: withLongTexts, handlers: longRows })

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

  it('push nothing out of a list or its confirmation', async () => {
    withLongTexts(desk.world)
    desk.world.settings = { ...desk.world.settings, operatorIdentity: long('O') }
    await desk.reload()
    await desk.resize(960, 640)
    await desk.chooseAction('disable')
    await desk.paste(`${number}\n8000000016\n8000000026`)
    await desk.waitForLookup()
    await nothingPushed('list')
    const customer = desk.at('list-customer')
    expect(await customer.getAttribute('title')).toContain(long('E'))
    expect((await customer.boundingBox())?.height).toBeLessThan(40)
    await desk.at('run-list').click()
    await desk.at('list-consequence').waitFor()
    await nothingPushed('confirmation')
    const wide = await desk.at('list-consequence').evaluate((line) => line.scrollWidth - line.clientWidth)
    expect(wide).toBeLessThanOrEqual(1)
    await desk.press('Escape')
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
    await nothingPushed('asset row')
  })
})

describe.each([60, 500])('papers with texts of %d letters', (letters) => {
  it.each(['receipt', 'stocktake', 'handover'] as const)('show them to their ends: %s', async (paper) => {
    length = letters
    withLongTexts(desk.world)
    desk.world.records = desk.world.records.map((record, index) => ({
      ...record,
      enterpriseName: long(index % 2 === 0 ? 'E' : '企'),
    }))
    await desk.reload()
    await desk.resize(1280, 800)
    if (paper === 'receipt') {
      const { jobId } = await desk.disableFirst(4)
      await desk.page.evaluate((id) => (location.hash = `#/receipt/${id}`), jobId)
    } else if (paper === 'stocktake')
      await desk.page.evaluate(() => (location.hash = '#/stocktake/report/stocktake-1'))
    else {
      await desk.at('rail-lending').click()
      await desk.page.getByTestId('loan-row').first().click()
      await desk.page.getByRole('button', { name: 'Handover note' }).click()
    }
    const sheet = desk.at(`${paper}-paper`)
    await sheet.locator('td').first().waitFor()
    await nothingPushed(paper)
    const beyond = await sheet.evaluate((one) => one.scrollWidth - one.clientWidth)
    expect(beyond).toBeLessThanOrEqual(0)
  })
})

/** The row of each page that opens a panel, after those that lead to it. */
const panels = {
  lending: ['loan-row'],
  stocktake: ['stocktake-row', 'stocktake-lock'],
  'work-orders': ['signed-order'],
  customers: ['customer-row'],
  employees: ['employee-row'],
} as const

describe.each([60, 500])('details with texts of %d letters', (letters) => {
  it.each(Object.keys(panels) as (keyof typeof panels)[])('push nothing out on the page %s', async (page) => {
    length = letters
    withLongTexts(desk.world)
    await desk.reload()
    for (const [width, height] of [
      [1280, 800],
      [960, 640],
    ] as const) {
      await desk.resize(width, height)
      await desk.at(`rail-${page}`).click()
      if (width === 1280) for (const row of panels[page]) await desk.page.getByTestId(row).first().click()
      await nothingPushed(`${page} of ${width}`)
    }
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

  it.each([
    ['asset-search', 'Control+6', 200],
    ['employee-search', 'rail-employees', 200],
    ['journal-filter', 'rail-journal', 200],
    ['palette-input', 'Control+k', 100],
  ] as const)(
    'into %s say how much of it is searched, until the text is changed',
    async (field, way, limit) => {
      if (way.startsWith('Control')) await desk.press(way)
      else await desk.at(way).click()
      await pasteCopied(desk, field, text)
      const said = desk.page.getByText(`Only the first ${String(limit)} characters are searched.`).first()
      await said.waitFor()
      await desk.press('Backspace')
      await said.waitFor({ state: 'detached' })
    },
  )

  it('say that the end is missing where blanks at the beginning push it out', async () => {
    await desk.at('rail-employees').click()
    await pasteCopied(desk, 'employee-search', `   ${'W'.repeat(200)}`)
    await desk.page.getByText('Only the first 200 characters are searched.').first().waitFor()
  })

  it('into the field of the Desk page say that they were shortened, until the text is changed', async () => {
    await desk.at('desk-input').focus()
    await desk.app.evaluate(({ clipboard }) => clipboard.writeText(`8000000017 ${'8000000016 '.repeat(12)}`))
    await desk.press('Control+v')
    await desk.at('list-chips').waitFor()
    expect(await desk.at('field-note').count()).toBe(0)
    await pasteCopied(desk, 'desk-input', text)
    const said = desk.at('field-note').getByText('Shortened to 100 characters.')
    await said.waitFor()
    await nothingPushed('desk')
    await desk.press('Backspace')
    await said.waitFor({ state: 'detached' })
  })

  it('as a list into continuous mode say where the numbers are', async () => {
    await desk.chooseAction('disable')
    await desk.startContinuousMode()
    await desk.at('continuous-bar').waitFor()
    await pasteCopied(desk, 'desk-input', text)
    await desk.at('field-note').getByText('Shortened to 100 characters.').waitFor()
    await nothingPushed('continuous mode')
    await desk.at('desk-input').fill('')
    // Longer than the field, which does not get them.
    const numbers = Array.from({ length: 12 }, (_, at) => String(8_000_000_016 + at))
    await pasteCopied(desk, 'desk-input', numbers.join(' '))
    await desk.at('field-note').getByText('12 numbers were added to the list. They were not sent.').waitFor()
    expect(desk.callsOf('jobs/start')).toEqual([])
    await desk.type('8')
    await desk.at('field-note').waitFor({ state: 'detached' })
  })

  it('into a note say that they were shortened, until the text is changed', async () => {
    await desk.at('rail-lending').click()
    await desk.page.getByTestId('loan-row').first().click()
    await pasteCopied(desk, 'loan-note', text)
    await desk.at('field-note').getByText('Shortened to 500 characters.').waitFor()
    await nothingPushed('note')
    await desk.press('Backspace')
    await desk.at('field-note').waitFor({ state: 'detached' })
    await desk.at('rail-desk').click()
    await desk.chooseAction('disable')
    await desk.paste(`${number}\n8000000016`)
    await desk.waitForLookup()
    await desk.at('sign-list').click()
    await pasteCopied(desk, 'sign-note', text)
    await desk.at('field-note').getByText('Shortened to 2,000 characters.').waitFor()
  })

  it('into a number of the settings stay whole, and are said to be no such number', async () => {
    await desk.at('rail-settings').click()
    await desk.at('chunk-size').fill('')
    await pasteCopied(desk, 'chunk-size', '100000000000')
    await desk.press('Tab')
    expect(await desk.at('chunk-size').inputValue()).toBe('100000000000')
    await desk.page.getByText('Enter a whole number from 1 to 1,000.').waitFor()
  })

  it('into a field of a form say that they were shortened, until the text is changed', async () => {
    await desk.at('rail-customers').click()
    await desk.at('query-customer').click()
    const field = desk.page.getByRole('dialog').getByRole('textbox').first()
    await field.waitFor()
    await field.focus()
    await desk.app.evaluate(({ clipboard }, copied) => clipboard.writeText(copied), text)
    await desk.press('Control+v', 'Control+v')
    const said = desk.page.getByText('Shortened to 400 characters.')
    await said.waitFor()
    await nothingPushed('the dialog')
    await desk.press('Backspace')
    await said.waitFor({ state: 'detached' })
  })
})
