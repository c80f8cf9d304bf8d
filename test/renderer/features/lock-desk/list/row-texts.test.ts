import { describe, expect, it } from 'vitest'
import type { ListLookupResult } from '#shared/model/locks/lookup-result'
import type { JournalEntry } from '#shared/model/changes/change'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { preFlight } from '#shared/model/changes/preflight'
import { exportColumns } from '../../../../../src-renderer/features/lock-desk/list/export-list'
import type { ShownRow } from '../../../../../src-renderer/features/lock-desk/list/list-rows'
import { stateChangeOfRow, rowText } from '../../../../../src-renderer/features/lock-desk/list/row-texts'
import { hasSeveralNumbers } from '../../../../../src-renderer/features/lock-desk/list/use-list-import'
import type { Translator } from '../../../../../src-renderer/i18n/explain'
import { clockTime } from '../../../../../src-renderer/i18n/times'
import { translatorIn } from '../../../support/mount-component'
import { entry, record, unresolved } from '../../../support/samples'

const number = '8000000017'
/** A full minute. */
const now = 29_833_334 * 60_000
const en = translatorIn('en') as unknown as Translator
const zh = translatorIn('zh') as unknown as Translator

const row = (text: string, lookup: ListLookupResult, sent: Partial<JournalEntry> | null = null): ShownRow => {
  const [checked] = preFlight([{ number: text, lookup, chosen: null, isConfirmedMissing: false }], 'disable')
  return {
    id: 1,
    place: { row: 1, of: null },
    text,
    number: text,
    customer: 'North Bridge',
    records: lookup.state === 'ambiguous' ? lookup.records.length : 0,
    near: lookup.state === 'not-listed' ? (lookup.near ?? []).map(({ assetNum }) => assetNum) : [],
    isUnread: false,
    checked: checked!,
    ticked: sent === null,
    entry: sent === null ? null : entry(sent),
    sent: sent !== null,
  }
}
const found = (part: Partial<LockRecord> = {}): ListLookupResult => ({
  state: 'found',
  record: record(number, 0, part),
})

describe('rowText', () => {
  it('does not say “not found” where assets were never loaded', () => {
    const unread = { ...row('8000000099', { state: 'not-listed' }), isUnread: true }
    expect(rowText(unread, 'disable', false, en, now).text).toBe('Not searched')
  })

  it('says of a row of a sent list whether it was not selected, or came later', () => {
    const unsent = { ...row(number, found()), ticked: false }
    const texts = (one: ShownRow) =>
      [en, zh].map((translator) => rowText(one, 'disable', true, translator, now).text)
    expect(texts(unsent)).toEqual(['Not selected', '未选'])
    expect(texts({ ...unsent, isLater: true })).toEqual([
      'Added later, not in this job',
      '之后添加，不在此任务中',
    ])
  })

  it('says that a row was corrected, and what was there', () => {
    const corrected = { ...row(number, found()), correctedFrom: '80000OO017' }
    expect(rowText(corrected, 'disable', false, en, now).text).toBe('Ready; changed, was “80000OO017”')
    expect(rowText(corrected, 'disable', false, zh, now).text).toBe('就绪；已修改，原为“80000OO017”')
  })

  it('suggests similar listed numbers for one that was not found', () => {
    const near = ['LD8000000018', 'LD8000000071'].map((assetNum) => record(number, 0, { assetNum }))
    const similar = row(number, { state: 'not-listed', near })
    expect(rowText(similar, 'disable', false, en, now).text).toBe(
      'Not found. Similar: LD8000000018, LD8000000071',
    )
    expect(rowText(similar, 'disable', false, zh, now).text).toBe(
      '未找到，相似号码：LD8000000018, LD8000000071',
    )
  })

  it.each([
    ['800000001', 'Fewer than 10 digits', '不足 10 位'],
    ['7000000017', 'Doesn’t start with 8 or 6', '不以 8 或 6 开头'],
    ['8.00E+09', 'Digits lost in spreadsheet', '表格中数字丢失'],
    ['hello', 'Invalid number', '号码无效'],
  ])('explains %s', (text, english, chinese) => {
    const malformed = row(text, { state: 'not-a-number' })
    expect(rowText(malformed, 'disable', false, en, now).text).toBe(english)
    expect(rowText(malformed, 'disable', false, zh, now).text).toBe(chinese)
  })

  it('names every warning', () => {
    const disabledSoftkey = row(number, found({ locked: true, licenseType: 'softkey' }))
    expect(rowText(disabledSoftkey, 'disable', false, en, now).text).toBe(
      'Already disabled; Type not re-issuable',
    )
  })

  it.each([
    [2, 'The platform found no lock with this number.'],
    [3, 'The platform failed without a reason.'],
    [4, 'The platform didn’t support this for the license type.'],
  ])('explains a failed row with status %i, with the code beside it', (status, text) => {
    const refused = row(number, found(), { state: 'failed', reason: { kind: 'status', status } })
    expect(rowText(refused, 'disable', true, en, now)).toMatchObject({
      text,
      code: `Status ${String(status)}`,
    })
  })

  it('describes an unconfirmed row', () => {
    const unknown = row(number, found(), { state: 'unknown', reason: { kind: 'missing-in-answer' } })
    expect(rowText(unknown, 'disable', true, en, now).text).toMatch(/^Unconfirmed: The response/)
  })

  it('say of an unknown row what checking its result showed, and from when on that is certain', () => {
    const unknown = row(number, found(), { state: 'unknown', reason: { kind: 'missing-in-answer' } })
    const checked = {
      ...unknown,
      unresolved: unresolved(unknown.entry!, { look: { seen: 'not-applied', at: now }, certainFrom: now }),
    }
    const time = clockTime(now, 'en')
    expect(rowText(checked, 'disable', true, en, now - 60_000).text).toBe(
      `Unconfirmed: Checked just now: unchanged. Enabled on the platform. Certain from ${time}; checked again then.`,
    )
    expect(rowText(checked, 'disable', true, en, now).text).toBe(
      'Unconfirmed: Checked just now: unchanged. Enabled on the platform. Check again to confirm.',
    )
    expect(rowText(checked, 'disable', true, zh, now - 60_000).text).toContain('平台显示为已启用')
  })
})

