import { beforeEach, describe, expect, it } from 'vitest'
import { shellNumberIn } from '#shared/model/locks/shell-number'
import type { Stocktake, StocktakeRow } from '#shared/model/stocktake'
import { succeed } from '#shared/outcome'
import { onPage } from './support/on-page'
import { idOf } from './support/world/world'

// Back and Forward: each list comes back with its search, filters, scroll position and open details.

const stocktake: Stocktake = {
  id: '00000000-0000-4000-8000-000000000001',
  scope: { kind: 'list', name: 'Cabinet' },
  state: 'finished',
  startedAt: Date.now(),
  startedBy: 'Li Wei',
  ended: { at: Date.now(), by: 'Li Wei' },
  expected: 1,
  present: 0,
  lent: 0,
  others: 0,
  comparedWith: null,
  isShared: false,
}
const missing: StocktakeRow = {
  number: '8000000017',
  assetNum: null,
  enterpriseName: null,
  result: 'missing',
  status: 'enabled',
  lentTo: null,
  counted: null,
  isDouble: false,
  comparison: null,
}

const desk = onPage({
  register: ['northBridge', 'riverside'],
  handlers: () => ({
    'stocktakes/list': () => succeed([stocktake]),
    'stocktakes/read': () => succeed({ stocktake, rows: [missing], total: 1, version: 1 }),
    'stocktakes/count-plugged': () => succeed(null),
  }),
})

beforeEach(async () => {
  await desk.resize(960, 640)
  await desk.press('Control+7')
  await desk.at('employee-table').waitFor()
})

/** The employee of an enterprise with most assets. */
const busiest = () => {
  const [first] = desk.world.employees
    .filter(
      ({ enterpriseGlobalId, deleted }) => enterpriseGlobalId === idOf('northBridge') && deleted !== true,
    )
    .toSorted((a, b) => (b.assetNums?.length ?? 0) - (a.assetNums?.length ?? 0))
  if (first === undefined) throw new Error('no employee')
  return first
}
const openEmployee = async () => {
  const { name } = busiest()
  await desk.at('employee-search').fill(name ?? '')
  await desk.at('employee-row').click()
  await desk.at('employee-details').waitFor()
}
const scrollOf = (testId: string) => desk.at(testId).evaluate(({ scrollTop }) => scrollTop)
const mouseButton = (button: number) =>
  desk.page.evaluate((pressed) => {
    document.body.dispatchEvent(
      new MouseEvent('mouseup', { button: pressed, bubbles: true, cancelable: true }),
    )
  }, button)

describe('from the lock of an employee', () => {
  it('each way leads back to the same place, for each of the locks', async () => {
    await openEmployee()
    const locks = busiest().assetNums ?? []
    expect(locks.length).toBeGreaterThan(2)
    const ways = [() => desk.press('Alt+ArrowLeft'), () => desk.at('go-back').click(), () => mouseButton(3)]
    for (const [index, back] of ways.entries()) {
      const link = desk.at('employee-details').locator('.assets button').nth(index)
      await link.focus()
      const scrolled = await scrollOf('employee-details')
      await desk.press('Enter')
      await desk.at(`record-${shellNumberIn(locks[index] ?? '') ?? ''}`).waitFor()
      expect(await desk.at('go-back').getAttribute('aria-label')).toBe('Back to Employees')
      await back()
      await desk.at('employee-details').waitFor()
      expect(await desk.at('employee-search').inputValue()).toBe(busiest().name)
      await expect.poll(() => scrollOf('employee-details')).toBe(scrolled)
      await expect.poll(() => link.evaluate((button) => button === document.activeElement)).toBe(true)
    }
    await desk.press('Alt+ArrowRight')
    await desk.at(`record-${shellNumberIn(locks[2] ?? '') ?? ''}`).waitFor()
    // Every visit was one place; the desk of the start comes before the employees.
    await desk.press('Alt+ArrowLeft')
    await desk.at('employee-details').waitFor()
    await desk.press('Alt+ArrowLeft')
    await desk.at('desk-input').waitFor()
    expect(await desk.at('go-back').getAttribute('aria-disabled')).toBe('true')
    await mouseButton(3)
    await mouseButton(4)
    await desk.at('employee-details').waitFor()
  })
})

