import { describe, expect, it } from 'vitest'
import type { ChangeReason, ChangeState, JournalEntry } from '#shared/model/change'
import { outcomesOf, troublesOf } from '../../../src-renderer/assign/assignment-outcome'
import { explainTrouble } from '../../../src-renderer/assign/explain-trouble'
import { movesTo, rowsOf } from '../../../src-renderer/assign/plan-assignment'
import { wordsIn } from '../support/draw'
import * as samples from '../support/samples'

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
const ends = (given: readonly JournalEntry[]) => outcomesOf(moves, given).map(({ end }) => end)

describe('what became of each asset', () => {
  // The rows: nobody’s two to Chen; Wang’s one away; that one to Chen.
  it('follows both rows of an asset that goes from one to another', () => {
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

  it('is done where it was given, whatever is known of the withdrawal', () => {
    expect(ends(entries(['done', null], ['unknown', null], ['done', null]))).toEqual(['done', 'done', 'done'])
  })

  it('names the one number of several that the platform speaks of, and who has it', () => {
    const given = entries(
      ['failed', refused('60028', '8000000003 is assigned to another employee')],
      ['done', null],
      ['done', null],
    )
    const [trouble] = troublesOf(outcomesOf(moves, given))
    expect(trouble?.outcomes).toHaveLength(2)
    expect(trouble?.named).toEqual(['8000000003'])
    const said = explainTrouble(trouble!, wordsIn('en'), () => 'Wang Siyuan')
    expect(said.what).toBe('8000 000 003 is with Wang Siyuan already.')
    expect(said.next).toContain('withdrawn there first')
    const chinese = explainTrouble(trouble!, wordsIn('zh'), () => null)
    expect(chinese.what).toBe('8000 000 003刚刚已被分配。')
  })

  it('says that it is one of several where the platform names none', () => {
    const given = entries(
      ['failed', refused('60024', 'asset number not found')],
      ['done', null],
      ['done', null],
    )
    const [trouble] = troublesOf(outcomesOf(moves, given))
    const { what } = explainTrouble(trouble!, wordsIn('en'), () => null)
    expect(what).toBe('The platform does not find one of these 2, or it is not with Chen Yu any more.')
  })

  it.each(['60023', '60025', '60026'])('names the person where the code is %s', (code) => {
    const given = entries(['failed', refused(code, '')], ['done', null], ['done', null])
    const [trouble] = troublesOf(outcomesOf(moves, given))
    expect(explainTrouble(trouble!, wordsIn('en'), () => null).what).toContain('Chen Yu')
  })

  it('tells a withdrawal that failed once, and not again for what then could not be given', () => {
    const given = entries(['done', null], ['failed', refused('60024', '')], ['failed', refused('60028', '')])
    const troubles = troublesOf(outcomesOf(moves, given))
    expect(troubles.map(({ entry }) => entry.memberName)).toEqual(['Wang Siyuan'])
  })
})
