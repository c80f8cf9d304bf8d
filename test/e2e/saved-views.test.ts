import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { freshUserData, startApp } from '../support/app'
import type { RunningApp } from '../support/app'
import { appearances, axeViolations } from './support/axe'

let userData: string
let desk: RunningApp
beforeEach(async () => {
  userData = await freshUserData()
})
afterEach(() => rm(userData, { recursive: true, force: true }))

const northBridge = { by: 'channel', channelCode: 'CRM-EAST', channelCustomerId: 'NB-10017' } as const
const openAssets = async (isFirst = false) => {
  desk = await startApp({ userData })
  if (isFirst) {
    await desk.command('settings/change', { language: 'en' })
    await desk.command('enterprises/add', northBridge)
  }
  await desk.at('rail-assets').click()
  await desk.at('asset-count').waitFor()
}
const count = () => desk.at('asset-count').getAttribute('data-count')
const hasColumn = async (key: string) => (await desk.page.getByTestId(`sort-${key}`).count()) === 1
const widthOf = (key: string) =>
  desk.at(`sort-${key}`).evaluate((button) => button.closest<HTMLElement>('[role=columnheader]')!.offsetWidth)
const label = () => desk.at('views-menu').innerText()
const act = async (name: string) => {
  await desk.at('views-menu').click()
  await desk.at(`view-act-${name}`).click()
}
const onDisk = async () => {
  const text = await readFile(join(userData, 'saved-views.json'), 'utf8').catch(() => '{"platforms":{}}')
  return (JSON.parse(text) as { platforms: Record<string, { assets?: unknown }> }).platforms['training']
    ?.assets
}

it('a saved view keeps filters, columns and widths over a restart, and can be the default', async () => {
  await openAssets(true)
  await expect.poll(count).not.toBe('0')
  const all = await count()

  // Columns and widths by keyboard.
  await desk.tabTo('columns-menu')
  await desk.press('Enter')
  await desk.at('column-holder').waitFor()
  await desk.at('column-holder').focus()
  await desk.press('Enter')
  await expect.poll(() => hasColumn('holder')).toBe(false)
  for (const appearance of appearances) {
    await desk.command('settings/change', appearance)
    expect(await axeViolations(desk.page)).toEqual([])
  }
  await desk.command('settings/change', { language: 'en' })
  await desk.press('Escape')
  const before = await widthOf('number')
  await desk.at('sort-number').focus()
  await desk.press('Shift+ArrowLeft')
  await expect.poll(() => widthOf('number')).toBe(before - 16)
  // A drag is limited by the space of the other columns.
  const handle = await desk.page.getByTestId('resize-state').boundingBox()
  const stateWidth = await widthOf('state')
  const [x, y] = [(handle?.x ?? 0) + 6, (handle?.y ?? 0) + 18]
  await desk.page.mouse.move(x, y)
  await desk.page.mouse.down()
  await desk.page.mouse.move(x - 30, y, { steps: 3 })
  await desk.page.mouse.up()
  await expect.poll(() => widthOf('state')).toBe(stateWidth - 30)

  await desk.at('filter-states').click()
  await desk.at('filter-states-disabled').click()
  await desk.press('Escape')
  await expect.poll(count).not.toBe(all)
  const disabled = await count()

  await act('save')
  await desk.at('view-name').waitFor()
  await desk.type('Disabled locks')
  await desk.press('Enter')
  await expect.poll(label).toContain('Disabled locks')
  await act('default')
  const state = {
    filter: { states: ['disabled'] },
    hidden: ['holder'],
    widths: { number: before - 16, state: stateWidth - 30 },
  }
  await expect
    .poll(onDisk)
    .toMatchObject({ views: [{ name: 'Disabled locks', state }], defaultName: 'Disabled locks' })
  await act('reset')
  await expect.poll(count).toBe(all)
  expect(await hasColumn('holder')).toBe(true)
  await desk.stop()

  await openAssets()
  await expect.poll(label).toContain('Disabled locks')
  await expect.poll(count).toBe(disabled)
  expect(await hasColumn('holder')).toBe(false)
  expect(await widthOf('number')).toBe(before - 16)
  await desk.at('views-menu').click()
  expect(await axeViolations(desk.page)).toEqual([])
  await desk.press('Escape')

  await act('delete')
  await desk.at('confirm-view').click()
  await expect.poll(onDisk).toMatchObject({ views: [], defaultName: null, last: state })
  await desk.stop()

  // Without a default view, the last state is restored, in the enterprise that is chosen at the start.
  await openAssets()
  await desk.at('unfilter-states').waitFor()
  expect(await label()).toContain('Views')
  expect(await hasColumn('holder')).toBe(false)
  await desk.stop()
})

it('a value of all rows stands once above the table; a chosen column stays over a restart', async () => {
  await openAssets(true)
  expect(await hasColumn('type')).toBe(true)
  await desk.at('filter-types').click()
  await desk.page.locator('[data-testid^=filter-types-]').first().click()
  await desk.press('Escape')
  await expect.poll(() => hasColumn('type')).toBe(false)
  const type = (await desk.at('filter-types').innerText()).replace(/\s+/g, ' ')
  expect(await desk.at('shared-values').innerText()).toContain(type)
  for (const appearance of appearances) {
    await desk.command('settings/change', appearance)
    expect(await axeViolations(desk.page)).toEqual([])
  }
  await desk.command('settings/change', { language: 'en' })

  await desk.at('columns-menu').click()
  await desk.at('column-type').click()
  await desk.press('Escape')
  await expect.poll(() => hasColumn('type')).toBe(true)
  expect(await desk.page.getByTestId('shared-values').count()).toBe(0)
  await expect.poll(onDisk).toMatchObject({ last: { shown: ['type'], hidden: [] } })
  await desk.stop()

  await openAssets()
  await desk.at('unfilter-types').waitFor()
  expect(await hasColumn('type')).toBe(true)
  await desk.stop()
})
