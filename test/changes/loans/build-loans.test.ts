import { describe, expect, it } from 'vitest'
import type { LockRecord } from '#shared/model/locks/lock-record'
import type { ShellNumber } from '#shared/model/locks/shell-number'
import { buildLoans } from '../../../src-main/changes/loans/build-loans'
import type { Lending } from '../../../src-main/changes/loans/build-loans'
import { withFact } from '../../support/with-fact'
import type { LoanFact } from '#shared/model/changes/loan-fact'

const record = (assetNum: string, part: Partial<LockRecord> = {}): LockRecord => ({
  shellNumber: assetNum as ShellNumber,
  assetNum,
  assetId: `id-${assetNum}`,
  enterpriseGlobalId: 'e-1',
  enterpriseName: 'North Bridge',
  licenseType: 'normal_recover_usbkey',
  chipGeneration: 5,
  locked: false,
  freezing: false,
  borrowedUsbKey: false,
  lent: false,
  holder: null,
  limitStart: null,
  limitEnd: null,
  createdAt: null,
  updatedAt: null,
  grantable: true,
  assignStatus: null,
  online: false,
  extensions: [],
  customerId: null,
  readAt: 1_000,
  ...part,
})
const chen = { memberGlobalId: 'm-1', name: 'Chen Yu' }
const lock = (assetNum: string, part: Partial<LockRecord> = {}) =>
  record(assetNum, { borrowedUsbKey: true, ...part })
const lentLock = (assetNum: string, part: Partial<LockRecord> = {}) =>
  lock(assetNum, { lent: true, holder: chen, ...part })
const lentAsset = (assetNum: string) => record(assetNum, { lent: true, holder: chen })

const lending = (part: Partial<Lending> = {}): Lending => ({
  borrowedUsbKey: '8000000021',
  memberGlobalId: 'm-1',
  memberName: 'Chen Yu',
  enterpriseGlobalId: 'e-1',
  enterpriseName: 'North Bridge',
  assets: [{ assetNum: '8000000026', assetId: 'id-8000000026' }],
  operatorIdentity: 'Li Wei',
  jobId: 'job-1',
  requestedAt: 500,
  endedAt: 600,
  isCertain: true,
  ...part,
})
const fact = (part: Partial<LoanFact> = {}): LoanFact => ({
  borrowedUsbKey: '8000000021',
  memberGlobalId: 'm-1',
  enterpriseGlobalId: 'e-1',
  enterpriseName: 'North Bridge',
  memberName: 'Chen Yu',
  assets: [],
  lentHere: null,
  dueOn: '2026-11-30',
  note: '',
  returned: null,
  closed: null,
  ...part,
})

