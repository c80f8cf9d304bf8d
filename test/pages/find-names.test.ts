import { describe, expect, it } from 'vitest'
import { onPage } from './support/on-page'

// One search: the desk's field finds people, customers and last digits, Assets are filtered by employee.

const desk = onPage({ register: ['northBridge', 'riverside'] })

describe('a name in the field of the desk', () => {
  it('is searched among people and customers', async () => {
    await desk.at('desk-input').click()
    await desk.page.keyboard.type('chen yu', { delay: 70 })
    await expect.poll(() => desk.at('find-name').innerText()).toContain('people and customers for “chen yu”')
    await desk.press('Enter')
    await desk.at('palette').waitFor()
    await desk.page.locator('[data-testid=palette-employee] [role=option]').first().waitFor()
    await desk.press('Enter')
    await desk.at('employee-details').waitFor()
    await expect.poll(() => desk.at('employee-details').innerText()).toContain('Chen Yu')
  })

  it('finds a customer and opens it', async () => {
    await desk.at('desk-input').fill('riverside')
    await desk.press('Enter')
    const found = desk.page.locator('[data-testid=palette-enterprise] [role=option]').first()
    await expect.poll(() => found.innerText()).toContain('Riverside')
    await found.click()
    await desk.page.waitForURL(/#\/customers/)
    await expect.poll(() => desk.at('customer-assets').count()).toBe(1)
  })

  it('leaves numbers to the look-up', async () => {
    await desk.at('desk-input').fill('LD-17')
    expect(await desk.page.getByTestId('find-name').count()).toBe(0)
    await desk.press('Enter')
    await desk.at('not-a-number').waitFor()
    await expect.poll(() => desk.at('not-a-number').innerText()).toContain('Not a lock number: “LD-17”')
  })

  it('is added to no list by mistake: the modes that list keep their button', async () => {
    await desk.chooseAction('disable')
    await desk.at('desk-input').fill('chen yu')
    expect(await desk.page.getByTestId('find-name').count()).toBe(0)
  })
})

describe('last digits in the field of the desk', () => {
  it('open the only lock that ends so, and offer several', async () => {
    const numbers = desk.world.records
      .filter(({ enterpriseGlobalId }) => desk.world.registered.includes(enterpriseGlobalId))
      .flatMap(({ shellNumber }) => shellNumber ?? [])
    const endingSo = (digits: string) => numbers.filter((number) => number.endsWith(digits))
    const only = numbers.find((number) => endingSo(number.slice(-5)).length === 1) ?? ''
    await desk.at('desk-input').fill(only.slice(-5))
    await desk.press('Enter')
    await desk.at(`record-${only}`).waitFor()
    await expect.poll(() => desk.at('desk-input').inputValue()).toBe(only)
    const several =
      numbers.map((number) => number.slice(-3)).find((digits) => endingSo(digits).length > 1) ?? ''
    await desk.at('desk-input').fill(several)
    await desk.press('Enter')
    await desk.page.locator('[data-testid=palette-lock] [role=option]').nth(1).waitFor()
  })

  it('that no lock has are no lock number', async () => {
    await desk.at('desk-input').fill('999998')
    await desk.press('Enter')
    await desk.at('not-a-number').waitFor()
  })
})

describe('assets', () => {
  it('are filtered by an employee that is searched by name', async () => {
    await desk.press('Control+6')
    await desk.at('asset-table').waitFor()
    await desk.at('filter-holder').click()
    await desk.at('filter-holder-search').fill('chen')
    const choice = desk.page.getByTestId('filter-holder-employee').filter({ hasText: 'Chen Yu' })
    const count = (await choice.first().locator('.tabular').innerText()).trim()
    await choice.first().click()
    await expect.poll(() => desk.at('asset-count').getAttribute('data-count')).toBe(count)
    await expect.poll(() => desk.at('filter-holder').innerText()).toContain('Chen Yu')
    await desk.at('unfilter-holder').click()
    await expect.poll(() => desk.at('filter-holder').innerText()).not.toContain('Chen Yu')
  })
})
