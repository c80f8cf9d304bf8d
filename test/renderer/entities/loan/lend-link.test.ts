import { describe, expect, it } from 'vitest'
import {
  lendableOf,
  lendLinkOf,
  lendRequestOf,
  lendRequestOfSelection,
} from '../../../../src-renderer/entities/loan/lend-link'
import { record as recordOf } from '../../support/samples'

const record = recordOf('8000000017', 0)

const holder = { memberGlobalId: 'm1', name: 'Chen Yu' }

describe('the lend link of a lock', () => {
  it('leads to its loan where it is lent, for a borrowed lock and an asset', () => {
    expect(lendLinkOf({ ...record, borrowedUsbKey: true, lent: true })).toBe('show')
    expect(lendLinkOf({ ...record, borrowedUsbKey: false, holder, lent: true })).toBe('show')
    expect(lendRequestOf('show', record, null)).toEqual({ show: 'loan', assetNum: record.assetNum })
  })

  it('leads to a new loan where possible', () => {
    expect(lendLinkOf({ ...record, borrowedUsbKey: true, lent: false, locked: false })).toBe('lend')
    expect(lendLinkOf({ ...record, borrowedUsbKey: true, lent: false, locked: true })).toBeNull()
    // As in the loan itself: what the lists do not say is no obstacle.
    expect(lendLinkOf({ ...record, borrowedUsbKey: true, lent: false, locked: null })).toBe('lend')
    expect(lendLinkOf({ ...record, borrowedUsbKey: false, holder, lent: false })).toBe('lend')
    expect(lendLinkOf({ ...record, borrowedUsbKey: false, holder: null, lent: false })).toBeNull()
    expect(lendLinkOf({ ...record, borrowedUsbKey: false, holder, lent: null })).toBeNull()
  })
})

describe('a selection to lend', () => {
  const asset = (assetNum: string, part = {}) => ({
    ...record,
    assetNum,
    borrowedUsbKey: false,
    holder,
    lent: false,
    ...part,
  })
  const lock = (assetNum: string, part = {}) =>
    asset(assetNum, { borrowedUsbKey: true, locked: false, holder: null, ...part })

  it('is the lendable assets of one employee and one borrowed lock', () => {
    const [one, two] = [asset('1'), asset('2')]
    const lent = asset('3', { lent: true })
    const free = asset('4', { holder: null })
    expect(lendableOf([one, lent, free, two, lock('5')])).toEqual({ assets: [one, two], lock: lock('5') })
    expect(lendRequestOfSelection({ assets: [one, two], lock: lock('5') })).toEqual({
      show: 'lend',
      enterpriseGlobalId: record.enterpriseGlobalId,
      assetNums: ['1', '2'],
      employee: holder,
      lock: { assetNum: '5', plugId: null },
    })
  })

  it.each([
    ['no asset', [lock('5')]],
    ['several employees', [asset('1'), asset('2', { holder: { memberGlobalId: 'm2', name: null } })]],
    ['several enterprises', [asset('1'), asset('2', { enterpriseGlobalId: 'E-2' })]],
    ['several borrowed locks', [asset('1'), lock('5'), lock('6')]],
    ['a borrowed lock of another enterprise', [asset('1'), lock('5', { enterpriseGlobalId: 'E-2' })]],
    ['too many assets', Array.from({ length: 1001 }, (_, number) => asset(String(number)))],
  ])('has %s: not in one loan', (_name, records) => {
    expect(lendableOf(records)).toBeNull()
  })
})