const loansOf = (records: LockRecord[], lendings: Lending[] = [], facts: LoanFact[] = []) => {
  const work = buildLoans(records, lendings, facts)
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

describe('buildLoans', () => {
  it('lists every loan on the platform’s lists, including those of other computers', () => {
    expect(
      loansOf([lentLock('8000000021'), lock('8000000022'), lentAsset('8000000026'), record('8000000017')]),
    ).toEqual([
      expect.objectContaining({
        state: 'active',
        borrowedUsbKey: '8000000021',
        memberName: 'Chen Yu',
        assets: [{ assetNum: '8000000026', assetId: 'id-8000000026' }],
        assetsFrom: 'lists',
        lentHere: null,
        dueOn: null,
      }),
    ])
  })

  it('knows the time, the operator and the assets of loans made on this computer, each once', () => {
    const more = lending({
      requestedAt: 700,
      jobId: 'job-2',
      operatorIdentity: 'Wang Fang',
      assets: [
        { assetNum: '8000000026', assetId: 'a' },
        { assetNum: '8000000027', assetId: 'b' },
      ],
    })
    const [loan] = loansOf([lentLock('8000000021'), lentAsset('8000000099')], [lending(), more], [fact()])
    expect(loan).toMatchObject({
      lentHere: { since: 500, operatorIdentity: 'Wang Fang', jobId: 'job-2' },
      assetsFrom: 'journal',
      dueOn: '2026-11-30',
    })
    expect(loan?.assets.map(({ assetNum }) => assetNum)).toEqual(['8000000026', '8000000027'])
  })

  it('does not count assets lent to another lock of the same employee', () => {
    const loans = loansOf(
      [lentLock('8000000021'), lentLock('8000000022'), lentAsset('8000000026'), lentAsset('8000000030')],
      [lending()],
    )
    expect(
      loans.map(({ borrowedUsbKey, assets }) => [borrowedUsbKey, assets.map(({ assetNum }) => assetNum)]),
    ).toEqual([
      ['8000000021', ['8000000026']],
      ['8000000022', ['8000000030']],
    ])
    expect(loans.map(({ assetsFrom }) => assetsFrom)).toEqual(['journal', 'lists'])
  })

  it('reports where it is unclear on which of several locks an asset is', () => {
    const loans = loansOf([lentLock('8000000021'), lentLock('8000000022'), lentAsset('8000000030')])
    expect(loans.map(({ assetsFrom }) => assetsFrom)).toEqual(['lists-of-several', 'lists-of-several'])
  })

  it('reports a loan as gone once newer lists omit it, with the current employee of the lock', () => {
    expect(loansOf([lock('8000000021')], [lending()])).toMatchObject([
      { state: 'not-listed', currentHolder: null },
    ])
    const wang = lock('8000000021', { lent: true, holder: { memberGlobalId: 'm-2', name: 'Wang Fang' } })
    expect(loansOf([wang], [lending()])).toMatchObject([
      { state: 'not-listed', currentHolder: 'Wang Fang', memberName: 'Chen Yu' },
      { state: 'active', memberName: 'Wang Fang', lentHere: null },
    ])
  })

  it('reports a loan as unseen where the lists are older, unreadable or silent, or the result is unconfirmed', () => {
    const states = (records: LockRecord[], part: Partial<Lending> = {}) =>
      loansOf(records, [lending(part)]).map(({ state }) => state)
    expect(states([lock('8000000021', { readAt: 550 })])).toEqual(['unconfirmed'])
    expect(states([])).toEqual(['unconfirmed'])
    expect(states([lock('8000000021', { lent: null })])).toEqual(['unconfirmed'])
    expect(states([lock('8000000021')], { isCertain: false })).toEqual(['unconfirmed'])
  })

  it('keeps the due date of a loan from another computer, and reports it as gone when it leaves the lists', () => {
    expect(loansOf([lock('8000000021')], [], [fact()])).toMatchObject([
      { state: 'not-listed', dueOn: '2026-11-30', lentHere: null },
    ])
  })

  it('a lock that is back waits for the platform, until lists that were read later agree', () => {
    const returned = { at: 2_000, operatorIdentity: 'Li Wei' }
    const back = fact({ returned })
    expect(loansOf([lentLock('8000000021', { readAt: 3_000 })], [lending()], [back])).toMatchObject([
      { state: 'returned', returned, dueOn: '2026-11-30', closed: null },
    ])
    // Lists from before it came back say nothing about it.
    expect(loansOf([lock('8000000021', { readAt: 1_500 })], [lending()], [back])).toMatchObject([
      { state: 'returned', returned },
    ])
    expect(loansOf([], [lending()], [back])).toMatchObject([{ state: 'returned' }])
    expect(loansOf([lock('8000000021', { readAt: 3_000 })], [lending()], [back])).toMatchObject([
      { state: 'closed', returned, closed: returned },
    ])
    const wang = lock('8000000021', {
      lent: true,
      readAt: 3_000,
      holder: { memberGlobalId: 'm-2', name: 'Wang Fang' },
    })
    expect(loansOf([wang], [lending()], [back])).toMatchObject([
      { state: 'active', memberName: 'Wang Fang', returned: null },
      { state: 'closed', memberName: 'Chen Yu', closed: returned },
    ])
  })

  it('a lock that was lent again after it came back is out again', () => {
    const back = fact({ returned: { at: 2_000, operatorIdentity: 'Li Wei' } })
    const again = lending({ requestedAt: 3_000, endedAt: 3_100 })
    expect(loansOf([lentLock('8000000021', { readAt: 4_000 })], [lending(), again], [back])).toMatchObject([
      { state: 'active', returned: null },
    ])
  })

  it('starts without a due date and lending details after a loan was closed', () => {
    const closed = fact({ closed: { at: 2_000, operatorIdentity: 'Li Wei' }, note: 'brought back' })
    expect(loansOf([lock('8000000021')], [lending()], [closed])).toMatchObject([
      { state: 'closed', note: 'brought back' },
    ])
    expect(loansOf([lentLock('8000000021')], [lending()], [closed])).toMatchObject([
      { state: 'active', lentHere: null, dueOn: null, note: '' },
      { state: 'closed' },
    ])
    const again = lending({ requestedAt: 3_000, endedAt: 3_100 })
    expect(loansOf([lentLock('8000000021')], [lending(), again], [closed])).toMatchObject([
      { state: 'active', lentHere: { since: 3_000 } },
      { state: 'closed' },
    ])
  })
})

describe('stored loan facts', () => {
  it('hold one open loan per lock and employee, and keep closed ones', () => {
    const closed = fact({ closed: { at: 1, operatorIdentity: 'Li Wei' } })
    const other = fact({ memberGlobalId: 'm-2' })
    const facts = [closed, fact({ dueOn: null }), other]
    expect(withFact(facts, fact())).toEqual([closed, other, fact()])
  })
})
