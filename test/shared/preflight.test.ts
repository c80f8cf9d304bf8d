import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ListLookupResult } from '#shared/model/locks/lookup-result'
import type { LockAction } from '#shared/model/changes/change'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { preFlight } from '#shared/model/changes/preflight'
import type { ListedRow } from '#shared/model/changes/preflight'
import { record as sampleRecord } from '../renderer/support/samples'

const record = (number: string, part: Partial<LockRecord> = {}): LockRecord => sampleRecord(number, 0, part)
const row = (number: string, lookup: ListLookupResult | null, part: Partial<ListedRow> = {}): ListedRow => ({
  number,
  lookup,
  chosen: null,
  isConfirmedMissing: false,
  ...part,
})
const found = (number: string, part: Partial<LockRecord> = {}): ListedRow =>
  row(number, { state: 'found', record: record(number, part) })
const results = (rows: readonly ListedRow[], action: LockAction | null = 'disable') =>
  preFlight(rows, action).map(({ result }) => result)

const [one, two, three] = ['8000000017', '8000000018', '8000000019']

describe('preFlight', () => {
  it('gives each row a result', () => {
    const rows = [
      found(one),
      found(two, { locked: true }),
      found(three, { licenseType: 'normal_unrecover_usbkey' }),
      row('80000', { state: 'not-a-number' }),
      row('8000000020', { state: 'not-listed' }),
      row('8000000021', null),
      found(one),
      found('8000000022', { enterpriseGlobalId: 'another' }),
    ]
    expect(results(rows)).toEqual([
      'ready',
      'already',
      'wrong-type',
      'malformed',
      'no-record',
      'checking',
      'repeated',
      'other-enterprise',
    ])
    expect(preFlight(rows, 'disable')[6]).toMatchObject({ firstRow: 0, tickable: false })
  })

  it('reports the requested state again when the action changes', () => {
    const rows = [found(one), found(two, { locked: true }), found(three, { locked: null })]
    expect(results(rows, 'disable')).toEqual(['ready', 'already', 'ready'])
    expect(results(rows, 'enable')).toEqual(['already', 'ready', 'ready'])
    expect(results(rows, null)).toEqual(['ready', 'ready', 'ready'])
  })

  it('treats the shell number and the asset number of one lock as duplicates', () => {
    const same = record(one, { assetNum: `LD${one}` })
    const rows = [
      row(one, { state: 'found', record: same }),
      row(`LD${one}`, { state: 'found', record: same }),
    ]
    expect(preFlight(rows, 'disable')[1]).toMatchObject({ result: 'repeated', firstRow: 0 })
  })

  it('requires a choice between multiple matches, and uses it', () => {
    const records = [record(one), record(one, { assetNum: `LD${one}`, locked: true })]
    const several: ListLookupResult = { state: 'ambiguous', records }
    expect(preFlight([row(one, several)], 'disable')[0]).toMatchObject({
      result: 'ambiguous',
      tickable: false,
    })
    const chosen = preFlight([row(one, several, { chosen: `LD${one}` })], 'enable')
    expect(chosen[0]).toMatchObject({ result: 'ready', assetNum: `LD${one}` })
    // A second row may mean the other match, but only by its own choice.
    const both = [row(one, several, { chosen: one }), row(one, several)]
    expect(results(both)).toEqual(['ready', 'repeated'])
    expect(results([both[0]!, row(one, several, { chosen: `LD${one}` })], 'enable')).toEqual([
      'already',
      'ready',
    ])
  })

  it('allows a number that was not found only after a second search', () => {
    const unlisted = (isConfirmedMissing: boolean) =>
      row(one, { state: 'not-listed' }, { isConfirmedMissing })
    expect(preFlight([unlisted(false)], 'disable')[0]).toMatchObject({ tickable: false, assetNum: null })
    expect(preFlight([unlisted(true)], 'disable')[0]).toMatchObject({ tickable: true, assetNum: one })
  })

  it('treats a sentence or decimal around a number as invalid, not as not found', () => {
    const unlisted = (number: string) => row(number, { state: 'not-listed' })
    expect(results([unlisted(`${one}.00`), unlisted(`Lock ${one}, broken`), unlisted(`LD${one}`)])).toEqual([
      'malformed',
      'malformed',
      'no-record',
    ])
  })

  it('treats an unlisted number in another case as a duplicate', () => {
    const rows = ['LD8000000099', 'ld8000000099'].map((number) => ({
      number,
      lookup: { state: 'not-listed' as const },
      chosen: null,
      isConfirmedMissing: true,
    }))
    expect(preFlight(rows, 'disable').map(({ result, assetNum }) => [result, assetNum])).toEqual([
      ['no-record', 'LD8000000099'],
      ['repeated', null],
    ])
  })

  it('rejects amounts and formulas', () => {
    for (const number of ['-8000000110', '+8000000110', '=HYPERLINK("http://a/8000000110")', '8000000110-']) {
      const row = { number, lookup: { state: 'not-listed' as const }, chosen: null, isConfirmedMissing: true }
      expect(preFlight([row], 'disable')).toMatchObject([{ result: 'malformed', tickable: false }])
    }
  })

  it('reports another enterprise only where most rows belong to one', () => {
    const of = (number: string, enterpriseGlobalId: string) => found(number, { enterpriseGlobalId })
    expect(results([of(one, 'a'), of(two, 'b')])).toEqual(['ready', 'ready'])
    expect(results([of(one, 'a'), of(two, 'b'), of(three, 'a')])).toEqual([
      'ready',
      'other-enterprise',
      'ready',
    ])
  })

  it('keeps a second warning beside the first', () => {
    const [checked] = preFlight([found(one, { locked: true, licenseType: 'identity_usbkey' })], 'disable')
    expect(checked).toMatchObject({ result: 'already', also: ['wrong-type'], tickable: true })
  })
})

