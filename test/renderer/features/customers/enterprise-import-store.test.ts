// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { describe, expect, it, vi } from 'vitest'
import { nextTick } from 'vue'
import { maxImportRows } from '../../../../src-shared/model/enterprise-import'
import type { EnterpriseImport, EnterpriseImportRow } from '../../../../src-shared/model/enterprise-import'
import { succeed } from '../../../../src-shared/outcome'
import { useEnterpriseImportStore } from '../../../../src-renderer/features/customers/import/enterprise-import-store'
import { useEnterprisesStore } from '../../../../src-renderer/entities/enterprise/enterprises-store'
import { useUnsentRowsStore } from '../../../../src-renderer/stores/unsent-rows-store'
import { cellKey, plainSheet } from '../../../../src-renderer/ui/sheets/sheet'
import { withBridge } from '../../support/mount-component'
import { unreachable } from '../../support/samples'

const counts = { added: 0, known: 0, 'not-found': 0, failed: 0, waiting: 0, invalid: 0 }
const sheetOf = (rows: readonly (readonly string[])[]) => ({
  ...plainSheet,
  fileName: '',
  rows,
  width: 2,
  separator: null,
})
const columns = { columns: { enterpriseGlobalId: 0, enterpriseName: 1 }, titleRows: 0 }

const setUp = async () => {
  let sent: readonly EnterpriseImportRow[] = []
  let job: EnterpriseImport | null = null
  let beforeRead = (): void => undefined
  const double = withBridge({
    'enterprises/list': () =>
      succeed({
        rows: [
          {
            enterpriseGlobalId: 'E1',
            enterpriseName: 'One',
            channelCode: null,
            channelCustomerId: null,
            assets: null,
            readAt: null,
            failure: null,
          },
        ],
        total: 1,
        version: 1,
      }),
    'enterprises/import': ({ rows }) => {
      sent = rows
      job = { number: 1, state: 'running', pause: null, rows: rows.length, counts }
      return succeed(job)
    },
    'enterprises/import-read': ({ from }) => {
      beforeRead()
      return succeed({
        import: job,
        rows: sent.slice(from, from + 2).map((row) => ({ ...row, result: { state: 'waiting' as const } })),
        total: sent.length,
        version: job?.number ?? 0,
      })
    },
    'enterprises/import-control': () => {
      job = null
      double.emit('enterprises/import-changed', { import: null, rows: [] })
      return succeed(null)
    },
  })
  await useEnterprisesStore().load()
  const store = useEnterpriseImportStore()
  await store.loadOnce()
  return {
    store,
    double,
    sent: () => sent,
    onRead: (work: () => void) => void (beforeRead = work),
    job: (part: Partial<EnterpriseImport>): EnterpriseImport => ({
      ...{ number: 1, state: 'running', pause: null, rows: sent.length, counts },
      ...part,
    }),
  }
}

