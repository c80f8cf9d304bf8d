import { describe, expect, it } from 'vitest'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { factsOf, movesTo, rowsOf } from '#shared/model/changes/plan-assignment'
import type { Assignee } from '#shared/model/changes/plan-assignment'
import * as samples from '../renderer/support/samples'

const now = Date.now()
const chen: Assignee = { memberGlobalId: 'm-chen', name: 'Chen Yu' }
const wang: Assignee = { memberGlobalId: 'm-wang', name: 'Wang Siyuan' }
const asset = (number: number, holder: Assignee | null, part: Partial<LockRecord> = {}): LockRecord =>
  samples.record(String(8_000_000_000 + number), now, {
    holder: holder === null ? null : { memberGlobalId: holder.memberGlobalId, name: holder.name },
    ...part,
  })
const short = (rows: ReturnType<typeof rowsOf>) =>
  rows.map(({ memberName, deleteAssets, addAssets }) => ({ memberName, deleteAssets, addAssets }))

describe('planning an assignment', () => {
  it('skips assets that are already assigned so', () => {
    const moves = movesTo(chen, [asset(1, chen), asset(2, null)])
    expect(moves.map(({ record }) => record.assetNum)).toEqual(['8000000002'])
  })

  it('withdraws before assigning, and assigns unassigned assets in a request of their own', () => {
    const rows = rowsOf(movesTo(chen, [asset(1, wang), asset(2, null), asset(3, wang)]), 100)
    expect(short(rows)).toEqual([
      { memberName: 'Chen Yu', deleteAssets: [], addAssets: ['8000000002'] },
      { memberName: 'Wang Siyuan', deleteAssets: ['8000000001', '8000000003'], addAssets: [] },
      { memberName: 'Chen Yu', deleteAssets: [], addAssets: ['8000000001', '8000000003'] },
    ])
  })

  it('assigns and withdraws for one employee in one row', () => {
    const moves = [...movesTo(null, [asset(1, chen)]), ...movesTo(chen, [asset(2, null)])]
    expect(short(rowsOf(moves, 100))).toEqual([
      { memberName: 'Chen Yu', deleteAssets: ['8000000001'], addAssets: ['8000000002'] },
    ])
  })

  it('distinguishes employees by ID, whatever its characters', () => {
    const one: Assignee = { memberGlobalId: 'a b', name: 'One' }
    const other: Assignee = { memberGlobalId: 'a', name: 'Other' }
    const moves = [
      ...movesTo({ memberGlobalId: 'c', name: 'To c' }, [asset(1, one)]),
      ...movesTo({ memberGlobalId: 'b c', name: 'To b c' }, [asset(2, other)]),
    ]
    expect(short(rowsOf(moves, 100)).map(({ memberName }) => memberName)).toEqual([
      'One',
      'To c',
      'Other',
      'To b c',
    ])
  })

  it('withdraws from several employees with one row each', () => {
    const rows = rowsOf(movesTo(null, [asset(1, chen), asset(2, wang), asset(3, chen), asset(4, null)]), 100)
    expect(short(rows)).toEqual([
      { memberName: 'Chen Yu', deleteAssets: ['8000000001', '8000000003'], addAssets: [] },
      { memberName: 'Wang Siyuan', deleteAssets: ['8000000002'], addAssets: [] },
    ])
  })

  it('puts no more numbers into a row than allowed, and none twice', () => {
    const many = Array.from({ length: 250 }, (_, index) => asset(index, index % 2 === 0 ? wang : null))
    const rows = rowsOf(movesTo(chen, many), 100)
    for (const { deleteAssets, addAssets } of rows) {
      expect(deleteAssets.length + addAssets.length).toBeLessThanOrEqual(100)
    }
    const added = rows.flatMap(({ addAssets }) => addAssets)
    expect(new Set(added).size).toBe(250)
    expect(added).toHaveLength(250)
    expect(rows.flatMap(({ deleteAssets }) => deleteAssets)).toHaveLength(125)
  })

  it('separates assets that may be refused', () => {
    const rows = rowsOf(
      movesTo(chen, [asset(1, null), asset(2, null, { grantable: false }), asset(3, null, { lent: true })]),
      100,
    )
    expect(rows.map(({ addAssets }) => addAssets)).toEqual([['8000000001'], ['8000000002', '8000000003']])
  })

  it('counts withdrawals and assignments', () => {
    const facts = factsOf(movesTo(chen, [asset(1, wang), asset(2, wang), asset(3, null, { lent: true })]))
    expect(facts).toMatchObject({ count: 3, withdrawnCount: 0, lent: 1, notAssignable: 0 })
    expect(facts.from).toEqual([{ assignee: wang, count: 2 }])
    expect(facts.to).toEqual([{ assignee: chen, count: 3 }])
  })
})
