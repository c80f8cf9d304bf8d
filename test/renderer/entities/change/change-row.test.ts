import { describe, expect, it } from 'vitest'
import { changeActions } from '#shared/model/changes/change'
import type { ChangeState } from '#shared/model/changes/change'
import {
  changeRow,
  countAll,
  countedAs,
  chipText,
  countText,
  countTexts,
  endedCounts,
  joinCounts,
  pastReason,
  rowResultOf,
} from '../../../../src-renderer/entities/change/change-row'
import type { Translator } from '../../../../src-renderer/i18n/explain'
import { translatorIn } from '../../support/mount-component'
import { entry } from '../../support/samples'

const en = translatorIn('en') as unknown as Translator
const zh = translatorIn('zh') as unknown as Translator
const states = ['intent', 'sent', 'done', 'failed', 'not-sent', 'unknown'] as const satisfies ChangeState[]
const reason = { kind: 'status', status: 3 } as const

describe.each([en, zh])('changeRow', (translator) => {
  it.each(changeActions)('has a result, and a text of result and reason, for each state of %s', (action) => {
    for (const state of states) {
      const row = changeRow(entry({ action, state, reason }), translator)
      expect(row.result).not.toMatch(/^$|common\./)
      expect(row.reason === '').toBe(state === 'done')
      expect(row.text).toContain(state === 'done' || state === 'unknown' ? row.result : row.reason)
    }
  })

  it('says what the last check found in place of the reason', () => {
    const unknown = entry({ state: 'unknown', reason: { kind: 'interrupted' } })
    expect(changeRow(unknown, translator, 'Checked.').text).toMatch(/(: |：)Checked\.$/)
  })
})

it('says of a success, and of a change without a reason, only the result', () => {
  expect(changeRow(entry({ state: 'done', reason }), en)).toMatchObject({ text: 'Disabled', reason: '' })
  expect(changeRow(entry({ state: 'failed', reason: null }), en).text).toBe('Not disabled')
})

it('says who marked a success that the platform did not confirm', () => {
  const marked = entry({
    state: 'done',
    reason: { kind: 'said-by-person', operatorIdentity: 'Li Wei', note: 'asked support' },
  })
  expect(changeRow(marked, en)).toMatchObject({
    result: 'Disabled',
    reason: 'Marked by Li Wei.',
    text: 'Disabled: Marked by Li Wei.',
  })
  expect(changeRow(marked, zh).text).toBe('已禁用：由 Li Wei 标记。')
  expect(pastReason(marked, en)).toBe('Marked by Li Wei.')
})

it('says the platform’s reason of a change that ended before as of then', () => {
  const of = (businessCode: string) =>
    entry({
      state: 'failed',
      reason: { kind: 'platform', failure: { code: 'refused', message: '', changed: 'no', businessCode } },
    })
  expect(pastReason(of('60005'), en)).toBe('Reason then: The sign-in is no longer valid.')
  expect(pastReason(of('60005'), zh)).toBe('当时的原因：登录已失效。')
  expect(pastReason(of('123456'), en)).not.toContain('then')
  expect(pastReason(entry({ state: 'done', reason }), en)).toBe('')
})

it('has the time of the response or, without one, of the request', () => {
  expect(changeRow(entry({ requestedAt: 1, endedAt: 2 }), en).at).toBe(2)
  expect(changeRow(entry({ requestedAt: 1, endedAt: null }), en).at).toBe(1)
})

it('counts what has not ended as waiting', () => {
  expect([null, ...states.map((state) => ({ state }))].map(rowResultOf)).toEqual([
    'waiting',
    'waiting',
    'waiting',
    'done',
    'failed',
    'not-sent',
    'unknown',
  ])
})

it('counts successes by what was done, in one order and without what there is none of', () => {
  const rows = [
    entry({ state: 'sent' }),
    entry({ state: 'failed' }),
    entry({ action: 'enable', state: 'done' }),
  ]
  const counts = countAll(rows.map(countedAs))
  expect(countTexts(counts, en)).toEqual(['1 enabled', '1 failed', '1 in progress'])
  expect(countTexts(counts, zh, 'lock')).toEqual(['已启用 1 把', '失败 1 把', '进行中 1 把'])
})

it('names a chip by its result first, in both languages', () => {
  expect(chipText('disable', 1200, en)).toBe('Disabled 1,200')
  expect(chipText('failed', 3, en)).toBe('Failed 3')
  expect(chipText('not-sent', 3, zh)).toBe('未发送 3')
})

it('joins counts to a summary', () => {
  const texts = (translator: Translator) =>
    countTexts(
      endedCounts('delete-employee', (result) => (result === 'unknown' ? 0 : 1200)),
      translator,
    )
  expect(joinCounts(texts(en), en)).toBe('1,200 deleted, 1,200 failed, 1,200 not sent')
  expect(joinCounts(texts(zh), zh)).toBe('已删除 1,200，失败 1,200，未发送 1,200')
  expect(countText('failed', 3, zh, 'employee')).toBe('失败 3 名')
})
