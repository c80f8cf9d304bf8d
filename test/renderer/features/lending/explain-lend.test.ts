import { describe, expect, it } from 'vitest'
import type { Loan } from '#shared/model/loan'
import type { LockRecord } from '#shared/model/lock-record'
import type { Texts } from '../../../../src-renderer/i18n/use-texts'
import { explainLoan } from '../../../../src-renderer/features/lending/explain-lend'
import type { Surroundings } from '../../../../src-renderer/features/lending/explain-lend'
import { wordsIn } from '../../support/draw'
import { entry, licences, record, shell } from '../../support/samples'

const now = 1_790_000_000_000
const chen = { memberGlobalId: 'm-1', name: 'Chen Yu' }
const wang = { memberGlobalId: 'm-2', name: 'Wang Fang' }
const asked = {
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
  state: 'out',
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
  heldNowBy: null,
  closed: null,
  ...part,
})

const words = wordsIn('en') as { t: Texts['t']; language: 'en' }
const refused = (businessCode: string, around: Partial<Surroundings>) =>
  explainLoan(
    entry({
      action: 'lend',
      state: businessCode === '33009' ? 'unknown' : 'failed',
      reason: {
        kind: 'platform',
        failure: { code: 'refused', message: '', changed: 'no', businessCode },
      },
    }),
    asked,
    {
      records: [asset('8000000017'), asset('8000000018'), lock()],
      ofLock: () => null,
      ofAsset: () => null,
      licences: () => null,
      ...around,
    },
    words,
  )

describe('a refused loan', () => {
  it('33003: names who holds the asset now', () => {
    const records = [asset('8000000017'), asset('8000000018', { holder: wang }), lock()]
    const { what, next, doors } = refused('33003', { records })
    expect(what).toBe('Nothing was lent. 8000 000 018 is held by Wang Fang now.')
    expect(next).toBe('Leave it out, or assign it to Chen Yu again.')
    expect(doors).toEqual([
      { kind: 'leave-out', assetNums: ['8000000018'] },
      { kind: 'show-lock', number: '8000000018' },
    ])
    expect(refused('33003', { records: [asset('8000000017', { holder: null }), lock()] }).what).toBe(
      'Nothing was lent. 8000 000 017 is assigned to nobody now. 8000 000 018 is on none of this enterprise’s lists now.',
    )
  })

  it('33006: names the products without a node, and leaves their asset out', () => {
    const read = licences(now)
    const without = {
      ...read,
      products: read.products.map((product) => ({ ...product, concurrentNodes: 0 })),
      packages: [],
    }
    const { what, doors } = refused('33006', { licences: (id) => (id === 'a-18' ? without : null) })
    expect(what).toBe('Nothing was lent. 8000 000 018 has no node left of Structural Analysis 2026.')
    expect(doors).toEqual([{ kind: 'leave-out', assetNums: ['8000000018'] }])
  })

  it('33007: names the lock and who has it, and shows that loan', () => {
    const records = [asset('8000000017', { lent: true }), asset('8000000018'), lock()]
    const { what, doors } = refused('33007', {
      records,
      ofAsset: (assetNum) => (assetNum === '8000000017' ? loan() : null),
    })
    expect(what).toBe('Nothing was lent. 8000 000 017 is lent already on lock 8000 000 031 to Wang Fang.')
    expect(doors).toEqual([
      { kind: 'show-loan', loanId: 'loan-31' },
      { kind: 'leave-out', assetNums: ['8000000017'] },
    ])
  })

  it.each([
    ['disabled', lock({ locked: true }), 'Lock 8000 000 022 is disabled.'],
    ['frozen', lock({ freezing: true }), 'Lock 8000 000 022 is frozen.'],
    ['no borrowed lock', lock({ borrowedUsbKey: false }), '8000 000 022 is no borrowed lock.'],
  ])('33008: a lock that is %s', (_, onto, sentence) => {
    const { what, doors } = refused('33008', { records: [onto] })
    expect(what).toBe(`Nothing was lent. ${sentence}`)
    expect(doors[0]).toEqual({ kind: 'choose-lock' })
  })

  it('33018: names who has the lock, and shows that loan', () => {
    const { what, doors } = refused('33018', { ofLock: () => loan() })
    expect(what).toBe('Nothing was lent. Lock 8000 000 022 is lent to Wang Fang already.')
    expect(doors).toEqual([{ kind: 'show-loan', loanId: 'loan-31' }, { kind: 'choose-lock' }])
  })

  it('60026: names the employee who is gone', () => {
    const { what, doors } = refused('60026', {})
    expect(what).toBe('Nothing was lent. Chen Yu is no employee of this enterprise any more.')
    expect(doors).toEqual([{ kind: 'choose-employee' }])
  })

  it('33009: leaves it open, and offers nothing that would send it again', () => {
    const readAt = Date.now() + 60_000
    const { what, doors, remedy } = refused('33009', { records: [lock({ readAt })] })
    expect(what).toBe(
      'Whether the loan was made is not known. The platform could not finish it. As the lists stand now, lock 8000 000 022 is free.',
    )
    expect(refused('33009', { records: [lock({ readAt, lent: true, holder: wang })] }).what).toContain(
      'lock 8000 000 022 is with Wang Fang.',
    )
    // What was read before the answer says nothing of it.
    expect(refused('33009', { records: [lock({ readAt: 1 })] }).what).not.toContain('free')
    expect(doors).toEqual([])
    expect(remedy).toBe('settle')
  })

  it.each(['33003', '33006', '33007', '33018', '40000'])(
    '%s with lists that explain nothing: says what the code means, and reads the lists again',
    (code) => {
      const { what, next, doors } = refused(code, {})
      expect(what.length).toBeGreaterThan('Nothing was lent. '.length)
      expect(next).not.toBe('')
      expect(doors).toContainEqual({ kind: 'read-again' })
    },
  )
})
