import { beforeEach, describe, expect, it } from 'vitest'
import { onPage } from './support/on-page'
import { pasteCopied } from './support/paste-copied'

// A row of an import that cannot be sent is corrected in place, as in the list of the lock desk.

const desk = onPage({ register: ['northBridge', 'riverside'] })

const chips = () => desk.chips('enterprise-import')
const field = () => desk.at('cell-input-enterpriseGlobalId')

beforeEach(async () => {
  await desk.resize(1280, 800)
  await desk.at('rail-customers').click()
  await desk.at('import-enterprises').focus()
  await desk.press('Enter')
  await desk
    .at('enterprise-import-text')
    .fill(
      [
        'Channel code\tChannel customer ID\tEnterprise ID\tEnterprise name',
        '\t\t5000000000000000011\tOne',
        '\t\t50000 00000000000012\tTwo',
        'CRM-EAST\t\t\tThree',
        '\t\t5000000000000000011\tFour',
      ].join('\n'),
    )
  await desk.at('check-enterprises').click()
  await desk.at('use-column').waitFor()
  await desk.press('Enter')
  await expect.poll(chips).toMatchObject({ ready: 1, invalid: 2, duplicate: 1 })
})

describe('an import of enterprises', () => {
  it('loses no text of its field, where a list is pasted to it or is canceled', async () => {
    await desk.at('clear-enterprise-import').click()
    const text = desk.at('enterprise-import-text')
    await text.waitFor()
    await pasteCopied(desk, 'enterprise-import-text', 'Enterprise ID\n5000000000000000011\n')
    await desk.at('use-column').waitFor()
    await desk.press('Escape')
    await desk.at('use-column').waitFor({ state: 'detached' })
    expect(await text.inputValue()).toBe('Enterprise ID\n5000000000000000011\n')
    // Another list in its place is checked at once.
    const list = 'Enterprise ID\n5000000000000000010\n'
    await pasteCopied(desk, 'enterprise-import-text', list)
    await desk.at('use-column').waitFor()
    await desk.press('Escape')
    await desk.at('use-column').waitFor({ state: 'detached' })
    expect(await text.inputValue()).toBe(list)
    await text.focus()
    await desk.press('Control+End')
    await pasteCopied(desk, 'enterprise-import-text', '5000000000000000012\n5000000000000000013')
    expect(await text.inputValue()).toBe(
      'Enterprise ID\n5000000000000000010\n5000000000000000012\n5000000000000000013',
    )
    await desk.at('check-enterprises').click()
    await desk.at('use-column').click()
    await expect.poll(chips).toEqual({ ready: 3 })
  })

  it('is corrected row after row by keyboard, and each row is checked again', async () => {
    await desk.page.getByTestId('enterprise-import-row').nth(1).click()
    await field().waitFor()
    expect(await field().inputValue()).toBe('50000 00000000000012')
    await field().fill('5000000000000000012')
    await desk.press('Enter')
    // The next row with a problem is open, at the value that is missing.
    const customer = desk.at('cell-input-channelCustomerId')
    await customer.waitFor()
    await expect.poll(() => customer.evaluate((input) => input === document.activeElement)).toBe(true)
    await customer.fill('NB-77')
    await desk.press('Enter')
    await field().waitFor()
    await field().fill('5000000000000000013')
    await desk.press('Enter')
    await expect.poll(chips).toEqual({ ready: 4 })
    expect(await desk.at('look-up-enterprises').innerText()).toBe('Search for 4 enterprises')
  })

  it('keeps the row that is corrected in sight where a filter hides it, until Esc', async () => {
    await desk.at('chip-invalid').click()
    await desk.page.getByTestId('enterprise-import-row').first().click()
    await field().fill('5000000000000000012')
    await desk.press('Tab')
    await expect.poll(chips).toMatchObject({ ready: 2, invalid: 1 })
    expect(await desk.page.getByTestId('enterprise-import-row').count()).toBe(2)
    await desk.press('Escape')
    await expect.poll(() => desk.page.getByTestId('enterprise-import-row').count()).toBe(1)
    expect(await desk.page.getByTestId('cell-input-enterpriseGlobalId').count()).toBe(0)
  })

  it('does not take columns without an enterprise, and keeps what was typed', async () => {
    await desk.press('Escape')
    await desk.at('clear-enterprise-import').click()
    const text = desk.at('enterprise-import-text')
    expect(await text.inputValue()).toBe('')
    const isDisabled = () => desk.at('use-column').isDisabled()
    for (const [typed, problem] of [
      ['Foo\tBar\na\tb', 'Choose an enterprise ID, or a channel code and channel customer ID.'],
      ['Enterprise ID\tEnterprise name', 'These columns have no rows below the header.'],
      ['x'.repeat(100_000), 'Choose an enterprise ID, or a channel code and channel customer ID.'],
    ] as const) {
      await text.fill(typed)
      await desk.at('check-enterprises').click()
      expect(await desk.at('column-problem').innerText()).toBe(problem)
      expect(await isDisabled()).toBe(true)
      await desk.press('Escape')
      await desk.at('column-choice').waitFor({ state: 'detached' })
      expect(await text.inputValue()).toBe(typed)
    }
    await text.fill('CRM-EAST\tx\nCRM-EAST\ty')
    await desk.at('check-enterprises').click()
    await expect.poll(isDisabled).toBe(true)
    await desk.at('column-B').selectOption('channelCustomerId')
    await desk.at('use-column').click()
    await expect.poll(chips).toMatchObject({ ready: 2 })
  })

  it('says how many rows have text in other columns only, and forgets it with the list', async () => {
    const unused = desk.at('enterprise-import-unused')
    expect(await unused.count()).toBe(0)
    await desk.press('Escape')
    await desk.at('clear-enterprise-import').click()
    await desk
      .at('enterprise-import-text')
      .fill(
        [
          'Enterprise ID\tEnterprise name\tContact',
          '5000000000000000011\tOne\tLi Wei',
          '\t\tChen Hao',
          '\t\t',
          '\t\tEmma Clarke',
        ].join('\n'),
      )
    await desk.at('check-enterprises').click()
    await desk.at('use-column').click()
    await expect.poll(chips).toMatchObject({ ready: 1 })
    expect(await unused.innerText()).toBe('2 rows have text in other columns only. They were skipped.')
    await desk.at('clear-enterprise-import').click()
    await unused.waitFor({ state: 'detached' })
  })
})

it('an import of employees does not take a file that has only a header, or none of its columns', async () => {
  await desk.at('rail-employees').click()
  await desk.at('open-import').click()
  for (const [csv, problem] of [
    ['1,2\n3,4', 'Missing: Account, Name'],
    ['Account,Name,Department', 'These columns have no rows below the header.'],
  ] as const) {
    await desk.page
      .getByTestId('import-file')
      .setInputFiles({ name: 'staff.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    expect(await desk.at('column-problem').innerText()).toBe(problem)
    expect(await desk.at('use-column').isDisabled()).toBe(true)
    await desk.press('Escape')
    await desk.at('column-choice').waitFor({ state: 'detached' })
  }
})
