import { expect, it } from 'vitest'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { proposedLoans } from '../../../src-main/changes/loans/proposed-loans'
import type { JournaledJob } from '../../../src-main/journal/journal-index'
import type { Intent } from '../../../src-main/journal/record'
import { record } from '../../renderer/support/samples'

const lock = (assetNum: string, memberGlobalId: string | null, part: Partial<LockRecord> = {}) =>
  record(assetNum, 0, {
    borrowedUsbKey: true,
    lent: memberGlobalId !== null,
    holder: memberGlobalId === null ? null : { memberGlobalId, name: null },
    ...part,
  })
const intentOf = (...locks: readonly (readonly [key: string, member: string, dueOn?: string])[]) =>
  ({
    operation: 'member.lendAssets',
    environment: 'p',
    rows: locks.map(([key, memberGlobalId, dueOn]) => ({
      key,
      memberGlobalId,
      enterpriseGlobalId: 'E1',
      request: dueOn === undefined ? {} : { dueOn },
    })),
  }) as Partial<Intent> as Intent
const jobOf = (state: string, endedAt: number | null, intent: Intent) =>
  ({
    intent,
    rowStates: intent.rows.map(() => ({ state, endedAt })),
  }) as unknown as JournaledJob

const propose = (
  intent: Intent,
  lists: { readonly rows: readonly LockRecord[]; readonly readAt?: number | null } = { rows: [] },
  jobs: readonly JournaledJob[] = [],
) =>
  proposedLoans(intent, {
    directory: {
      list: (_enterprise, from, limit) => ({
        rows: lists.rows.slice(from, from + limit),
        total: lists.rows.length,
        version: 1,
        readAt: lists.readAt === undefined ? 1_000 : lists.readAt,
        failure: null,
      }),
    },
    journal: { jobs: () => jobs },
  })

it('has the due date of each loan, also of one without', () => {
  expect(propose(intentOf(['L1', 'm1', '2026-11-30'], ['L2', 'm1'])).dueDates).toEqual(['2026-11-30', null])
})

it('counts the locks of each employee once: on the lists, in the job, and sent since', () => {
  const rows = [lock('L1', 'm1'), lock('L2', 'm1'), lock('L3', 'm2'), lock('L4', null)]
  expect(propose(intentOf(['L4', 'm1']), { rows }).mostPerEmployee).toBe(3)
  expect(propose(intentOf(['L1', 'm1']), { rows }).mostPerEmployee).toBe(2)
  expect(propose(intentOf(['L4', 'm2'], ['L9', 'm2']), { rows }).mostPerEmployee).toBe(3)
  expect(propose(intentOf(['L4', 'm3']), { rows }).mostPerEmployee).toBe(1)
  // An asset whose products are lent is no lock.
  const asset = lock('A1', 'm1', { borrowedUsbKey: false })
  expect(propose(intentOf(['L4', 'm1']), { rows: [asset] }).mostPerEmployee).toBe(1)
})

it.each([
  ['intent', null, 2],
  ['sent', null, 2],
  ['unknown', 500, 2],
  ['done', 2_000, 2],
  // The lists were read afterwards and show whether it is still out.
  ['done', 500, 1],
  ['failed', 2_000, 1],
  ['not-sent', 2_000, 1],
])('counts a loan of this computer that is %s (%s)', (state, endedAt, most) => {
  const job = jobOf(state, endedAt, intentOf(['L1', 'm1']))
  expect(propose(intentOf(['L2', 'm1']), { rows: [] }, [job]).mostPerEmployee).toBe(most)
  const elsewhere = jobOf(state, endedAt, { ...intentOf(['L1', 'm1']), environment: 'q' })
  expect(propose(intentOf(['L2', 'm1']), { rows: [] }, [elsewhere]).mostPerEmployee).toBe(1)
})

it('does not know the number without the lists', () => {
  expect(propose(intentOf(['L1', 'm1']), { rows: [], readAt: null }).mostPerEmployee).toBeNull()
  const rows = [lock('L2', null, { lent: null })]
  expect(propose(intentOf(['L1', 'm1']), { rows }).mostPerEmployee).toBeNull()
})
