import { describe, expect, it } from 'vitest'
import { lendDoorOf, lendDoorTo } from '../../../../src-renderer/features/lending/lend-door'
import { record as recordOf } from '../../support/samples'

const record = recordOf('8000000017', 0)

const holder = { memberGlobalId: 'm1', name: 'Chen Yu' }

describe('the door of a lock into lending', () => {
  it('is its loan where it is out, for a borrowed lock and for what stands on one', () => {
    expect(lendDoorOf({ ...record, borrowedUsbKey: true, lent: true })).toBe('show')
    expect(lendDoorOf({ ...record, borrowedUsbKey: false, holder, lent: true })).toBe('show')
    expect(lendDoorTo('show', record, null)).toEqual({ name: 'lending', query: { loan: record.assetNum } })
  })

  it('is a new loan where that can be, and none where it is not known', () => {
    expect(lendDoorOf({ ...record, borrowedUsbKey: true, lent: false, locked: false })).toBe('lend')
    expect(lendDoorOf({ ...record, borrowedUsbKey: true, lent: false, locked: true })).toBeNull()
    expect(lendDoorOf({ ...record, borrowedUsbKey: false, holder, lent: false })).toBe('lend')
    expect(lendDoorOf({ ...record, borrowedUsbKey: false, holder: null, lent: false })).toBeNull()
    expect(lendDoorOf({ ...record, borrowedUsbKey: false, holder, lent: null })).toBeNull()
  })
})