describe('back to the employees', () => {
  it('keeps selected rows and the open details', async () => {
    await openEmployee()
    await desk.at('employee-search').fill('')
    const boxes = desk.page.locator('[data-testid=employee-row] input[type=checkbox]')
    for (const at of [1, 2]) await boxes.nth(at).click()
    await desk.at('delete-picked').waitFor()
    const text = await desk.at('delete-picked').innerText()
    expect(text).toContain('2')
    await desk.press('Control+6')
    await desk.at('asset-table').waitFor()
    await desk.press('Alt+ArrowLeft')
    await desk.at('employee-details').waitFor()
    await expect.poll(() => desk.at('delete-picked').innerText()).toBe(text)
  })
})

describe.each([
  ['rail-customers', 'customer-row', 'customer-details'],
  ['rail-journal', 'journal-row', 'entry-details'],
] as const)('back to %s', (rail, row, details) => {
  it('shows the same row with its details', async () => {
    await desk.disableFirst(3)
    await desk.at(rail).click()
    await desk.at(row).first().click()
    await desk.at(details).waitFor()
    const rows = await desk.page.getByTestId(row).count()
    const text = await desk.at(details).innerText()
    await desk.press('Control+6')
    await desk.at('asset-table').waitFor()
    await desk.press('Alt+ArrowLeft')
    await desk.at(details).waitFor()
    await expect.poll(() => desk.page.getByTestId(row).count()).toBe(rows)
    expect((await desk.at(details).innerText()).slice(0, 40)).toBe(text.slice(0, 40))
  })
})

describe('back from the form of a new loan', () => {
  it('leads to the loans, with their search; each of the two views is one place', async () => {
    await desk.at('rail-lending').click()
    const search = desk.at('loan-search')
    await search.fill('8000')
    await desk.at('lend-new').click()
    await desk.at('lend-employee').waitFor()
    expect(await desk.at('go-back').getAttribute('aria-label')).toBe('Back to Loans')
    await desk.at('go-back').click()
    await search.waitFor()
    expect(await search.inputValue()).toBe('8000')
    await desk.press('Alt+ArrowRight')
    await desk.at('lend-employee').waitFor()
    await desk.at('lending-board').click()
    await search.waitFor()
    await desk.press('Alt+ArrowLeft')
    await desk.at('lend-employee').waitFor()
    await desk.press('Alt+ArrowLeft')
    await search.waitFor()
    await desk.press('Alt+ArrowLeft')
    await desk.at('employee-table').waitFor()
  })
})

describe('back from a stocktake', () => {
  it('leads to all stocktakes, and forward to the same one', async () => {
    await desk.at('rail-stocktake').click()
    await desk.at('stocktake-row').click()
    await desk.at('stocktake-lock').waitFor()
    expect(await desk.at('go-back').getAttribute('aria-label')).toBe('Back to Stocktake')
    await desk.press('Alt+ArrowLeft')
    await desk.at('stocktake-row').waitFor()
    await desk.press('Alt+ArrowRight')
    await desk.at('stocktake-lock').waitFor()
    await desk.at('all-stocktakes').click()
    await desk.at('stocktake-row').waitFor()
    await mouseButton(3)
    await desk.at('stocktake-lock').waitFor()
    await mouseButton(3)
    await desk.at('stocktake-row').waitFor()
    await mouseButton(3)
    await desk.at('employee-table').waitFor()
  })
})

