import { beforeEach, describe, expect, it } from 'vitest'
import { succeed } from '#shared/outcome'
import { entry, shell } from '../renderer/support/samples'
import { cutCells } from './support/cut-cells'
import { onPage } from './support/on-page'
import { idOf } from './support/world/world'
import type { World } from './support/world/world'

const number = '8000000017'
const lent = entry({
  action: 'lend',
  state: 'done',
  shellNumber: shell('8000000022'),
  memberName: 'Emma Clarke',
  requestedAt: Date.now(),
})
const dayMs = 86_400_000
/** Every lock is expired and disabled, on days that differ, and one has a name. */
const withTwoStatuses = (world: World): void => {
  const both = { freezing: false, locked: true, lent: false }
  world.records = world.records.map((record, at) => ({
    ...record,
    ...both,
    limitEnd: 1_600_000_000_000 + (at % 300) * dayMs,
  }))
  const [named] = world.records.filter(({ shellNumber }) => shellNumber === shell(number))
  if (named === undefined) throw new Error('no lock to name')
  const { enterpriseGlobalId, assetNum } = named
  world.names = [{ enterpriseGlobalId, assetNum, name: 'Counter 3', note: '' }]
}

const desk = onPage({
  register: ['northBridge', 'riverside'],
  handlers: () => ({
    'journal/slice': ({ from }) => succeed({ rows: from === 0 ? [lent] : [], total: 1 }),
  }),
})

const sideways = (table: string) =>
  desk.at(table).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)

describe.each([
  [960, 640],
  [1280, 800],
])('in a window of %d × %d', (width, height) => {
  beforeEach(async () => {
    withTwoStatuses(desk.world)
    await desk.reload()
    await desk.resize(width, height)
  })

  it('the type of a lock is read to its end', async () => {
    await desk.at('rail-assets').click()
    await desk.at('asset-table').getByRole('row').nth(1).waitFor()
    const types = desk.at('asset-table').getByText('issuable)')
    await expect.poll(() => types.count()).toBeGreaterThan(5)
    await expect.poll(() => cutCells(types)).toEqual([])
  })

  it('a row shows both statuses of a lock, though a lock has a name', async () => {
    await desk.at('rail-assets').click()
    await desk.at('asset-table').getByRole('row').nth(1).waitFor()
    const tags = () =>
      desk.at('asset-table').evaluate((table) =>
        [...table.querySelectorAll('[role=gridcell]')]
          .map((cell) => ({
            cell: cell.getBoundingClientRect(),
            tags: [...cell.querySelectorAll('.row-tag')],
          }))
          .filter(({ tags: inCell }) => inCell.length > 0)
          .slice(0, 5)
          .map(({ cell, tags: inCell }) =>
            inCell.map((tag) => {
              const { left, right, top, bottom } = tag.getBoundingClientRect()
              const isIn =
                left >= cell.left && right <= cell.right + 1 && top >= cell.top && bottom <= cell.bottom + 1
              return `${tag.textContent.trim()}${isIn ? '' : ' cut'}`
            }),
          ),
      )
    const both = Array.from({ length: 5 }, () => ['Expired', 'Disabled'])
    await expect.poll(tags).toEqual(both)
    await desk.at('asset-table').getByRole('row').nth(2).click()
    await desk.at('asset-details').waitFor()
    await expect.poll(tags).toEqual(both)
    expect(await sideways('asset-table')).toBe(0)
  })

  it('a row of the assets is read to its end beside details, though a lock has a name', async () => {
    // With more columns, only a usual time has room.
    const limitEnd = width < 1000 ? 1_600_000_000_000 : Date.now() - 12 * dayMs
    desk.world.records = desk.world.records.map(({ holder, ...record }) => ({
      ...record,
      limitEnd,
      holder: holder === null ? null : { ...holder, name: 'Emma Clarke' },
    }))
    await desk.reload()
    await desk.resize(width, height)
    await desk.at('rail-assets').click()
    await desk.at('asset-table').getByRole('row').nth(2).click()
    await desk.at('asset-details').waitFor()
    const cut = () =>
      desk
        .at('asset-table')
        .evaluate((table) =>
          [...table.querySelectorAll('[role=gridcell], [role=gridcell] *')]
            .filter((part) => part.clientWidth > 1 && part.scrollWidth > part.clientWidth)
            .map((part) => part.textContent.trim()),
        )
    await expect.poll(cut).toEqual([])
    expect(await sideways('asset-table')).toBe(0)
  })

  it('a row of the activity log shows which employee has the lock', async () => {
    await desk.at('rail-journal').click()
    const name = desk.at('journal-row').getByText('Emma Clarke')
    await name.waitFor()
    expect(await name.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0)
    await desk.at('journal-row').click()
    await desk.at('entry-details').waitFor()
    expect(await sideways('journal-table')).toBe(0)
    // Beside the details of a narrow window, there is no room for both.
    if (width >= 1280) expect(await name.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0)
  })

  it('a customer is read to its end beside the details', async () => {
    // With one of another channel, the table has a column of channels.
    desk.world.registered = [...desk.world.registered, idOf('lionCity')]
    await desk.reload()
    await desk.resize(width, height)
    await desk.at('rail-customers').click()
    await desk.at('customer-row').first().click()
    await desk.at('customer-details').waitFor()
    const cut = (): Promise<readonly string[]> =>
      desk
        .at('customers-table')
        .evaluate((table) =>
          [...table.querySelectorAll('[role=gridcell], [role=gridcell] *')]
            .filter((part) => part.scrollWidth > part.clientWidth && part.clientWidth > 1)
            .map((part) => part.textContent.trim()),
        )
    if (width >= 1280) await expect.poll(cut).toEqual([])
    expect(await sideways('customers-table')).toBe(0)
  })
})

it.each([
  ['rail-assets', 'asset-table'],
  ['rail-employees', 'employee-table'],
])('%s opens a table that does not scroll sideways at high zoom', async (rail, table) => {
  await desk.resize(480, 320)
  await desk.at(rail).click()
  await desk.at(table).getByRole('row').nth(1).waitFor()
  await expect.poll(() => sideways(table)).toBe(0)
})
