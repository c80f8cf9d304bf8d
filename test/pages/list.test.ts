import { beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../support/app'
import { axeViolations } from '../e2e/support/axe'
import { onPage } from './support/on-page'
import { idOf } from './support/world/world'

const malformed = [
  '80000OO102',
  '800000001',
  '80000000170',
  '7000000017',
  '8.00E+09',
  'LD-?',
  '8000000017.00',
]
const unknown = ['8999999901', '8999999902', '6999999903']

const desk = onPage({ register: ['northBridge', 'riverside'], settings: { chunkSize: 50 } })

describe('a pasted list', () => {
  const disabledCount = 12
  const readyCount = 60
  beforeEach(async () => {
    const reissuable = desk.world.records.filter(
      ({ enterpriseGlobalId, licenseType }) =>
        enterpriseGlobalId === idOf('northBridge') && licenseType?.startsWith('normal_recover') === true,
    )
    const numbersOf = (locked: boolean, count: number) =>
      reissuable
        .filter((record) => record.locked === locked)
        .slice(0, count)
        .map(({ shellNumber }) => shellNumber)
    const rows = [
      ...numbersOf(false, readyCount),
      ...numbersOf(true, disabledCount),
      ...malformed,
      ...unknown,
    ]
    await desk.chooseAction('disable')
    await desk.at('list-empty').waitFor()
    await desk.paste(['Shell number', ...rows].join('\r\n'))
    await desk.waitForLookup()
    await expect
      .poll(() => desk.chips('list'))
      .toEqual({
        ready: readyCount,
        malformed: malformed.length,
        'no-record': unknown.length,
        already: disabledCount,
      })
  })

  it('filters by one result, with the problem of each row', async () => {
    await desk.at('chip-malformed').click()
    const table = desk.page.getByTestId('list-table')
    await eventually(async () => (await table.getByTestId('table-row').count()) === malformed.length)
    const text = () => table.innerText()
    await expect.poll(text).toContain('Fewer than 10 digits')
    await expect.poll(text).toContain('More than 10 digits')
    await expect.poll(text).toContain('Doesn’t start with 8 or 6')
    await expect.poll(text).toContain('Digits lost in spreadsheet')
    await expect.poll(() => table.locator('input[type=checkbox]:visible').count()).toBe(0)
    await desk.at('chip-all').click()
  })

  it('updates its results at once when the action changes', async () => {
    await desk.chooseAction('enable')
    await expect.poll(async () => (await desk.chips('list'))['ready']).toBe(disabledCount)
    await desk.chooseAction('disable')
    await expect.poll(async () => (await desk.chips('list'))['ready']).toBe(readyCount)
  })

  it('has no axe violations', async () => {
    expect(await axeViolations(desk.page)).toEqual([])
  })
})

describe('a list that was sent', () => {
  it('ends with one line below its rows, and names the enterprise in full', async () => {
    const [other = ''] = desk.world.records
      .filter(({ enterpriseGlobalId }) => enterpriseGlobalId === idOf('riverside'))
      .map(({ shellNumber }) => shellNumber)
    await desk.chooseAction('disable')
    await desk.paste(['8000000024', other, '800000001'].join('\n'))
    await desk.waitForLookup()
    const isCut = () =>
      desk.page
        .locator('[data-testid=list-table] .cell.customer')
        .evaluateAll((cells) => cells.some((cell) => cell.scrollWidth > cell.clientWidth))
    expect(await isCut()).toBe(false)
    await desk.at('run-list').click()
    await desk.at('confirm-list').click()
    await desk.at('job-summary').waitFor()
    await desk.at('keep-unsent').waitFor()
    expect((await desk.at('job-action-bar').boundingBox())?.height).toBeLessThan(60)
  })
})

describe('an ended list', () => {
  const numbers = () => desk.page.locator('[data-testid=list-table] .cell.number').allInnerTexts()
  const grouped = (texts: readonly string[]) => texts.map((text) => text.replace(/\D/g, ''))

  it('gives way to the lock that is scanned next, and comes back', async () => {
    await desk.chooseAction('disable')
    await desk.paste(['8000000024', '8000000025', '800000001'].join('\n'))
    await desk.waitForLookup()
    await desk.at('run-list').click()
    await desk.at('confirm-list').click()
    await desk.at('keep-unsent').waitFor()
    await desk.scan('8000000022')
    await expect.poll(async () => grouped(await numbers())).toEqual(['8000000022'])
    await desk.at('run-list').waitFor()
    await desk.at('chip-ended-list').click()
    expect(await desk.at('ended-list').innerText()).toContain('2 disabled')
    await desk.at('ended-list-show').click()
    await desk.at('job-summary').waitFor()
    // The lock that was scanned is not lost either.
    await desk.at('chip-kept-list').click()
    await desk.at('kept-list-open').click()
    await expect.poll(async () => grouped(await numbers())).toEqual(['8000000022'])
  })

  it('leaves its result where the rows that were not selected become a list', async () => {
    await desk.chooseAction('disable')
    await desk.paste(['8000000024', '8000000025', '800000001'].join('\n'))
    await desk.waitForLookup()
    await desk.at('run-list').click()
    await desk.at('confirm-list').click()
    await desk.at('keep-unsent').click()
    await expect.poll(async () => grouped(await numbers())).toEqual(['800000001'])
    await desk.at('chip-ended-list').click()
    await desk.at('ended-list-show').click()
    await desk.at('job-summary').waitFor()
    expect(await desk.at('job-summary').innerText()).toBe('2 disabled')
  })
})

describe('a similar number', () => {
  it('is shown in full in a row that was not found', async () => {
    await desk.chooseAction('disable')
    await desk.paste(['8900000017', '8900000018'].join('\n'))
    await desk.waitForLookup()
    const texts = desk.page.locator('[data-testid=list-table] .what > .text')
    await expect
      .poll(() => texts.allInnerTexts())
      .toEqual(['Not found. Similar: LD8000000017', 'Not found. Similar: LD8000000018'])
    // A line that is cut off is higher than this.
    const cut = await texts.evaluateAll((texts) =>
      texts.map((text) => text.scrollWidth > text.clientWidth || text.scrollHeight > text.clientHeight + 8),
    )
    expect(cut).toEqual([false, false])
  })
})

describe('a file', () => {
  it('with two columns of shell numbers requires a choice, then is checked like any list', async () => {
    await desk.chooseAction('disable')
    const text = 'Customer;Old lock;New lock\nOne;8000000020;8000000022\nTwo;8000000021;8000000025\n'
    const file = { name: 'swap.csv', mimeType: 'text/csv', buffer: Buffer.from(`\ufeff${text}`) }
    await desk.page.getByTestId('file-picker').setInputFiles(file)
    await desk.at('column-choice').waitFor()
    await desk.page.getByTestId('column-choice').locator('input[type=radio]').nth(2).check()
    await desk.at('use-column').click()
    await desk.waitForLookup()
    await expect
      .poll(() => desk.page.locator('[data-testid=table-row] .cell.number').allInnerTexts())
      .toEqual(['8000000022', '8000000025'])
  })

  it('that is not a list is reported with a next step', async () => {
    await desk.chooseAction('disable')
    const file = { name: 'list.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') }
    await desk.page.getByTestId('file-picker').setInputFiles(file)
    await desk.at('file-failure').waitFor()
    await expect.poll(() => desk.at('file-failure').innerText()).toContain('This is a PDF.')
  })
})
