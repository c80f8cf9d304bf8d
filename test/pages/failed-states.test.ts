import { expect, it } from 'vitest'
import { succeed } from '#shared/outcome'
import { entry, unresolved } from '../renderer/support/samples'
import { onPage } from './support/on-page'

// What a person sees and can do where a file cannot be read, or where nothing of it can be sent.

const lock = unresolved(entry({ state: 'unknown' }), { readable: false })
const desk = onPage({
  handlers: () => ({ 'changes/unresolved': () => succeed({ total: 12_000, changes: [lock] }) }),
})
const damaged = {
  name: 'staff.xlsx',
  mimeType: 'application/octet-stream',
  buffer: Buffer.from('PK\u0003\u0004 no workbook'),
}
const invalid = {
  name: 'staff.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from('Account,Name,Department\n,,\nöö,,x\n'),
}
const openImport = async () => {
  await desk.at('rail-employees').click()
  await desk.at('open-import').click()
}
const take = (file: typeof invalid) => desk.page.getByTestId('import-file').setInputFiles(file)

const hasFocus = (testId: string) => desk.at(testId).evaluate((control) => control === document.activeElement)

it('a file that is not readable is put aside, before and after there are rows', async () => {
  await openImport()
  await take(damaged)
  const failure = desk.at('import-unreadable')
  await failure.getByRole('button', { name: 'Close' }).click()
  await failure.waitFor({ state: 'detached' })
  await expect.poll(() => hasFocus('choose-import-file')).toBe(true)
  await take(invalid)
  await desk.at('use-column').click()
  await desk.at('import-table').waitFor()
  await take(damaged)
  await failure.getByRole('button', { name: 'Close' }).click()
  await failure.waitFor({ state: 'detached' })
  await expect.poll(() => hasFocus('import-table')).toBe(true)
})

it('the Chinese window shows nothing English of a file but as a detail', async () => {
  await desk.setAppearance({ language: 'zh' })
  await openImport()
  await take(damaged)
  const failure = desk.at('import-unreadable')
  await failure.waitFor()
  expect(await failure.locator('p:visible').allInnerTexts()).toEqual([
    'staff.xlsx',
    '文件已损坏或不完整。',
    '请在 Excel 中重新保存，或获取新副本。',
  ])
  await take(invalid)
  await desk.at('use-column').click()
  // No number where nothing can be sent.
  await expect.poll(() => desk.at('send-import').innerText()).toBe('添加员工')
})

it('the problems of the row that is corrected are read in full', async () => {
  await desk.resize(960, 640)
  await openImport()
  await take(invalid)
  await desk.at('use-column').click()
  await desk.page.getByTestId('import-row').first().click()
  const problems = desk.at('import-problems')
  await expect
    .poll(() => problems.locator('span').allInnerTexts())
    .toEqual([
      'Account: Use letters A–Z and digits only',
      'Name: Name is required',
      'Department: Unknown department. Enter a known name or an ID.',
    ])
  expect(await problems.evaluate((line) => line.scrollWidth - line.clientWidth)).toBe(0)
  await desk.press('Escape')
  await problems.waitFor({ state: 'detached' })
})

it('a high number leaves half of the icon of the narrow navigation', async () => {
  const count = desk.at('needs-review-count').locator('[aria-hidden]')
  await expect.poll(() => count.innerText()).toBe('12,000')
  await desk.resize(960, 640)
  await expect.poll(() => count.innerText()).toBe('99+')
  const icon = (await desk.at('rail-to-settle').locator('svg').first().boundingBox())!
  const badge = (await desk.at('needs-review-count').boundingBox())!
  const covered =
    Math.max(0, icon.x + icon.width - Math.max(badge.x, icon.x)) *
    Math.max(0, badge.y + badge.height - Math.max(badge.y, icon.y))
  expect(covered / (icon.width * icon.height)).toBeLessThan(0.5)
})