describe('the import of enterprises', () => {
  it('counts the rows with half a channel customer, which is not used', async () => {
    const { store } = await setUp()
    const rows = [
      ['E1', '', 'C-1'],
      ['E2', 'CRM', ''],
      ['E3', 'CRM', 'C-3'],
      ['E4', '', ''],
      ['', 'CRM', 'C-5'],
      // Without an enterprise ID such a row is invalid.
      ['', 'CRM', ''],
    ]
    await store.takeSheet(sheetOf(rows), {
      columns: { enterpriseGlobalId: 0, channelCode: 1, channelCustomerId: 2 },
      titleRows: 0,
    })
    expect(store.unpaired).toBe(2)
    store.correct(0, 'channelCustomerId', '')
    await expect.poll(() => store.unpaired).toBe(1)
  })

  it('counts each checked row once, and sends all rows', async () => {
    const { store, sent } = await setUp()
    await store.takeSheet(
      sheetOf([
        ['E1', 'One'],
        ['E2', ''],
        ['E2', ''],
        ['E 3', ''],
        ['E4', ''],
      ]),
      columns,
    )
    const groups = Object.fromEntries([...store.groupCounts].filter(([, count]) => count > 0))
    expect(groups).toEqual({ known: 1, ready: 2, duplicate: 1, invalid: 1 })
    await store.start()
    expect(sent()).toHaveLength(5)
    expect(store.rows.map(({ result }) => result?.state)).toEqual(Array(5).fill('waiting'))
    expect(store.checked).toBeNull()
  })

  it('checks all rows again after a correction in place, and sends what was corrected', async () => {
    const { store, sent } = await setUp()
    await store.takeSheet(
      sheetOf([
        ['E2', 'Two'],
        ['E 3', ''],
        ['E2', ''],
      ]),
      columns,
    )
    const findings = () => store.rows.map(({ finding }) => finding)
    expect(findings()).toEqual([null, 'characters', 'duplicate'])
    expect(store.inputOf(1, 'enterpriseGlobalId')).toBe('E 3')
    store.correct(1, 'enterpriseGlobalId', ' Ｅ3 ')
    expect(findings()).toEqual([null, null, 'duplicate'])
    // The first of two equal rows is another one now: the second one is not a duplicate any more.
    store.correct(0, 'enterpriseGlobalId', 'E4')
    expect(findings()).toEqual([null, null, null])
    await store.start()
    expect(sent().map(({ enterpriseGlobalId }) => enterpriseGlobalId)).toEqual(['E4', 'E3', 'E2'])
    // What is looked up is not corrected any more.
    store.correct(0, 'enterpriseGlobalId', 'E5')
    expect(store.rows[0]?.enterpriseGlobalId).toBe('E4')
  })

  it('takes a corrected ID in place of an error of the sheet', async () => {
    const { store } = await setUp()
    const sheet = { ...sheetOf([['#N/A', 'One']]), problems: new Map([[cellKey(0, 0), 'error' as const]]) }
    await store.takeSheet(sheet, columns)
    expect(store.rows[0]?.finding).toBe('cell-error')
    store.correct(0, 'enterpriseName', 'Two')
    expect(store.rows[0]).toMatchObject({ finding: 'cell-error', enterpriseName: 'Two' })
    store.correct(0, 'enterpriseGlobalId', 'E9')
    expect(store.rows[0]).toMatchObject({ finding: null, enterpriseGlobalId: 'E9' })
  })

  it('keeps the typed text until rows are taken', async () => {
    const { store } = await setUp()
    store.text = 'E2'
    await store.takeSheet(sheetOf([['\u200b', '']]), columns)
    expect([store.text, store.checked]).toEqual(['E2', null])
    await store.takeSheet(sheetOf([['E2', '']]), columns)
    expect([store.text, store.rows.length]).toEqual(['', 1])
  })

  it('keeps the typed text, and counts its lines as not sent, when a file is taken', async () => {
    const { store } = await setUp()
    const unsent = useUnsentRowsStore()
    store.text = 'E2\n\nE3\n'
    await nextTick()
    expect(unsent.total).toBe(2)
    await store.takeSheet({ ...sheetOf([['E4', '']]), fileName: 'list.csv' }, columns)
    await nextTick()
    expect([store.text, store.rows.length, unsent.total]).toEqual(['E2\n\nE3\n', 1, 3])
    await store.start()
    await nextTick()
    expect(unsent.total).toBe(2)
  })

  it('tells main how many rows closing would lose, until none would be', async () => {
    const { store, double, job } = await setUp()
    const told = () => double.calls.filter(({ name }) => name === 'window/import-rows').at(-1)?.input
    await store.takeSheet(sheetOf([['E2', '']]), columns)
    await nextTick()
    expect(told()).toEqual({ inPage: 1, waiting: 0 })
    await store.start()
    const waiting = { ...counts, waiting: 1 }
    double.emit('enterprises/import-changed', { import: job({ state: 'paused', counts: waiting }), rows: [] })
    await nextTick()
    expect(told()).toEqual({ inPage: 0, waiting: 1 })
    double.emit('enterprises/import-changed', { import: job({ state: 'ended', counts: waiting }), rows: [] })
    await nextTick()
    expect(told()).toEqual({ inPage: 0, waiting: 0 })
  })

  it('keeps its rows when another list has too many', async () => {
    const { store } = await setUp()
    await store.takeSheet(sheetOf([['E2', '']]), columns)
    const many = Array.from({ length: maxImportRows + 1 }, (_, at) => [`E${String(at)}`, ''])
    await store.takeSheet(sheetOf(many), columns)
    expect([store.tooMany, store.rows.length]).toEqual([true, 1])
    await store.clear()
    expect([store.tooMany, store.rows.length]).toEqual([false, 0])
  })

  it('takes a sheet also where a row that it replaces is corrected while it is read', async () => {
    const { store } = await setUp()
    await store.takeSheet(sheetOf([['E2', 'Two']]), columns)
    const clock = vi.spyOn(performance, 'now')
    // Each look at the clock is a new slice.
    let now = 0
    clock.mockImplementation(() => (now += 1000))
    const taken = store.takeSheet(
      sheetOf(Array.from({ length: 5000 }, (_, at) => [`N${String(at)}`, ''])),
      columns,
    )
    clock.mockRestore()
    expect(store.isWorking).toBe(true)
    store.correct(0, 'enterpriseName', 'Second')
    expect(store.rows[0]?.enterpriseName).toBe('Second')
    await taken
    expect([store.rows.length, store.rows[0]?.enterpriseGlobalId]).toEqual([5000, 'N0'])
    expect([store.inputOf(0, 'enterpriseGlobalId'), store.inputOf(0, 'enterpriseName')]).toEqual(['N0', ''])
  })

  it('has a name that is too long corrected in place, and does not cut it', async () => {
    const { store, sent } = await setUp()
    await store.takeSheet(sheetOf([['E2', 'n'.repeat(450)]]), columns)
    expect(store.rows[0]?.finding).toBe('name-too-long')
    expect(store.inputOf(0, 'enterpriseName')).toHaveLength(450)
    store.correct(0, 'enterpriseName', 'm'.repeat(201))
    expect(store.rows[0]?.finding).toBe('name-too-long')
    store.correct(0, 'enterpriseName', 'm'.repeat(200))
    expect(store.rows[0]?.finding).toBeNull()
    await store.start()
    expect(sent()[0]?.enterpriseName).toBe('m'.repeat(200))
  })

  it('takes the rows that were not found again, to be corrected and searched alone', async () => {
    const { store, double, sent, job } = await setUp()
    await store.takeSheet(
      sheetOf([
        ['E7', 'Seven'],
        ['E8', 'Eight'],
      ]),
      columns,
    )
    await store.start()
    const results = ['added', 'not-found'] as const
    double.emit('enterprises/import-changed', {
      import: job({ state: 'ended' }),
      rows: results.map((state, index) => ({ index, result: { state, failure: null } as never })),
    })
    await nextTick()
    expect(store.canCorrect()).toBe(false)
    await store.correctRows()
    expect(store.rows).toMatchObject([{ line: 2, enterpriseGlobalId: 'E8', enterpriseName: 'Eight' }])
    expect(store.canCorrect()).toBe(true)
    store.correct(0, 'enterpriseGlobalId', 'E9')
    await flushPromises()
    await store.start()
    expect(sent()).toMatchObject([{ line: 2, enterpriseGlobalId: 'E9' }])
  })

  it('keeps the rows that failed or were not searched, when those not found are corrected', async () => {
    const { store, double, sent, job } = await setUp()
    await store.takeSheet(sheetOf([['E6'], ['E7'], ['E8'], ['E9']]), columns)
    await store.start()
    const results = ['added', 'not-found', 'failed', 'waiting'] as const
    double.emit('enterprises/import-changed', {
      import: job({ state: 'ended' }),
      rows: results.map((state, index) => ({ index, result: { state, failure: unreachable } as never })),
    })
    await nextTick()
    await store.correctRows()
    await store.start()
    expect(sent().map(({ enterpriseGlobalId }) => enterpriseGlobalId)).toEqual(['E7', 'E8', 'E9'])
  })

  it('clears also the results that rows to be corrected come from, but no import that is paused', async () => {
    const { store, double, job } = await setUp()
    const clearWhile = async (state: 'paused' | 'ended'): Promise<number> => {
      await store.takeSheet(sheetOf([['E8', '']]), columns)
      await store.start()
      const result = { state: state === 'ended' ? ('not-found' as const) : ('waiting' as const) }
      double.emit('enterprises/import-changed', { import: job({ state }), rows: [{ index: 0, result }] })
      await nextTick()
      if (state === 'ended') await store.correctRows()
      else await store.takeSheet(sheetOf([['E9', '']]), columns)
      await store.clear()
      return store.rows.length
    }
    expect(await clearWhile('paused')).toBe(1)
    expect(await clearWhile('ended')).toBe(0)
  })

  it('clears no list that came while the results of another one were cleared', async () => {
    const { store } = await setUp()
    const cleared = store.clear()
    await store.takeSheet(sheetOf([['E8', '']]), columns)
    await cleared
    expect(store.rows).toHaveLength(1)
  })

  it('takes the invalid rows of a search again, which no search can find, and leaves duplicates', async () => {
    const { store, double, sent, job } = await setUp()
    await store.takeSheet(sheetOf([['E7'], ['', 'Without ID'], ['E8'], ['E7'], ['x'.repeat(300)]]), columns)
    await store.start()
    const states = ['added', 'invalid', 'not-found', 'invalid', 'invalid'] as const
    double.emit('enterprises/import-changed', {
      import: job({ state: 'ended' }),
      rows: states.map((state, index) => ({ index, result: { state, failure: null } as never })),
    })
    await nextTick()
    // Of the text that was too long, a part is gone.
    expect(store.toCorrect).toBe(2)
    await store.correctRows()
    expect(store.rows).toMatchObject([
      { line: 2, enterpriseName: 'Without ID', finding: 'missing' },
      { line: 3, enterpriseGlobalId: 'E8', finding: null },
    ])
    store.correct(0, 'enterpriseGlobalId', 'E9')
    await flushPromises()
    await store.start()
    expect(sent().map(({ enterpriseGlobalId }) => enterpriseGlobalId)).toEqual(['E9', 'E8'])
  })

  it('shows results that arrive while the rows are loaded', async () => {
    const { store, double, job, onRead } = await setUp()
    await store.takeSheet(
      sheetOf([
        ['E2', ''],
        ['E3', ''],
      ]),
      columns,
    )
    onRead(() =>
      double.emit('enterprises/import-changed', {
        import: job({ state: 'ended' }),
        rows: [{ index: 1, result: { state: 'not-found' } }],
      }),
    )
    await store.start()
    await flushPromises()
    expect(store.job?.state).toBe('ended')
    expect(store.countOf('not-found')).toBe(1)
    expect(store.countOf('not-looked-up')).toBe(1)
    onRead(() => undefined)
    double.emit('enterprises/import-changed', {
      import: job({ state: 'running' }),
      rows: [{ index: 0, result: { state: 'added', enterpriseGlobalId: 'E2', enterpriseName: null } }],
    })
    expect(store.countOf('added')).toBe(1)
    await store.clear()
    expect(store.rows).toEqual([])
  })
})
