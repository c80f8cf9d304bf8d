import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ListLookUp } from '#shared/commands'
import type { LockAction } from '#shared/model/change'
import type { LockRecord } from '#shared/model/lock-record'
import { preFlight } from '#shared/model/pre-flight'
import type { ListedRow } from '#shared/model/pre-flight'
import { record as sampleRecord } from '../renderer/support/samples'

const record = (number: string, part: Partial<LockRecord> = {}): LockRecord => sampleRecord(number, 0, part)
const row = (number: string, looked: ListLookUp | null, part: Partial<ListedRow> = {}): ListedRow => ({
  number,
  looked,
  chosen: null,
  lookedTwice: false,
  ...part,
})
const found = (number: string, part: Partial<LockRecord> = {}): ListedRow =>
  row(number, { state: 'found', record: record(number, part) })
const verdicts = (rows: readonly ListedRow[], action: LockAction | null = 'disable') =>
  preFlight(rows, action).map(({ verdict }) => verdict)

const [one, two, three] = ['8000000017', '8000000018', '8000000019']

describe('pre-flight', () => {
  it('tells each row by what is known of it', () => {
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
    expect(verdicts(rows)).toEqual([
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

  it('says anew what is in that state already when the action is another', () => {
    const rows = [found(one), found(two, { locked: true }), found(three, { locked: null })]
    expect(verdicts(rows, 'disable')).toEqual(['ready', 'already', 'ready'])
    expect(verdicts(rows, 'enable')).toEqual(['already', 'ready', 'ready'])
    expect(verdicts(rows, null)).toEqual(['ready', 'ready', 'ready'])
  })

  it('knows the shell number and the asset number of one lock for the same', () => {
    const same = record(one, { assetNum: `LD${one}` })
    const rows = [
      row(one, { state: 'found', record: same }),
      row(`LD${one}`, { state: 'found', record: same }),
    ]
    expect(preFlight(rows, 'disable')[1]).toMatchObject({ verdict: 'repeated', firstRow: 0 })
  })

  it('asks for a choice where two records carry the digits, and takes the chosen one', () => {
    const records = [record(one), record(one, { assetNum: `LD${one}`, locked: true })]
    const several: ListLookUp = { state: 'ambiguous', records }
    expect(preFlight([row(one, several)], 'disable')[0]).toMatchObject({
      verdict: 'ambiguous',
      tickable: false,
    })
    const chosen = preFlight([row(one, several, { chosen: `LD${one}` })], 'enable')
    expect(chosen[0]).toMatchObject({ verdict: 'ready', assetNum: `LD${one}` })
    // The other of the two may be meant by a second row, but only by a choice of its own.
    const both = [row(one, several, { chosen: one }), row(one, several)]
    expect(verdicts(both)).toEqual(['ready', 'repeated'])
    expect(verdicts([both[0]!, row(one, several, { chosen: `LD${one}` })], 'enable')).toEqual([
      'already',
      'ready',
    ])
  })

  it('lets a number without a record go out only after a second look', () => {
    const unlisted = (lookedTwice: boolean) => row(one, { state: 'not-listed' }, { lookedTwice })
    expect(preFlight([unlisted(false)], 'disable')[0]).toMatchObject({ tickable: false, assetNum: null })
    expect(preFlight([unlisted(true)], 'disable')[0]).toMatchObject({ tickable: true, assetNum: one })
  })

  it('takes a sentence or an amount around a number for malformed, and not for a number without a record', () => {
    const unlisted = (number: string) => row(number, { state: 'not-listed' })
    expect(verdicts([unlisted(`${one}.00`), unlisted(`Lock ${one}, broken`), unlisted(`LD${one}`)])).toEqual([
      'malformed',
      'malformed',
      'no-record',
    ])
  })

  it('calls an enterprise another one only where most rows are of one', () => {
    const of = (number: string, enterpriseGlobalId: string) => found(number, { enterpriseGlobalId })
    expect(verdicts([of(one, 'a'), of(two, 'b')])).toEqual(['ready', 'ready'])
    expect(verdicts([of(one, 'a'), of(two, 'b'), of(three, 'a')])).toEqual([
      'ready',
      'other-enterprise',
      'ready',
    ])
  })

  it('keeps a second doubt beside the first', () => {
    const [checked] = preFlight([found(one, { locked: true, licenseType: 'identity_usbkey' })], 'disable')
    expect(checked).toMatchObject({ verdict: 'already', also: ['wrong-type'], tickable: true })
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
const looked: fc.Arbitrary<ListLookUp | null> = fc.oneof(
  fc.constant(null),
  fc.constantFrom<ListLookUp>({ state: 'not-listed' }, { state: 'not-a-number' }),
  records.map((one) => ({ state: 'found' as const, record: one })),
  fc
    .array(records, { minLength: 2, maxLength: 3 })
    .map((several) => ({ state: 'ambiguous' as const, records: several })),
)
const lists = fc.array(
  fc.record({
    number: numbers,
    looked,
    chosen: fc.constantFrom(null, '8000000001', 'LD8000000002'),
    lookedTwice: fc.boolean(),
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

  it('has a verdict for each row, and an asset number exactly where a row may be sent', () => {
    fc.assert(
      fc.property(lists, actions, (rows, action) => {
        const checked = preFlight(rows, action)
        expect(checked).toHaveLength(rows.length)
        for (const { tickable, assetNum } of checked) expect(assetNum !== null).toBe(tickable)
      }),
    )
  })

  it('points from a repeated row to one before it that is not repeated itself', () => {
    fc.assert(
      fc.property(lists, actions, (rows, action) => {
        const checked = preFlight(rows, action)
        checked.forEach(({ verdict, firstRow }, index) => {
          expect(firstRow !== null).toBe(verdict === 'repeated')
          if (firstRow === null) return
          expect(firstRow).toBeLessThan(index)
          expect(checked[firstRow]?.verdict).not.toBe('repeated')
        })
      }),
    )
  })

  it('is told the same of its rows whatever comes after them, but for the enterprise of the rest', () => {
    fc.assert(
      fc.property(lists, lists, actions, (rows, more, action) => {
        const plain = (list: readonly ListedRow[]) =>
          preFlight(list, action).map(({ verdict, firstRow }) => [
            verdict === 'other-enterprise' ? 'ready' : verdict,
            firstRow,
          ])
        expect(plain([...rows, ...more]).slice(0, rows.length)).toEqual(plain(rows))
      }),
    )
  })
})
