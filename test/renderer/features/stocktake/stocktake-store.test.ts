// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import type { Stocktake, StocktakeRow } from '#shared/model/stocktake'
import { fail, succeed } from '#shared/outcome'
import { splitNumbers, mayBeLock } from '../../../../src-renderer/features/stocktake/split-numbers'
import { reportColumns } from '../../../../src-renderer/features/stocktake/stocktake-texts'
import { useStocktakeStore } from '../../../../src-renderer/features/stocktake/stocktake-store'
import { withBridge } from '../../support/mount-component'

const stocktake: Stocktake = {
  id: '00000000-0000-4000-8000-000000000001',
  scope: { kind: 'list', name: 'Safe' },
  state: 'counting',
  startedAt: 1,
  startedBy: 'Li Wei',
  ended: null,
  expected: 2,
  present: 0,
  lent: 0,
  others: 0,
  comparedWith: null,
  isShared: false,
}
const row = (number: string, part: Partial<StocktakeRow> = {}): StocktakeRow => ({
  number,
  assetNum: null,
  enterpriseName: null,
  result: 'missing',
  status: null,
  lentTo: null,
  counted: null,
  isDouble: false,
  comparison: null,
  ...part,
})
const counted = (number: string) =>
  row(number, { result: 'present', counted: { at: 2, by: 'plug', operator: 'Li Wei' } })
const [one, two, three] = ['8000000001', '8000000002', '8000000003'] as const

const setUp = async () => {
  let beforeRead = (): void => undefined
  let result: ReturnType<typeof counted>[] | null = []
  let invalid: string[] = []
  const double = withBridge({
    'stocktakes/list': () => succeed([stocktake]),
    'stocktakes/read': ({ from }) => {
      beforeRead()
      return succeed({ stocktake, rows: [row(one), row(two)].slice(from, from + 1), total: 2, version: 1 })
    },
    'stocktakes/undo': () =>
      result === null ? fail({ code: 'not-saved', message: 'ENOSPC' }) : succeed(null),
    'stocktakes/count': () =>
      result === null
        ? fail({ code: 'not-saved', message: 'ENOSPC' })
        : succeed({ counted: result, repeated: [], invalid }),
  })
  const store = useStocktakeStore()
  await store.load()
  return {
    double,
    store,
    whileReading: (work: () => void) => (beforeRead = work),
    countsAs: (next: typeof result) => (result = next),
    refuses: (...texts: string[]) => (invalid = texts),
    plug: (...rows: StocktakeRow[]) =>
      double.emit('stocktakes/changed', {
        stocktake: { ...stocktake, present: 1 },
        rows,
        repeated: [],
        by: 'plug',
      }),
  }
}
const shown = ({ rows }: { readonly rows: readonly StocktakeRow[] }) =>
  rows.map(({ number, result }) => [number, result])

