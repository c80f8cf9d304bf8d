import { describe, expect, it } from 'vitest'
import type { Loan } from '#shared/model/changes/loan'
import { partOfBoard, sortLoans } from '../../../../../src-renderer/features/lending/loans/sort-loans'
import { daysSince } from '../../../../../src-renderer/entities/loan/due'
import {
  assetRows,
  lockRows,
  availabilityOf,
} from '../../../../../src-renderer/features/lending/lend/lend-choice'
import { plugged, record, shell } from '../../../support/samples'

const now = new Date('2026-11-25T15:00:00').getTime()
const chen = { memberGlobalId: 'm-1', name: 'Chen Yu' }
const borrowed = (number: string, part = {}) =>
  record(number, now, { borrowedUsbKey: true, holder: null, enterpriseGlobalId: 'e-1', ...part })

describe('loan candidates', () => {
  it('are the assets of the employee without borrowed locks, lent ones last', () => {
    const rows = assetRows(
      [
        record('8000000017', now, { lent: true, holder: chen }),
        record('8000000018', now, { holder: chen }),
        record('8000000019', now, { holder: { memberGlobalId: 'm-2', name: null } }),
        borrowed('8000000021', { lent: true, holder: chen }),
      ],
      'm-1',
    )
    expect(rows.map(({ record: { assetNum }, obstacle }) => [assetNum, obstacle])).toEqual([
      ['8000000018', null],
      ['8000000017', 'lent'],
    ])
  })

  it('are free locks, and locks lent to the same employee', () => {
    const locks = [
      borrowed('8000000021', { lent: true, holder: chen }),
      borrowed('8000000022'),
      borrowed('8000000023', { locked: true }),
      borrowed('8000000024', { lent: true, holder: { memberGlobalId: 'm-2', name: null } }),
      record('8000000025', now),
    ]
    expect(
      lockRows(locks, 'm-1').map((row) => [row.record.assetNum, row.obstacle, row.isLentToSame]),
    ).toEqual([
      ['8000000021', null, true],
      ['8000000022', null, false],
      ['8000000023', 'disabled', false],
      ['8000000024', 'lent', false],
    ])
  })
})

describe('a plugged lock', () => {
  const about = { enterpriseGlobalId: 'e-1', memberGlobalId: 'm-1' }
  const lock = plugged('8000000022', now)
  const found = (part = {}) => ({
    state: 'found' as const,
    record: borrowed('8000000022', part),
    failure: null,
  })
  it.each([
    ['free', found()],
    ['not-borrowed', found({ borrowedUsbKey: false })],
    ['other-enterprise', found({ enterpriseGlobalId: 'e-2' })],
    ['lent', found({ lent: true, holder: { memberGlobalId: 'm-2', name: null } })],
    ['free', found({ lent: true, holder: chen })],
    ['disabled', found({ locked: true })],
    ['not-listed', { state: 'not-listed' as const, enterprises: 1, unread: 0, failure: null }],
    ['ambiguous', { state: 'ambiguous' as const, records: [borrowed('1'), borrowed('2')] }],
    ['reading', null],
  ])('is %s', (kind, answer) => {
    expect(availabilityOf(lock, answer, about).kind).toBe(kind)
  })
})

describe('due dates', () => {
  it('count from midnight to midnight', () => {
    expect(daysSince('2026-11-24', new Date('2026-11-25T00:01:00').getTime())).toBe(1)
    expect(daysSince('2026-11-25', new Date('2026-11-25T23:59:00').getTime())).toBe(0)
    expect(daysSince('2026-11-26', now)).toBe(-1)
  })
})

describe('the list of loans', () => {
  const loan = (number: string, part: Partial<Loan> = {}): Loan => ({
    loanId: number,
    state: 'active',
    borrowedUsbKey: number,
    shellNumber: shell(number),
    enterpriseGlobalId: 'e-1',
    enterpriseName: null,
    memberGlobalId: 'm-1',
    memberName: null,
    assets: [],
    assetsFrom: 'lists',
    lentHere: null,
    dueOn: null,
    note: '',
    currentHolder: null,
    returned: null,
    closed: null,
    ...part,
  })
  const loans = [
    loan('1'),
    loan('2', { dueOn: '2026-12-01' }),
    loan('3', { dueOn: '2026-11-24' }),
    loan('4', { state: 'not-listed', dueOn: '2026-11-01' }),
    loan('5', { dueOn: '2026-11-20' }),
    loan('6', { state: 'closed' }),
    loan('7', { dueOn: '2026-11-25' }),
    loan('8', { dueOn: '2026-11-01', state: 'returned' }),
  ]
  const order = (group: Parameters<typeof sortLoans>[1]) =>
    sortLoans(loans, group, now).map(({ loanId }) => loanId)

  it('sorts by overdue, missing from the lists, then due date, without closed ones; locks that are back are neither due nor overdue', () => {
    expect(order('open')).toEqual(['5', '3', '4', '7', '2', '8', '1'])
  })

  it('keeps each part of the board together, a lock that is back before those lent elsewhere', () => {
    const parts = sortLoans(loans, 'open', now).map(partOfBoard)
    expect(parts).toEqual(['here', 'here', 'here', 'here', 'here', 'returned', 'elsewhere'])
  })

  it('filters by part', () => {
    expect([
      order('due'),
      order('overdue'),
      order('today'),
      order('not-listed'),
      order('closed'),
      order('returned'),
    ]).toEqual([['5', '3', '7'], ['5', '3'], ['7'], ['4'], ['6'], ['8']])
  })
})
