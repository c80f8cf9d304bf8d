import { describe, expect, it } from 'vitest'
import type { PreflightRow } from '#shared/model/changes/preflight'
import { uncheckedRow } from '../../../../../src-renderer/features/lock-desk/list/list-rows'
import { isSelected, withTicks } from '../../../../../src-renderer/features/lock-desk/list/row-selections'

const ready: PreflightRow = { ...uncheckedRow, result: 'ready', tickable: true }
const already: PreflightRow = { ...ready, result: 'already' }
const malformed: PreflightRow = { ...ready, result: 'malformed', tickable: false }

describe('a row', () => {
  it('is selected without a choice if it is ready', () => {
    expect([ready, already, malformed].map((check) => isSelected(check, undefined))).toEqual([
      true,
      false,
      false,
    ])
  })

  it('with another warning than the one it was ticked for is not selected', () => {
    const selection = { ticked: true, warning: 'already' as const }
    expect(isSelected(already, selection)).toBe(true)
    expect(isSelected({ ...ready, result: 'wrong-type' }, selection)).toBe(false)
    expect(isSelected(ready, selection)).toBe(true)
    expect(isSelected(ready, { ticked: false, warning: 'ready' })).toBe(false)
  })
})

describe('ticks', () => {
  it('keep the warning of each row, and leave out rows that cannot be ticked', () => {
    const checks = [ready, already, malformed]
    const before = new Map([[7, { ticked: false, warning: 'ready' as const }]])
    const after = withTicks(before, [0, 1, 2, 3], true, (id) => checks[id])
    expect([...after]).toEqual([
      [7, { ticked: false, warning: 'ready' }],
      [0, { ticked: true, warning: 'ready' }],
      [1, { ticked: true, warning: 'already' }],
    ])
    expect(before.size).toBe(1)
  })
})
