import { describe, expect, it } from 'vitest'
import { movesTo } from '#shared/model/changes/plan-assignment'
import type { AssetResult } from '../../../../src-renderer/entities/assignment/assignment-outcome'
import { currentRecordsOf, planRetry } from '../../../../src-renderer/entities/assignment/plan-retry'
import { record } from '../../support/samples'

const chen = { memberGlobalId: 'm-chen', name: 'Chen Yu' }
const wang = { memberGlobalId: 'm-wang', name: 'Wang Siyuan' }
const asset = (number: string, holder: typeof chen | null) => record(number, 0, { holder })
const outcomeOf = (number: string, result: AssetResult) => ({
  move: movesTo(chen, [asset(number, wang)])[0] ?? expect.unreachable(),
  result,
  entry: null,
})

describe('a retry', () => {
  it('moves the failed assets from whom the list names now', () => {
    const outcomes = [outcomeOf('8000000001', 'stays'), outcomeOf('8000000002', 'done')]
    const { moves, failedCount } = planRetry(outcomes, [asset('8000000001', null)])
    expect(moves.map(({ from, to }) => [from, to?.memberGlobalId])).toEqual([[null, 'm-chen']])
    expect(failedCount).toBe(1)
  })

  it('takes a withdrawn asset as unassigned, whatever the list says', () => {
    const { moves } = planRetry([outcomeOf('8000000001', 'free')], [asset('8000000001', wang)])
    expect(moves.map(({ from }) => from)).toEqual([null])
  })

  it('leaves out an asset that the employee has by now', () => {
    const retry = planRetry([outcomeOf('8000000001', 'not-sent')], [asset('8000000001', chen)])
    expect(retry).toEqual({ moves: [], failedCount: 1 })
  })
})

it('a record that is not in the list stays as it was', () => {
  const known = [asset('8000000001', wang), asset('8000000002', wang)]
  const current = currentRecordsOf(known, [asset('8000000002', null)])
  expect(current.map(({ holder }) => holder?.name ?? null)).toEqual(['Wang Siyuan', null])
})
