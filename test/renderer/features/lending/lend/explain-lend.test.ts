import { describe, expect, it } from 'vitest'
import type { Loan } from '#shared/model/changes/loan'
import type { LockRecord } from '#shared/model/locks/lock-record'
import type { Texts } from '../../../../../src-renderer/i18n/use-texts'
import { explainLoan } from '../../../../../src-renderer/features/lending/lend/explain-lend'
import type { LoanContext } from '../../../../../src-renderer/features/lending/lend/explain-lend'
import { translatorIn } from '../../../support/mount-component'
import { entry, licenses, record, shell } from '../../../support/samples'

const now = 1_790_000_000_000
const chen = { memberGlobalId: 'm-1', name: 'Chen Yu' }
const wang = { memberGlobalId: 'm-2', name: 'Wang Fang' }
const requested = {
  enterpriseGlobalId: 'e-1',
  memberGlobalId: 'm-1',
  memberName: 'Chen Yu',
  borrowedUsbKey: '8000000022',
  assets: [
    { assetId: 'a-17', assetNum: '8000000017' },
    { assetId: 'a-18', assetNum: '8000000018' },
  ],
  dueOn: null,
}
const asset = (number: string, part: Partial<LockRecord> = {}) =>
  record(number, now, { holder: chen, ...part })
const lock = (part: Partial<LockRecord> = {}) =>
  record('8000000022', now, { borrowedUsbKey: true, holder: null, ...part })
const loan = (part: Partial<Loan> = {}): Loan => ({
  loanId: 'loan-31',
  state: 'active',
  borrowedUsbKey: '8000000031',
  shellNumber: shell('8000000031'),
  enterpriseGlobalId: 'e-1',
  enterpriseName: null,
  memberGlobalId: 'm-2',
  memberName: 'Wang Fang',
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

const translator = translatorIn('en') as { t: Texts['t']; language: 'en' }
const refused = (businessCode: string, around: Partial<LoanContext>) =>
  explainLoan(
    entry({
      action: 'lend',
      state: businessCode === '33009' ? 'unknown' : 'failed',
      reason: {
        kind: 'platform',
        failure: { code: 'refused', message: '', changed: 'no', businessCode },
      },
    }),
    requested,
    {
      records: [asset('8000000017'), asset('8000000018'), lock()],
      ofLock: () => null,
      ofAsset: () => null,
      licenses: () => null,
      ...around,
    },
    translator,
  )

describe('a failed loan', () => {
  it('33003: names the current employee of the asset', () => {
    const records = [asset('8000000017'), asset('8000000018', { holder: wang }), lock()]
    const { what, next, actions } = refused('33003', { records })
    expect(what).toBe('Nothing was lent. 8000 000 018 is now assigned to Wang Fang.')
    expect(next).toBe('Remove it, or assign it to Chen Yu again.')
    expect(actions).toEqual([
      { kind: 'remove-assets', assetNums: ['8000000018'] },
      { kind: 'show-lock', number: '8000000018' },
    ])
    expect(refused('33003', { records: [asset('8000000017', { holder: null }), lock()] }).what).toBe(
      'Nothing was lent. 8000 000 017 is now unassigned. 8000 000 018 is not on this enterprise’s lists.',
    )
  })

  it('33006: names the products without a node, and offers to exclude their asset', () => {
    const read = licenses(now)
    const without = {
      ...read,
      products: read.products.map((product) => ({ ...product, concurrentNodes: 0 })),
      packages: [],
    }
    const { what, actions } = refused('33006', { licenses: (id) => (id === 'a-18' ? without : null) })
    expect(what).toBe('Nothing was lent. 8000 000 018 has no nodes left for Structural Analysis 2026.')
    expect(actions).toEqual([{ kind: 'remove-assets', assetNums: ['8000000018'] }])
  })

  it('33007: names the lock and its employee, and shows that loan', () => {
    const records = [asset('8000000017', { lent: true }), asset('8000000018'), lock()]
    const { what, actions } = refused('33007', {
      records,
      ofAsset: (assetNum) => (assetNum === '8000000017' ? loan() : null),
    })
    expect(what).toBe('Nothing was lent. 8000 000 017 is already lent to Wang Fang on lock 8000 000 031.')
    expect(actions).toEqual([
      { kind: 'show-loan', loanId: 'loan-31' },
      { kind: 'remove-assets', assetNums: ['8000000017'] },
    ])
  })

  it.each([
    ['disabled', lock({ locked: true }), 'Lock 8000 000 022 is disabled.'],
    ['frozen', lock({ freezing: true }), 'Lock 8000 000 022 is frozen.'],
    ['no borrowed lock', lock({ borrowedUsbKey: false }), '8000 000 022 is not a borrowed lock.'],
  ])('33008: a lock that is %s', (_, onto, sentence) => {
    const { what, actions } = refused('33008', { records: [onto] })
    expect(what).toBe(`Nothing was lent. ${sentence}`)
    expect(actions[0]).toEqual({ kind: 'choose-lock' })
  })

  it('33018: names the employee of the lock, and shows that loan', () => {
    const { what, actions } = refused('33018', { ofLock: () => loan() })
    expect(what).toBe('Nothing was lent. Lock 8000 000 022 is already lent to Wang Fang.')
    expect(actions).toEqual([{ kind: 'show-loan', loanId: 'loan-31' }, { kind: 'choose-lock' }])
  })

  it('60026: names the removed employee', () => {
    const { what, actions } = refused('60026', {})
    expect(what).toBe('Nothing was lent. Chen Yu no longer belongs to this enterprise.')
    expect(actions).toEqual([{ kind: 'choose-employee' }])
  })

  it('33009: reports an unconfirmed result, and does not offer to send again', () => {
    const readAt = Date.now() + 60_000
    const { what, actions, remedy } = refused('33009', { records: [lock({ readAt })] })
    expect(what).toBe(
      'The assets may have been lent. The platform couldn’t complete the loan. The lists now show lock 8000 000 022 as available.',
    )
    expect(refused('33009', { records: [lock({ readAt, lent: true, holder: wang })] }).what).toContain(
      'lock 8000 000 022 as lent to Wang Fang.',
    )
    // Lists read before the response are no evidence.
    expect(refused('33009', { records: [lock({ readAt: 1 })] }).what).not.toContain('free')
    expect(actions).toEqual([])
    expect(remedy).toBe('check-result')
  })

  it.each(['33003', '33006', '33007', '33018', '40000'])(
    '%s without an explanation in the lists: explains the code, and refreshes the lists',
    (code) => {
      const { what, next, actions } = refused(code, {})
      expect(what.length).toBeGreaterThan('Nothing was lent. '.length)
      expect(next).not.toBe('')
      expect(actions).toContainEqual({ kind: 'read-again' })
    },
  )
})