const numbers = fc.constantFrom('8000000001', '8000000002', '8000000003', 'LD8000000001', 'x')
const records = fc
  .record({
    shown: fc.constantFrom('8000000001', '8000000002', '8000000003'),
    whole: fc.boolean(),
    locked: fc.constantFrom(true, false, null),
    enterpriseGlobalId: fc.constantFrom('a', 'b'),
    licenseType: fc.constantFrom('normal_recover_usbkey', 'softkey', 'new_type', null),
  })
  .map(({ shown, whole, ...part }) => record(shown, { ...part, assetNum: whole ? `LD${shown}` : shown }))
const lookup: fc.Arbitrary<ListLookupResult | null> = fc.oneof(
  fc.constant(null),
  fc.constantFrom<ListLookupResult>({ state: 'not-listed' }, { state: 'not-a-number' }),
  records.map((one) => ({ state: 'found' as const, record: one })),
  fc
    .array(records, { minLength: 2, maxLength: 3 })
    .map((several) => ({ state: 'ambiguous' as const, records: several })),
)
const lists = fc.array(
  fc.record({
    number: numbers,
    lookup,
    chosen: fc.constantFrom(null, '8000000001', 'LD8000000002'),
    isConfirmedMissing: fc.boolean(),
  }),
  { maxLength: 30 },
)
const actions = fc.constantFrom<LockAction | null>('disable', 'enable', null)

describe('any list', () => {
  it('never has two rows that would send the same asset number', () => {
    fc.assert(
      fc.property(lists, actions, (rows, action) => {
        const sent = preFlight(rows, action).flatMap(({ assetNum }) => (assetNum === null ? [] : [assetNum]))
        expect(new Set(sent).size).toBe(sent.length)
      }),
    )
  })

  it('has a result for each row, and an asset number only where a row may be sent', () => {
    fc.assert(
      fc.property(lists, actions, (rows, action) => {
        const checked = preFlight(rows, action)
        expect(checked).toHaveLength(rows.length)
        for (const { tickable, assetNum } of checked) expect(assetNum !== null).toBe(tickable)
      }),
    )
  })

  it('links a duplicate row to an earlier one that is not a duplicate', () => {
    fc.assert(
      fc.property(lists, actions, (rows, action) => {
        const checked = preFlight(rows, action)
        checked.forEach(({ result, firstRow }, index) => {
          expect(firstRow !== null).toBe(result === 'repeated')
          if (firstRow === null) return
          expect(firstRow).toBeLessThan(index)
          expect(checked[firstRow]?.result).not.toBe('repeated')
        })
      }),
    )
  })

  it('has the same results whatever rows follow, except for the most common enterprise', () => {
    fc.assert(
      fc.property(lists, lists, actions, (rows, more, action) => {
        const plain = (list: readonly ListedRow[]) =>
          preFlight(list, action).map(({ result, firstRow }) => [
            result === 'other-enterprise' ? 'ready' : result,
            firstRow,
          ])
        expect(plain([...rows, ...more]).slice(0, rows.length)).toEqual(plain(rows))
      }),
    )
  })
})
