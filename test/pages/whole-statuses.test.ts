import { expect, it } from 'vitest'
import type { Loan, LoanState } from '#shared/model/changes/loan'
import type { SignedOrderEntry } from '#shared/model/changes/work-order'
import { dayAfter, dayOf } from '#shared/model/calendar-day'
import { storedResults } from '#shared/model/stocktake'
import type { Stocktake, StocktakeRow } from '#shared/model/stocktake'
import { succeed } from '#shared/outcome'
import { entry, shell } from '../renderer/support/samples'
import { onPage } from './support/on-page'

// A status is read to its end in each table, whatever stands beside it.

const dayMs = 86_400_000
const name = 'Alexandra Featherstonehaugh-Cholmondeley'
const today = dayOf(Date.now())

const loan = (at: number, state: LoanState, dueOn: string | null): Loan => ({
  loanId: `loan-${at}`,
  state,
  borrowedUsbKey: `LD80000000${10 + at}`,
  shellNumber: shell(`80000000${10 + at}`),
  enterpriseGlobalId: 'E1',
  enterpriseName: 'North Bridge Automation Co., Ltd.',
  memberGlobalId: `M${at}`,
  memberName: name,
  assets: [{ assetNum: 'LD8000000001', assetId: null }],
  assetsFrom: 'journal',
  lentHere: { since: Date.now() - 40 * dayMs, operatorIdentity: at % 2 === 0 ? 'Li Wei' : name, jobId: 'J' },
  dueOn,
  note: '',
  currentHolder: null,
  returned: state === 'returned' ? { at: Date.now(), operatorIdentity: 'Li Wei' } : null,
  closed: null,
})
const loans = [
  loan(1, 'active', dayAfter(today, -128)),
  loan(2, 'active', today),
  loan(3, 'active', dayAfter(today, 1)),
  loan(4, 'active', dayAfter(today, 128)),
  loan(5, 'active', null),
  loan(6, 'returned', today),
  loan(7, 'not-listed', null),
  loan(8, 'unconfirmed', null),
]

const stocktake = (state: Stocktake['state']): Stocktake => ({
  id: state,
  scope: { kind: 'list', name },
  state,
  startedAt: Date.now(),
  startedBy: name,
  ended: state === 'counting' ? null : { at: Date.now(), by: name },
  expected: 12_000,
  present: 10_000,
  lent: 1,
  others: 1,
  comparedWith: state === 'canceled' ? null : Date.now(),
  isShared: state === 'counting',
})
const stocktakes = [stocktake('counting'), stocktake('canceled'), stocktake('finished')]
const locksOf = ({ state }: Stocktake): StocktakeRow[] =>
  (['lent', state === 'finished' ? 'missing' : 'not-counted', ...storedResults.slice(1)] as const).map(
    (result, at): StocktakeRow => ({
      number: `80000000${10 + at}`,
      assetNum: null,
      enterpriseName: 'North Bridge Automation Co., Ltd.',
      result,
      lentTo: result === 'lent' ? name : null,
      status: result === 'lent' ? 'lent' : result === 'disabled' ? 'expired' : 'enabled',
      counted:
        result === 'lent' || result === 'missing' || result === 'not-counted'
          ? null
          : { at: Date.now(), by: 'input', operator: name },
      comparison: result === 'missing' ? 'still-missing' : null,
      isDouble: result === 'present' || result === 'disabled',
    }),
  )

const order = (at: number, part: Partial<SignedOrderEntry>): SignedOrderEntry => ({
  id: `a1b2c3d${at}-0000-4000-8000-000000000000`,
  checksum: '1234',
  action: 'disable',
  rowCount: 3_000,
  preparedBy: name,
  note: '',
  created: Date.now(),
  notBefore: 1,
  expires: Date.now() + dayMs,
  saved: { at: 2, name: 'a.lockorder' },
  result: null,
  ...part,
})
const counts = { completed: 3_000, failed: 0, unconfirmed: 0, skipped: 0, 'not-sent': 0 }
const resultOf = (part: Partial<typeof counts>) => ({
  read: 3,
  made: 3,
  signer: name,
  counts: { ...counts, ...part },
})
const orders = [
  order(1, { saved: null }),
  order(2, {}),
  order(3, { expires: 3 }),
  order(4, { result: resultOf({ completed: 2_000, failed: 1_000 }) }),
  order(5, { result: resultOf({}) }),
]

