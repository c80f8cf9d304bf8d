import { describe, expect, it } from 'vitest'
import type { JournalEntry } from '../../../../src-shared/model/changes/change'
import { laterChange, reversalLinks } from '../../../../src-renderer/features/activity-log/reversal-links'

const entry = (entryId: string, part: Partial<JournalEntry>): JournalEntry => ({
  entryId,
  jobId: entryId.split('.')[0] ?? '',
  action: 'disable',
  key: 'LD1',
  shellNumber: null,
  enterpriseGlobalId: 'E1',
  enterpriseName: null,
  lockedBefore: null,
  statesBefore: null,
  memberGlobalId: null,
  memberName: null,
  request: null,
  result: null,
  operatorIdentity: 'Li Wei',
  training: false,
  requestedAt: 1,
  endedAt: 2,
  state: 'done',
  reason: null,
  ...part,
})

describe('the links of a reversal', () => {
  it('lead to the change of the same lock', () => {
    const first = entry('A.0', { key: 'LD1' })
    const second = entry('A.1', { key: 'LD2' })
    const back = entry('B.0', { key: 'LD2', action: 'enable', reverses: 'A' })
    const all = [back, second, first]
    expect(reversalLinks(back, all)).toEqual({ reverses: second, reversedBy: null })
    expect(reversalLinks(second, all)).toEqual({ reverses: null, reversedBy: back })
    expect(reversalLinks(first, all)).toEqual({ reverses: null, reversedBy: null })
  })

  it.each(['intent', 'sent', 'failed', 'not-sent', 'unknown'] as const)(
    'name no reversal that is “%s”, but an earlier one that was completed',
    (state) => {
      const first = entry('A.0', {})
      const back = entry('B.0', { action: 'enable', reverses: 'A' })
      const again = entry('C.0', { action: 'enable', reverses: 'A', state })
      expect(reversalLinks(first, [again, first]).reversedBy).toBeNull()
      expect(reversalLinks(first, [again, back, first]).reversedBy).toBe(back)
    },
  )

  it('lead to the change of the same assets', () => {
    const request = (deleteAssets: string[], addAssets: string[]) => ({ deleteAssets, addAssets })
    const assigned = entry('A.0', { action: 'assign', key: 'M1 x', request: request([], ['LD1', 'LD2']) })
    const back = entry('B.0', {
      action: 'assign',
      key: 'M1 y',
      request: request(['LD2'], []),
      reverses: 'A',
    })
    expect(reversalLinks(back, [back, assigned]).reverses).toBe(assigned)
    expect(reversalLinks(assigned, [back, assigned]).reversedBy).toBe(back)
  })
})

it('a later change of the same number on another platform is of another lock', () => {
  const first = entry('A.0', { elsewhere: 'https://one.example' })
  const later = entry('B.0', { requestedAt: 3, elsewhere: 'https://one.example' })
  expect(laterChange(first, [later, first])).toBe(later)
  expect(laterChange(first, [entry('C.0', { requestedAt: 3 }), first])).toBeNull()
  expect(laterChange(first, [{ ...later, elsewhere: 'training' }, first])).toBeNull()
})
