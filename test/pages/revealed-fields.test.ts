import { expect, it } from 'vitest'
import { onPage } from './support/on-page'

const desk = onPage({ register: ['northBridge'] })

const hasFocus = (testId: string) => desk.at(testId).evaluate((part) => part === document.activeElement)

it('a choice that opens a field moves the focus into it, unless arrow keys pass through the choices', async () => {
  await desk.at('rail-employees').click()
  await desk.at('add-employee').click()
  const select = desk.at('employee-department')
  await select.focus()
  await desk.press('End')
  await desk.at('employee-department-number').waitFor()
  expect(await hasFocus('employee-department')).toBe(true)
  await desk.press('Home')
  await desk.at('employee-department-number').waitFor({ state: 'detached' })
  await select.selectOption('other')
  await expect.poll(() => hasFocus('employee-department-number')).toBe(true)
  expect(await desk.at('employee-department-number').getAttribute('aria-invalid')).toBeNull()
})