describe('statesOfRow', () => {
  it('returns the current and the future status', () => {
    expect(stateChangeOfRow(row(number, found()), 'disable', 0)).toEqual({
      from: ['enabled'],
      to: ['disabled'],
    })
    expect(stateChangeOfRow({ ...row(number, found()), ticked: false }, 'disable', 0).to).toEqual([])
  })

  it('returns the status before and after, from the journal', () => {
    const at = (part: Partial<JournalEntry>) => stateChangeOfRow(row(number, found(), part), 'disable', 0)
    // As the receipt: what the change does not touch stays.
    expect(at({ state: 'done', statesBefore: ['frozen'] })).toEqual({
      from: ['frozen'],
      to: ['frozen', 'disabled'],
    })
    expect(at({ state: 'failed', statesBefore: ['lent'] })).toEqual({ from: ['lent'], to: [] })
    expect(at({ state: 'unknown', statesBefore: ['enabled'] })).toEqual({
      from: ['enabled'],
      to: ['unknown'],
    })
    // The refreshed record shows the change itself.
    expect(
      stateChangeOfRow(row(number, found({ locked: true }), { statesBefore: null }), 'disable', 0).from,
    ).toEqual([])
  })
})

describe('an exported row', () => {
  const cells = (exported: ShownRow) =>
    Object.fromEntries(
      exportColumns(
        {
          action: 'disable',
          isSent: true,
          now: 0,
          nameOf: () => ({ enterpriseGlobalId: 'E1', assetNum: 'LD', name: 'Reception', note: 'top shelf' }),
        },
        en,
      ).map(({ title, value }) => [title, value(exported)]),
    )

  it('has status before and after, result, reason, code, time and operator', () => {
    const reason = { kind: 'status', status: 3 } as const
    expect(cells(row(number, found(), { state: 'failed', reason, key: `LD${number}` }))).toMatchObject({
      Number: number,
      'Asset number': `LD${number}`,
      Name: 'Reception',
      Note: 'top shelf',
      Enterprise: 'North Bridge',
      'Status before': 'Enabled',
      'Status after': 'Enabled',
      Result: 'Not disabled',
      Reason: 'The platform failed without a reason.',
      Code: 'Status 3',
      Operator: 'Li Wei',
    })
    expect(cells(row(number, found(), { state: 'done' }))).toMatchObject({
      'Status after': 'Disabled',
      Reason: '',
    })
  })

  it('has no result while it is sent or when it was not selected', () => {
    const empty = { 'Status after': '', Time: '' }
    expect(cells(row(number, found(), { state: 'sent', endedAt: null }))).toMatchObject(empty)
    expect(cells({ ...row(number, found({ locked: true })), ticked: false })).toMatchObject({
      ...empty,
      Result: '',
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
  ])('of %j is one number', (text) => expect(hasSeveralNumbers(text)).toBe(false))
  it.each(['8000000017\n8000000018', '8000000017 8000000018', '8000000017，8000000018', 'x\ny', '1\t2'])(
    'of %j is several',
    (text) => expect(hasSeveralNumbers(text)).toBe(true),
  )
})