describe('a receipt', () => {
  it('belongs to the page that opened it', async () => {
    await desk.disableFirst(1)
    await desk.at('rail-journal').click()
    await desk.at('journal-row').first().click()
    await desk.at('entry-details').getByTestId('open-receipt').click()
    await desk.page.waitForURL(/#\/receipt\//)
    await expect.poll(() => desk.at('rail-journal').getAttribute('aria-current')).toBe('page')
  })
})

describe('back to the assets', () => {
  it('keeps search, filter, scroll position and details', async () => {
    await desk.press('Control+6')
    await desk.at('asset-table').waitFor()
    await desk.at('asset-search').fill('80')
    await desk.at('filter-borrowed').click()
    await desk.at('filter-borrowed').click()
    await desk.at('table-row').waitFor()
    await desk.at('asset-table').evaluate((table) => table.scrollTo({ top: 200 }))
    await expect.poll(() => scrollOf('asset-table')).toBe(200)
    await desk.press('Control+2')
    await desk.at('rail-customers').click()
    await desk.press('Alt+ArrowLeft')
    await desk.press('Alt+ArrowLeft')
    await desk.at('asset-table').waitFor()
    expect(await desk.at('asset-search').inputValue()).toBe('80')
    await expect.poll(() => scrollOf('asset-table')).toBe(200)
  })

  it('does nothing while a dialog is open', async () => {
    await desk.press('Control+6')
    await desk.at('asset-table').waitFor()
    await desk.press('F1')
    await desk.at('dialog').waitFor()
    await mouseButton(3)
    await desk.press('Alt+ArrowLeft')
    expect(await desk.at('asset-table').isVisible()).toBe(true)
    expect(await desk.at('dialog').innerText()).toMatch(/Alt\s+←\s+Back/)
  })
})

describe('back to what was typed', () => {
  const away = async () => {
    await desk.at('rail-settings').click()
    await desk.at('settings-to-about').waitFor()
    await desk.press('Alt+ArrowLeft')
  }

  it('brings the numbers of the labels', async () => {
    await desk.at('rail-shell-numbers').click()
    await desk.at('allocate-count').fill('25')
    await away()
    await expect.poll(() => desk.at('allocate-count').inputValue()).toBe('25')
    await desk.page.evaluate(() => (location.hash = '#/shell-numbers/labels'))
    await desk.at('label-numbers').fill('8000000017\n8000000018')
    await away()
    await expect.poll(() => desk.at('label-numbers').inputValue()).toBe('8000000017\n8000000018')
  })

  it('brings what was typed in the settings, however they are left', async () => {
    await desk.at('rail-settings').click()
    await desk.at('operator-field').fill('Emma C')
    await desk.at('channel-code').fill('CH-1')
    const typed = async () => [
      await desk.at('operator-field').inputValue(),
      await desk.at('channel-code').inputValue(),
    ]
    await desk.press('Control+6')
    await desk.at('asset-table').waitFor()
    await desk.press('Alt+ArrowLeft')
    await expect.poll(typed).toEqual(['Emma C', 'CH-1'])
    await desk.press('Control+6')
    await desk.at('asset-table').waitFor()
    await desk.at('rail-settings').click()
    await expect.poll(typed).toEqual(['Emma C', 'CH-1'])
  })

  it('brings the list of enterprises, and no import that has nothing', async () => {
    await desk.at('rail-customers').click()
    await desk.at('import-enterprises').click()
    await desk.at('enterprise-import-text').fill('5317046820917364501')
    await away()
    await expect.poll(() => desk.at('enterprise-import-text').inputValue()).toBe('5317046820917364501')
    await desk.at('enterprise-import-text').fill('')
    await away()
    await desk.at('customer-row').first().waitFor()
    await desk.at('rail-employees').click()
    await desk.at('open-import').click()
    await desk.at('import-panel').waitFor()
    await away()
    await desk.at('employee-row').first().waitFor()
  })

  it('brings the filter of the list, unless a scan changed the list', async () => {
    await desk.at('rail-desk').click()
    await desk.chooseAction('disable')
    await desk.paste('8000000017\n8000000019\n8000000022')
    await desk.waitForLookup()
    await desk.at('list-filter').fill('017')
    await away()
    await expect.poll(() => desk.at('list-filter').inputValue()).toBe('017')
    await desk.at('rail-settings').click()
    await desk.scan('8000000024')
    await desk.at('list-filter').waitFor()
    await expect.poll(() => desk.at('list-filter').inputValue()).toBe('')
  })

  it('shows the row of a scan on another page, however long the list is', async () => {
    await desk.at('rail-desk').click()
    const numbers = desk.world.records.flatMap(({ shellNumber }) => shellNumber ?? []).slice(0, 60)
    await desk.chooseAction('disable')
    await desk.paste(numbers.join('\n'))
    await desk.waitForLookup()
    await desk.at('rail-settings').click()
    const last = numbers.at(-1) ?? ''
    await desk.scan(last)
    const marked = desk.page.locator('[data-testid=list-table] .highlighted')
    await marked.waitFor()
    expect((await marked.innerText()).replaceAll(/\s/g, '')).toContain(last)
  })
})
