import { beforeEach, describe, expect, it } from 'vitest'
import { cutCells } from './support/cut-cells'
import { onPage } from './support/on-page'
import { changeRecords, idOf } from './support/world/world'

// A file whose rows are not all right: its row numbers, a correction in place, and rows that a filter hides.

const desk = onPage({ register: ['northBridge', 'riverside'] })

beforeEach(async () => {
  await desk.resize(960, 640)
  await desk.chooseAction('disable')
  const free = desk.world.records.filter(
    ({ enterpriseGlobalId, licenseType, locked }) =>
      enterpriseGlobalId === idOf('northBridge') &&
      !locked &&
      licenseType?.startsWith('normal_recover') === true,
  )
  const numbers = free.slice(0, 6).map(({ shellNumber }) => shellNumber ?? '')
  const [first = '', second = '', ...others] = numbers
  const wrong = [first, second].map((number) => number.replace(/0/, 'O'))
  const text = ['Department;Shell number', ...[...wrong, '', ...others].map((number) => `A;${number}`)].join(
    '\n',
  )
  const file = { name: 'locks.csv', mimeType: 'text/csv', buffer: Buffer.from(`\ufeff${text}\n`) }
  await desk.page.getByTestId('file-picker').setInputFiles(file)
  await desk.waitForLookup()
  await expect.poll(() => desk.chips('list')).toMatchObject({ malformed: 2, ready: 4 })
})

const cells = (name: string) => desk.page.locator(`[data-testid=table-row] .cell.${name}`).allInnerTexts()

describe('a list from a file', () => {
  it('has the row numbers of the file', async () => {
    await desk.resize(1280, 800)
    await expect.poll(() => cells('place')).toEqual(['2', '3', '5', '6', '7', '8'])
    expect(await desk.page.locator('[role=columnheader]').allInnerTexts()).toContain('Assigned to')
  })

  it('shows the text of an invalid row to its end', async () => {
    await desk.paste('8000000017\nNot a number at all\nLD 8000 0O0 O17 X')
    await expect.poll(() => desk.chips('list')).toMatchObject({ malformed: 4 })
    const wrong = desk.at('list-table').locator('.cell.number .text-danger')
    await expect.poll(() => wrong.allInnerTexts()).toContain('Not a number at all')
    expect(await cutCells(wrong)).toEqual([])
  })

  it('reads the names of employees to their ends beside those of enterprises', async () => {
    await desk.paste('8000000023\n8000000017')
    const holders = desk.at('list-table').locator('.cell.holder')
    await expect.poll(() => holders.allInnerTexts()).toContain('周强 Zhou Qiang')
    expect(await cutCells(holders)).toEqual([])
  })

  it.each([512, 580])('has room for three rows in a window of 768 × %d, as at high zoom', async (height) => {
    await desk.resize(768, height)
    const room = () =>
      desk.at('list-table').evaluate((table) => {
        const third = table.querySelectorAll('[data-testid=table-row]')[2]
        const bottom = third?.getBoundingClientRect().bottom ?? Infinity
        return table.getBoundingClientRect().bottom - bottom
      })
    await expect.poll(room).toBeGreaterThanOrEqual(0)
    await desk.at('run-list').scrollIntoViewIfNeeded()
    const run = await desk.at('run-list').boundingBox()
    expect((run?.y ?? Infinity) + (run?.height ?? 0)).toBeLessThanOrEqual(height)
  })

  it('says that a row has no number, until the next list', async () => {
    const numberless = desk.at('list-numberless')
    expect(await numberless.innerText()).toBe('1 row has no text in the number column. It was skipped.')
    await desk.paste('8000000017\n8000000019')
    await numberless.waitFor({ state: 'detached' })
  })

  it('is corrected in place, row after row, by keyboard', async () => {
    await desk.page.getByTestId('table-row').first().click()
    const field = desk.at('correct-number')
    await field.waitFor()
    const shown = await field.inputValue()
    await field.fill(shown.replace('O', '0'))
    await desk.press('Enter')
    // The next invalid row is open.
    await expect.poll(() => field.inputValue()).not.toBe(shown)
    await expect.poll(() => desk.chips('list')).toMatchObject({ malformed: 1, ready: 5 })
    const second = await field.inputValue()
    await desk.press('Escape')
    expect(await desk.page.getByTestId('correct-number').count()).toBe(0)
    await expect.poll(() => desk.chips('list')).toMatchObject({ malformed: 1 })
    await expect.poll(() => cells('what')).toContain(`Ready; changed, was “${shown}”`)
    expect(second).toContain('O')
  })

  it('keeps what is typed into a row while another one is read again', async () => {
    await desk.page.getByTestId('table-row').first().click()
    const field = desk.at('correct-number')
    await field.waitFor()
    await desk.type('80')
    const other = desk.page.getByTestId('table-row').last()
    const assetNum = `LD${(await other.locator('.cell.number').innerText()).replaceAll(/\D/g, '')}`
    changeRecords(desk.world, (record) => (record.assetNum === assetNum ? { locked: true } : undefined))
    await expect.poll(() => desk.chips('list')).toMatchObject({ ready: 3 })
    expect(await field.inputValue()).toBe('80')
  })

  it('names selected rows that a filter hides at the button', async () => {
    expect(await desk.at('run-list').innerText()).toBe('Disable 4 locks')
    await desk.at('chip-malformed').click()
    await expect.poll(() => desk.at('run-list').innerText()).toBe('Disable 4 locks (4 not shown)')
    await desk.at('chip-all').click()
    await desk.at('list-filter').fill((await cells('number'))[3] ?? '')
    await expect.poll(() => desk.at('run-list').innerText()).toBe('Disable 4 locks (3 not shown)')
  })
})

it('names each of two pastes to its end in a low window', async () => {
  await desk.at('clear-list').click()
  const [first = '', second = ''] = desk.world.records
    .filter(({ enterpriseGlobalId }) => enterpriseGlobalId === idOf('northBridge'))
    .map(({ shellNumber }) => shellNumber ?? '')
  // Two numbers each: a single one is looked up.
  await desk.paste(`${first}\n1`)
  await desk.paste(Array.from({ length: 120 }, (_, at) => (at === 0 ? second : String(at + 1))).join('\n'))
  await expect.poll(async () => (await cells('source')).length).toBeGreaterThan(0)
  await desk.page.getByTestId('table-row').last().click()
  await desk.press('Escape', 'End')
  await expect.poll(async () => (await cells('source')).some((text) => /2\)\s*\d{3}$/.test(text))).toBe(true)
  const sources = desk.page.locator('[data-testid=table-row] .source .ellipsis')
  await expect.poll(async () => (await sources.allInnerTexts()).includes('Pasted (2)')).toBe(true)
  const cut = await sources.evaluateAll(
    (names) => names.filter((name) => name.scrollWidth > name.clientWidth).length,
  )
  expect(cut).toBe(0)
})
