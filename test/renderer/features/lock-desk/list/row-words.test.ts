import { describe, expect, it } from 'vitest'
import type { ListLookUp } from '#shared/commands'
import type { JournalEntry } from '#shared/model/change'
import type { LockRecord } from '#shared/model/lock-record'
import { preFlight } from '#shared/model/pre-flight'
import { exportColumns } from '../../../../../src-renderer/features/lock-desk/list/export-list'
import type { ShownRow } from '../../../../../src-renderer/features/lock-desk/list/list-rows'
import { statesOfRow, wordsOfRow } from '../../../../../src-renderer/features/lock-desk/list/row-words'
import { isSeveral } from '../../../../../src-renderer/features/lock-desk/list/use-intake'
import type { Words } from '../../../../../src-renderer/i18n/explain'
import { wordsIn } from '../../../support/draw'
import { entry, record } from '../../../support/samples'

const number = '8000000017'
const en = wordsIn('en') as unknown as Words
const zh = wordsIn('zh') as unknown as Words

const row = (text: string, looked: ListLookUp, sent: Partial<JournalEntry> | null = null): ShownRow => {
  const [checked] = preFlight([{ number: text, looked, chosen: null, lookedTwice: false }], 'disable')
  return {
    id: 1,
    place: 1,
    text,
    number: text,
    customer: 'North Bridge',
    records: looked.state === 'ambiguous' ? looked.records.length : 0,
    checked: checked!,
    ticked: sent === null,
    entry: sent === null ? null : entry(sent),
    sent: sent !== null,
  }
}
const found = (part: Partial<LockRecord> = {}): ListLookUp => ({
  state: 'found',
  record: record(number, 0, part),
})

describe('the words of a row', () => {
  it.each([
    ['800000001', 'Fewer than 10 digits', '不足 10 位'],
    ['7000000017', 'Begins with neither 8 nor 6', '开头不是 8 或 6'],
    ['8.00E+09', 'Digits lost in a spreadsheet', '表格里数字已丢失'],
    ['hello', 'No known number', '不是已知的号码'],
  ])('say what is wrong with %s', (text, english, chinese) => {
    const malformed = row(text, { state: 'not-a-number' })
    expect(wordsOfRow(malformed, 'disable', false, en).text).toBe(english)
    expect(wordsOfRow(malformed, 'disable', false, zh).text).toBe(chinese)
  })

  it('say every doubt there is', () => {
    const doubtful = row(number, found({ locked: true, licenseType: 'softkey' }))
    expect(wordsOfRow(doubtful, 'disable', false, en).text).toBe('Already disabled; Type cannot be disabled')
  })

  it.each([
    [2, 'The platform knows no lock with this number.'],
    [3, 'The platform could not do it and gave no reason.'],
    [4, 'The platform does not do this for locks of this type.'],
  ])('say why a row was refused with status %i, the code beside it', (status, text) => {
    const refused = row(number, found(), { state: 'failed', reason: { kind: 'status', status } })
    expect(wordsOfRow(refused, 'disable', true, en)).toMatchObject({ text, code: `Status ${String(status)}` })
  })

  it('say of an unknown row that it is not known', () => {
    const unknown = row(number, found(), { state: 'unknown', reason: { kind: 'missing-in-answer' } })
    expect(wordsOfRow(unknown, 'disable', true, en).text).toMatch(/^Not known: The platform answered/)
  })
})

describe('the states of a row', () => {
  it('are what it is and what it will be', () => {
    expect(statesOfRow(row(number, found()), 'disable', 0)).toEqual({ from: 'enabled', to: 'disabled' })
    expect(statesOfRow({ ...row(number, found()), ticked: false }, 'disable', 0).to).toBeNull()
  })

  it('are what it was before and what it is now, by the journal', () => {
    const at = (part: Partial<JournalEntry>) => statesOfRow(row(number, found(), part), 'disable', 0)
    expect(at({ state: 'done', lockedBefore: false })).toEqual({ from: 'enabled', to: 'disabled' })
    expect(at({ state: 'failed', lockedBefore: false })).toEqual({ from: 'enabled', to: null })
    expect(at({ state: 'unknown', lockedBefore: false })).toEqual({ from: 'enabled', to: 'unknown' })
  })
})

describe('an exported row', () => {
  const cells = (exported: ShownRow) =>
    Object.fromEntries(
      exportColumns({ action: 'disable', isSent: true, now: 0 }, en).map(({ title, value }) => [
        title,
        value(exported),
      ]),
    )

  it('tells before, after, outcome, reason, code, time and operator', () => {
    const reason = { kind: 'status', status: 3 } as const
    expect(cells(row(number, found(), { state: 'failed', reason, key: `LD${number}` }))).toMatchObject({
      Number: number,
      'Asset number': `LD${number}`,
      Customer: 'North Bridge',
      Before: 'Enabled',
      After: 'Enabled',
      Outcome: 'Not disabled',
      Reason: 'The platform could not do it and gave no reason.',
      Code: 'Status 3',
      Operator: 'Li Wei',
    })
    expect(cells(row(number, found(), { state: 'done' }))).toMatchObject({ After: 'Disabled', Reason: '' })
  })

  it('claims nothing of a row that is on its way, or was left out', () => {
    const empty = { After: '', Time: '' }
    expect(cells(row(number, found(), { state: 'sent', endedAt: null }))).toMatchObject(empty)
    expect(cells({ ...row(number, found({ locked: true })), ticked: false })).toMatchObject({
      ...empty,
      Outcome: '',
      Reason: 'Already disabled',
    })
  })
})

describe('a paste', () => {
  it.each([
    '8000000017',
    ' 8000 000 017 ',
    '８０００ ０００ ０１７',
    'LD8000000017',
    '8000000017\r\n',
    '“8000000017”',
  ])('of %j is one number', (text) => expect(isSeveral(text)).toBe(false))
  it.each(['8000000017\n8000000018', '8000000017 8000000018', '8000000017，8000000018', 'x\ny', '1\t2'])(
    'of %j is several',
    (text) => expect(isSeveral(text)).toBe(true),
  )
})
