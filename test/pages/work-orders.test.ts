import { describe, expect, it } from 'vitest'
import type { OrderSummary, SignedOrderEntry } from '#shared/model/changes/work-order'
import { succeed } from '#shared/outcome'
import { orderRow } from '../renderer/support/samples'
import { cutCells } from './support/cut-cells'
import { onPage } from './support/on-page'
import { idOf } from './support/world/world'

const dayMs = 86_400_000
/** The longest time of English: two digits in each part. */
const lateInNovember = new Date(2026, 10, 29, 12, 54, 25).getTime()
const note = Array.from({ length: 8 }, (_, line) => `Line ${line + 1} of what the office has to say`).join(
  '\n',
)
const order: OrderSummary = {
  id: 'order-1',
  checksum: '9f2c 31aa 07be 44d1',
  action: 'disable',
  platform: 'training',
  enterprises: [
    { enterpriseGlobalId: idOf('northBridge'), enterpriseName: 'North Bridge Engineering '.repeat(12) },
  ],
  rowCount: 40,
  note,
  preparedBy: 'Chen Yu',
  created: lateInNovember,
  notBefore: lateInNovember,
  expires: lateInNovember + dayMs,
  signer: { key: 'K', name: 'Office', words: { en: [], zh: [] } },
  problem: null,
  used: null,
  usedElsewhere: null,
}
const row = (at: number) =>
  orderRow({ key: `LD80000000${at}`, number: `80000000${at}`, enterpriseName: 'North Bridge' })
const signed = (id: string): SignedOrderEntry => ({
  id: `${id}a1b2c3d-0000-4000-8000-000000000000`,
  checksum: '1234',
  action: 'disable',
  rowCount: 3_000,
  preparedBy: 'Chen Yu',
  note: '',
  created: lateInNovember,
  notBefore: 1,
  expires: Date.now() + dayMs,
  saved: { at: 2, name: 'a.lockorder' },
  result: {
    read: 3,
    made: 3,
    signer: 'Counter',
    counts: { completed: 2_999, failed: 1, unconfirmed: 0, skipped: 0, 'not-sent': 0 },
  },
})

const desk = onPage({
  register: ['northBridge'],
  handlers: () => ({
    'work-orders/signed': () => succeed(['1', '2', '3'].map(signed)),
    'work-orders/open': () => succeed({ kind: 'order', order }),
    'work-orders/check': () => succeed(Array.from({ length: 40 }, (_, at) => row(at + 10))),
  }),
})

describe('the signed work orders in a window of 960 × 640', () => {
  it.each(['en', 'zh'] as const)('show their times to the end, in %s', async (language) => {
    await desk.setAppearance({ language })
    await desk.resize(960, 640)
    await desk.at('rail-work-orders').click()
    const cells = desk.at('signed-orders').getByRole('gridcell')
    await cells.first().waitFor()
    await expect.poll(() => cutCells(cells.filter({ hasText: '2026' }))).toEqual([])
    await expect
      .poll(() => desk.at('signed-orders').evaluate((table) => table.scrollWidth - table.clientWidth))
      .toBe(0)
  })
})

describe('an order with a long note', () => {
  it.each([
    [960, 640],
    [1280, 800],
  ])('shows all of its facts and its lines in a window of %d × %d', async (width, height) => {
    await desk.resize(width, height)
    await desk.at('rail-work-orders').click()
    await desk
      .at('work-order-file')
      .setInputFiles({ name: 'a.lockorder', mimeType: 'text/plain', buffer: Buffer.from('{}') })
    await desk.at('order-row').first().waitFor()
    // A long note is cut above its rows until it is asked for.
    const shown = desk.at('order-note')
    const heightOf = () => shown.evaluate((text) => text.clientHeight)
    const cutHeight = await heightOf()
    await desk.at('whole-note').click()
    await expect.poll(heightOf).toBeGreaterThan(2 * cutHeight)
    const lines = await shown.evaluate((text) => (text as HTMLElement).innerText.split('\n'))
    expect(lines).toHaveLength(8)
    // Nothing scrolls besides the page and its table.
    const scrollers = await desk
      .at('open-order')
      .evaluate(
        (page) =>
          [...page.querySelectorAll('*')].filter(
            (part) =>
              /auto|scroll/.test(getComputedStyle(part).overflowY) &&
              part.scrollHeight > part.clientHeight + 1,
          ).length,
      )
    expect(scrollers).toBeLessThanOrEqual(2)
    const isWhole = await desk.at('order-facts').evaluate(({ parentElement }) => {
      if (parentElement === null) return false
      return parentElement.scrollHeight <= parentElement.clientHeight + 1
    })
    expect(isWhole).toBe(true)
    const bar = desk.at('carry-out')
    expect(await bar.isVisible()).toBe(true)
    expect((await bar.boundingBox())?.y).toBeLessThan(height)
    await desk.at('whole-note').click()
    await expect.poll(heightOf).toBe(cutHeight)
    // The rows keep room for some of them.
    expect((await desk.at('order-rows').boundingBox())?.height).toBeGreaterThan(120)
  })
})