const changes = (['done', 'failed', 'not-sent', 'unknown', 'sent', 'intent'] as const).flatMap((state) =>
  (['disable', 'lend', 'reset-password'] as const).map((action) =>
    entry({ entryId: `${state} ${action}`, jobId: `${state} ${action}`, action, state, memberName: name }),
  ),
)

const desk = onPage({
  prepare: (world) => {
    world.employees = world.employees.map((employee) => ({ ...employee, name, deleted: true }))
  },
  handlers: () => ({
    'loans/list': () => succeed({ rows: loans, total: loans.length, version: 1, unread: 0, missing: null }),
    'stocktakes/list': () => succeed(stocktakes),
    'stocktakes/read': ({ id }) => {
      const one = stocktakes.find((each) => each.id === id) ?? stocktakes[0]!
      return succeed({ stocktake: one, rows: locksOf(one), total: locksOf(one).length, version: 1 })
    },
    'stocktakes/count-plugged': () => succeed(null),
    'work-orders/signed': () => succeed(orders),
    'journal/slice': ({ from }) =>
      succeed({ rows: from === 0 ? changes : [], total: from === 0 ? changes.length : 0 }),
  }),
})

/** The statuses of a table that do not lie within their cells. */
const cutStatuses = (table: string): Promise<string[]> =>
  desk.at(table).evaluate((grid) =>
    [...grid.querySelectorAll<HTMLElement>('[role=gridcell]')].flatMap((cell) => {
      const marked = [...cell.querySelectorAll<HTMLElement>('.row-tag, .status')]
      const statuses =
        marked.length === 0 && cell.matches('.due, .outcome, .result, .state') ? [cell] : marked
      return statuses.flatMap((status) => {
        const range = document.createRange()
        range.selectNodeContents(status)
        const text = range.getBoundingClientRect()
        const box = cell.getBoundingClientRect()
        const isWhole = text.right <= box.right + 1 && status.scrollWidth <= status.clientWidth + 1
        return text.width === 0 || isWhole ? [] : [`${status.textContent.trim()} in ${Math.round(box.width)}`]
      })
    }),
  )

/** Of each page its table, its rows, and which stocktake is opened before. */
const tables = {
  lending: { table: 'loan-table', row: 'loan-row', opened: null },
  stocktake: { table: 'stocktake-table', row: 'stocktake-row', opened: null },
  'a stocktake that is counted': { table: 'stocktake-rows', row: 'stocktake-lock', opened: 0 },
  'a canceled stocktake': { table: 'stocktake-rows', row: 'stocktake-lock', opened: 1 },
  'a finished stocktake': { table: 'stocktake-rows', row: 'stocktake-lock', opened: 2 },
  'work-orders': { table: 'signed-orders', row: 'signed-order', opened: null },
  employees: { table: 'employee-table', row: 'employee-row', opened: null },
  journal: { table: 'journal-table', row: 'journal-row', opened: null },
} as const
const looks = [
  [960, 640, 'en'],
  [960, 640, 'zh'],
  [1280, 800, 'en'],
  [1280, 800, 'zh'],
] as const

it.each(Object.keys(tables) as (keyof typeof tables)[])('each status of %s is whole', async (page) => {
  const { table, row, opened } = tables[page]
  await desk.at(`rail-${opened === null ? page : 'stocktake'}`).click()
  if (page === 'employees') await desk.at('show-deleted').click()
  if (opened !== null) await desk.page.getByTestId('stocktake-row').nth(opened).click()
  await desk.page.getByTestId(row).first().waitFor()
  const areWhole = async (where: string): Promise<void> => {
    for (const [width, height, language] of looks) {
      await desk.resize(width, height)
      await desk.setAppearance({ language })
      // Nothing says that all widths are settled.
      await desk.page.waitForTimeout(150)
      expect(await cutStatuses(table), `${where}, ${width}, ${language}`).toEqual([])
    }
  }
  await areWhole('alone')
  // A stocktake opens in place of the list.
  if (page === 'stocktake') return
  await desk.page.getByTestId(row).first().click()
  await areWhole('beside details')
})
