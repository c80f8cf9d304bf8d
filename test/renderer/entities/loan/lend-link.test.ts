import { describe, expect, it } from 'vitest'
import { lendLinkOf, lendLinkTo } from '../../../../src-renderer/entities/loan/lend-link'
import { record as recordOf } from '../../support/samples'

const record = recordOf('8000000017', 0)

const holder = { memberGlobalId: 'm1', name: 'Chen Yu' }

describe('the lend link of a lock', () => {
  it('leads to its loan where it is lent, for a borrowed lock and an asset', () => {
    expect(lendLinkOf({ ...record, borrowedUsbKey: true, lent: true })).toBe('show')
    expect(lendLinkOf({ ...record, borrowedUsbKey: false, holder, lent: true })).toBe('show')
    expect(lendLinkTo('show', record, null)).toEqual({ name: 'lending', query: { loan: record.assetNum } })
  })

  it('leads to a new loan where possible', () => {
    expect(lendLinkOf({ ...record, borrowedUsbKey: true, lent: false, locked: false })).toBe('lend')
    expect(lendLinkOf({ ...record, borrowedUsbKey: true, lent: false, locked: true })).toBeNull()
    expect(lendLinkOf({ ...record, borrowedUsbKey: false, holder, lent: false })).toBe('lend')
    expect(lendLinkOf({ ...record, borrowedUsbKey: false, holder: null, lent: false })).toBeNull()
    expect(lendLinkOf({ ...record, borrowedUsbKey: false, holder, lent: null })).toBeNull()
  })
})
