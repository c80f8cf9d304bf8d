import { describe, expect, it } from 'vitest'
import type { BranchEvent } from '#shared/model/branch/branch-event'
import { branchEventSchema } from '#shared/model/branch/branch-event'
import { factOf } from '../../src-main/branch/verify-events'

// A desk may sign anything. What the page could not show, or would show as something else, is not a fact.

const loan = {
  ...{ borrowedUsbKey: '8000000001', memberGlobalId: 'm-1', memberName: 'Chen Yu' },
  ...{ enterpriseGlobalId: 'e-1', enterpriseName: null, assets: [], lentHere: null },
}
const act = { at: 1, operatorIdentity: 'Li Wei' }
const closed = { ...loan, dueOn: null, note: '', returned: null, closed: act }
const lock = { enterpriseGlobalId: 'e-1', assetNum: 'LD1' }
const saying = (kind: string, body: object): BranchEvent =>
  branchEventSchema.parse({
    ...{ id: 'aaaaaaaa-0000-4000-8000-000000000000', computer: 'bbbbbbbb-0000-4000-8000-000000000000' },
    ...{ n: 1, at: 1, platform: 'p', kind, body, before: '', signature: 'a'.repeat(86) },
  })
const beyondCalendars = 9_007_199_254_740_991

describe('a fact of another desk', () => {
  it.each([
    ['a name with a line end', 'lock.name', { ...lock, name: 'one\ntwo' }],
    ['a name that turns the text around', 'lock.name', { ...lock, name: 'Shelf \u202eflehS' }],
    ['a name with a control character', 'lock.name', { ...lock, name: 'Shelf \u001b[2J' }],
    ['a name that is too long', 'lock.name', { ...lock, name: 'x'.repeat(61) }],
    ['a note that is too long', 'lock.note', { ...lock, note: 'x'.repeat(501) }],
    ['a note that turns the text around', 'lock.note', { ...lock, note: '\u2067x' }],
    ['a due date that is none', 'loan.due', { loan, dueOn: '2026-13-01' }],
    ['a loan’s note that is too long', 'loan.note', { loan, note: 'x'.repeat(501) }],
    ['a return in the year 287396', 'loan.returned', { loan, returned: { ...act, at: beyondCalendars } }],
    [
      'a lending in the year 287396',
      'loan.due',
      {
        loan: { ...loan, lentHere: { since: beyondCalendars, operatorIdentity: 'x', jobId: 'j' } },
        dueOn: null,
      },
    ],
    [
      'a closing in the year 287396',
      'loan.closed',
      { loan: { ...closed, closed: { ...act, at: beyondCalendars } } },
    ],
    [
      'a closed return in the year 287396',
      'loan.closed',
      { loan: { ...closed, returned: { ...act, at: beyondCalendars } } },
    ],
    [
      'a stocktake of the year 287396',
      'stocktake.closed',
      { stocktake: 's', at: beyondCalendars, by: 'x', how: 'finish' },
    ],
  ])('is none with %s', (_what, kind, body) => {
    expect(factOf(saying(kind, body))).toBe('bad')
  })

  it.each([
    ['lock.name', { ...lock, name: '<img src=x onerror=alert(1)>' }],
    ['lock.name', { ...lock, name: '柜台 “1” 😀' }],
    ['lock.note', { ...lock, note: 'two\nlines' }],
    ['loan.due', { loan, dueOn: '2026-12-04' }],
    ['loan.closed', { loan: closed }],
  ])('is taken as it was typed: %s', (kind, body) => {
    expect(factOf(saying(kind, body))).toEqual({ kind, body })
  })

  it('shows names without what would turn the text around', () => {
    const named = { ...loan, memberName: 'Chen\u202e Yu', enterpriseName: 'A\u0007' }
    expect(factOf(saying('loan.due', { loan: named, dueOn: null }))).toMatchObject({
      body: { loan: { memberName: 'Chen\ufffd Yu', enterpriseName: 'A\ufffd' } },
    })
  })
})