describe('the open stocktake', () => {
  it('says who has ended it at another computer, and not where it was ended here', async () => {
    const { double, store } = await setUp()
    const end = (by: string) =>
      double.emit('stocktakes/changed', {
        stocktake: { ...stocktake, state: 'finished', ended: { at: 3, by } },
        rows: [],
        repeated: [],
        by: 'input',
      })
    await store.choose(stocktake.id)
    end('Zhang Jing')
    expect(store.endedElsewhere).toBe('Zhang Jing')
    await store.choose(null)
    expect(store.endedElsewhere).toBeNull()

    await store.load()
    double.handlers['stocktakes/end'] = () => {
      end('Li Wei')
      return succeed({ ...stocktake, state: 'finished', ended: { at: 3, by: 'Li Wei' } })
    }
    await store.choose(stocktake.id)
    await store.end('finish')
    expect([store.chosen?.state, store.endedElsewhere]).toEqual(['finished', null])
  })

  it('shows an invalid input on one line, without characters that reverse the message', async () => {
    const { store, refuses } = await setUp()
    await store.choose(stocktake.id)
    refuses('W\u202eX')
    await store.count('W\u202eX')
    expect(store.last).toEqual({ kind: 'invalid', text: 'W\ufffdX' })
    refuses('W'.repeat(100))
    await store.count('W'.repeat(100))
    expect(store.last).toEqual({ kind: 'invalid', text: `${'W'.repeat(40)}…` })
  })

  it('shows what is counted, also while its rows are loaded', async () => {
    const { store, whileReading, plug } = await setUp()
    let reads = 0
    whileReading(() => {
      reads += 1
      if (reads === 2) plug(counted(one), counted(three))
    })
    await store.choose(stocktake.id)
    expect(shown(store)).toEqual([
      [one, 'present'],
      [two, 'missing'],
      [three, 'present'],
    ])
    plug(counted(two))
    expect(store.rows.map(({ result }) => result)).toEqual(['present', 'present', 'present'])
    expect(store.counts.get('present')).toBe(3)
    expect(store.chosen?.present).toBe(1)
    expect(store.last).toMatchObject({ kind: 'counted', row: { number: two } })
  })

  it('says what was not counted, and keeps the numbers', async () => {
    const { store, double, countsAs } = await setUp()
    await store.choose(stocktake.id)
    countsAs(null)
    expect(await store.count(`${one}\n${two}`)).toBe(false)
    expect(store.last).toMatchObject({ kind: 'failed', failure: { code: 'not-saved' } })
    countsAs([counted(one), counted(two)])
    expect(await store.count(`${one}\n${two}`)).toBe(true)
    expect(store.last).toEqual({ kind: 'several', counted: [one, two], repeated: 0, invalid: 0 })
    expect(double.calls.filter(({ name }) => name === 'stocktakes/count').at(-1)?.input).toEqual({
      id: stocktake.id,
      numbers: [one, two],
      operatorIdentity: 'Li Wei',
    })
    double.emit('stocktakes/not-counted', {
      id: stocktake.id,
      failure: { code: 'not-saved', message: 'EIO' },
    })
    expect(store.last).toMatchObject({ kind: 'failed', because: 'plug' })
  })

  it('shows a lock that was counted while an undo was saved', async () => {
    const { double, store } = await setUp()
    await store.choose(stocktake.id)
    const plugIn = (number: string) =>
      double.emit('stocktakes/changed', { stocktake, rows: [counted(number)], repeated: [], by: 'plug' })
    plugIn(one)
    const undoing = store.undo([one])
    plugIn(two)
    await undoing
    expect(store.last).toEqual({ kind: 'counted', row: counted(two) })
  })

  it('undoes counts, and says which are not undone', async () => {
    const { store, double, countsAs } = await setUp()
    await store.choose(stocktake.id)
    await store.undo([one])
    expect(store.last).toEqual({ kind: 'undone', numbers: [one] })
    expect(double.calls.find(({ name }) => name === 'stocktakes/undo')?.input).toEqual({
      id: stocktake.id,
      numbers: [one],
      operatorIdentity: 'Li Wei',
    })
    countsAs(null)
    await store.undo([one])
    expect(store.last).toMatchObject({ kind: 'failed', because: 'undo', failure: { code: 'not-saved' } })
  })

  it('is read again when the lists change', async () => {
    const { store, double } = await setUp()
    await store.choose(stocktake.id)
    const reads = () => double.calls.filter(({ name }) => name === 'stocktakes/read').length
    const before = reads()
    double.emit('stocktakes/changed', { stocktake, rows: [], repeated: [], by: 'input' })
    await flushPromises()
    expect(reads()).toBeGreaterThan(before)
  })
})

describe('numbers in a text', () => {
  it('are one or several per line', () => {
    expect(splitNumbers(' 8000 000 001 \r\n8000000002, LD8000000003\n\nhello')).toEqual([
      '8000 000 001',
      two,
      'LD8000000003',
      'hello',
    ])
    expect(splitNumbers('x'.repeat(500))).toEqual(['x'.repeat(100)])
    expect(['8000 000 001', 'LD8000000003', '8.0E+09', '123', 'hello'].map(mayBeLock)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })
})

it('the columns of the report have fixed names and values', () => {
  const cells = (of: StocktakeRow) => reportColumns.map(({ value }) => value(of))
  expect(reportColumns.map(({ title }) => title)).toEqual([
    'number',
    'asset_number',
    'enterprise',
    'result',
    'status',
    'change',
    'counted_at',
    'counted_by',
    'source',
    'two_devices',
    'lent_to',
  ])
  expect(cells(row(one, { status: 'lent', comparison: 'newly-missing' }))).toEqual(
    [one, '', '', 'missing', 'lent', 'newly-missing', '', '', '', '', ''], // prettier-ignore
  )
  expect(cells(counted(one)).slice(6)).toEqual(['1970-01-01T00:00:00.002Z', 'Li Wei', 'plug', '', ''])
  expect(cells({ ...counted(one), isDouble: true }).at(-2)).toBe('yes')
  expect(cells(row(one, { result: 'lent', lentTo: 'Emma Clarke' })).at(-1)).toBe('Emma Clarke')
})
