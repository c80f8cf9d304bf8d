import { describe, expect, it } from 'vitest'
import type { ChangeReason, ChangeState, JournalEntry } from '#shared/model/changes/change'
import { outcomesOf, failedRowsOf } from '../../../../src-renderer/entities/assignment/assignment-outcome'
import { explainFailedRow } from '../../../../src-renderer/features/assignment/explain-failed-row'
import { movesTo, rowsOf } from '#shared/model/changes/plan-assignment'
import { translatorIn } from '../../support/mount-component'
import * as samples from '../../support/samples'

const now = Date.now()
const chen = { memberGlobalId: 'm-chen', name: 'Chen Yu' }
const wang = { memberGlobalId: 'm-wang', name: 'Wang Siyuan' }
const asset = (number: string, holder: typeof chen | null) => samples.record(number, now, { holder })
const refused = (businessCode: string, message: string): ChangeReason => ({
  kind: 'platform',
  failure: { code: 'refused', businessCode, message, changed: 'no' },
})
const moves = movesTo(chen, [asset('8000000001', wang), asset('8000000002', null), asset('8000000003', null)])
const entries = (
  ...ends: readonly (readonly [ChangeState, ChangeReason | null])[]
): readonly JournalEntry[] =>
  rowsOf(moves, 100).map((row, index) =>
    samples.entry({
      entryId: `e-${String(index)}`,
      action: 'assign',
      key: `${row.memberGlobalId} ${String(index)}`,
      memberGlobalId: row.memberGlobalId,
      memberName: row.memberName,
      request: row,
      state: ends[index]?.[0] ?? 'intent',
      reason: ends[index]?.[1] ?? null,
    }),
  )
const ends = (jobEntries: readonly JournalEntry[]) =>
  outcomesOf(moves, jobEntries).map(({ result: end }) => end)

describe('outcomesOf', () => {
  // The rows: two unassigned assets to Chen; one withdrawn from Wang; that one to Chen.
  it('follows both rows of an asset that moves between employees', () => {
    expect(ends(entries(['done', null], ['done', null], ['done', null]))).toEqual(['done', 'done', 'done'])
    expect(ends(entries(['done', null], ['done', null], ['failed', null]))).toEqual(['free', 'done', 'done'])
    expect(ends(entries(['done', null], ['failed', null], ['failed', null]))).toEqual([
      'stays',
      'done',
      'done',
    ])
    expect(ends(entries(['not-sent', null], ['done', null], ['unknown', null]))).toEqual([
      'open',
      'not-sent',
      'not-sent',
    ])
    expect(ends(entries(['sent', null]))).toEqual(['waiting', 'waiting', 'waiting'])
  })

  it('is completed where the asset was assigned, whatever the result of the withdrawal', () => {
    expect(ends(entries(['done', null], ['unknown', null], ['done', null]))).toEqual(['done', 'done', 'done'])
  })

  it('names the one number of several in the platform’s message, and its employee', () => {
    const jobEntries = entries(
      ['failed', refused('60028', '8000000003 is assigned to another employee')],
      ['done', null],
      ['done', null],
    )
    const [failedRow] = failedRowsOf(outcomesOf(moves, jobEntries))
    expect(failedRow?.outcomes).toHaveLength(2)
    expect(failedRow?.namedNumbers).toEqual(['8000000003'])
    const explanation = explainFailedRow(failedRow!, translatorIn('en'), () => 'Wang Siyuan')
    expect(explanation.what).toBe('8000 000 003 is already assigned to Wang Siyuan.')
    expect(explanation.next).toContain('withdrawn there first')
    const chinese = explainFailedRow(failedRow!, translatorIn('zh'), () => null)
    expect(chinese.what).toBe('8000 000 003 已被分配。')
  })

  it('reports one of several where the platform names none', () => {
    const jobEntries = entries(
      ['failed', refused('60024', 'asset number not found')],
      ['done', null],
      ['done', null],
    )
    const [failedRow] = failedRowsOf(outcomesOf(moves, jobEntries))
    const { what } = explainFailedRow(failedRow!, translatorIn('en'), () => null)
    expect(what).toBe('one of these 2 was not found, or is no longer assigned to Chen Yu.')
  })

  it.each(['60023', '60025', '60026'])('names the employee where the code is %s', (code) => {
    const jobEntries = entries(['failed', refused(code, '')], ['done', null], ['done', null])
    const [failedRow] = failedRowsOf(outcomesOf(moves, jobEntries))
    expect(explainFailedRow(failedRow!, translatorIn('en'), () => null).what).toContain('Chen Yu')
  })

  it('reports a failed withdrawal once, and not again for the assignment', () => {
    const jobEntries = entries(
      ['done', null],
      ['failed', refused('60024', '')],
      ['failed', refused('60028', '')],
    )
    const failedRows = failedRowsOf(outcomesOf(moves, jobEntries))
    expect(failedRows.map(({ entry }) => entry.memberName)).toEqual(['Wang Siyuan'])
  })
})
