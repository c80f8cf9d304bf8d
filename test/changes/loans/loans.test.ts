import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { loanFactsMigrations, loanFactsSchema, noLoanFacts } from '../../../src-main/changes/loans/loan-facts'
import { createLoans } from '../../../src-main/changes/loans/loans'
import { createEmitter } from '../../../src-main/util/emitter'
import { openJsonFile } from '../../../src-main/util/files/json-file'
import { record } from '../../renderer/support/samples'
import { temporaryFolder } from '../../support/temporary-folder'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => folder.remove())

const loanOf = { borrowedUsbKey: '8000000021', memberGlobalId: 'm-1' }
const lent = (part: Partial<LockRecord> = {}): LockRecord =>
  record('8000000021', 0, {
    borrowedUsbKey: true,
    lent: true,
    holder: { memberGlobalId: 'm-1', name: 'Chen Yu' },
    readAt: 1_000,
    ...part,
  })

const open = async (
  lists: { rows: readonly LockRecord[] },
  refuseDueDate?: Parameters<typeof createLoans>[0]['refuseDueDate'],
) => {
  const { file } = await openJsonFile(
    join(folder.path, 'loans.json'),
    loanFactsSchema,
    noLoanFacts,
    loanFactsMigrations,
  )
  const refreshed = createEmitter<string>()
  let time = 2_000
  const loans = createLoans({
    directory: {
      list: (_enterprise, from, limit) => ({
        rows: lists.rows.slice(from, from + limit),
        total: lists.rows.length,
        version: 1,
        readAt: 1_000,
        failure: null,
      }),
      enterprises: () => [],
      onRefreshed: refreshed.add,
    },
    journal: { jobs: () => [], job: () => null, onChange: () => () => undefined },
    file,
    platformId: 'p',
    ...(refuseDueDate === undefined ? {} : { refuseDueDate }),
    onError: (error) => {
      throw error
    },
    now: () => (time += 1),
  })
  const states = async () => (await loans.list(0, 10)).rows.map(({ state }) => state)
  const readLists = (rows: readonly LockRecord[]): void => {
    lists.rows = rows
    refreshed.emit('e-1')
  }
  return { file, loans, states, readLists }
}

it('a lock that is back is recorded with operator and time, and can be taken out again', async () => {
  const { loans, states } = await open({ rows: [lent()] })
  expect(await states()).toEqual(['active'])
  expect(await loans.setReturned({ ...loanOf, operatorIdentity: 'Li Wei' })).toMatchObject({ ok: true })
  expect((await loans.list(0, 10)).rows).toMatchObject([
    { state: 'returned', returned: { at: 2_001, operatorIdentity: 'Li Wei' } },
  ])
  // A note written afterwards changes nothing about it.
  await loans.setDue({ ...loanOf, dueOn: null, note: 'scratched' })
  expect(await states()).toEqual(['returned'])
  await loans.setReturned({ ...loanOf, operatorIdentity: null })
  expect(await states()).toEqual(['active'])
})

it('is closed by itself when the lists agree, and a later loan of the same lock to the same employee is another one', async () => {
  const { file, loans, states, readLists } = await open({ rows: [lent()] })
  await loans.setDue({ ...loanOf, dueOn: '2026-11-30', note: '' })
  await loans.setReturned({ ...loanOf, operatorIdentity: 'Li Wei' })
  readLists([lent({ lent: false, holder: null, readAt: 3_000 })])
  expect(await states()).toEqual(['closed'])
  expect(file.read().platforms['p']).toMatchObject([{ closed: { at: 2_001, operatorIdentity: 'Li Wei' } }])
  readLists([lent({ readAt: 4_000 })])
  expect((await loans.list(0, 10)).rows).toMatchObject([
    { state: 'active', dueOn: null, returned: null },
    { state: 'closed', dueOn: '2026-11-30' },
  ])
})

it('a lock that is not out cannot come back', async () => {
  const { loans } = await open({ rows: [lent({ lent: false, holder: null })] })
  expect(await loans.setReturned({ ...loanOf, operatorIdentity: 'Li Wei' })).toMatchObject({
    ok: false,
    error: { code: 'not-found' },
  })
})

it('a due date that the policy forbids is not kept, and a note is, whatever the due date', async () => {
  const refusal = { code: 'loan-too-long', message: '' } as const
  let latest = '9999-12-31'
  const { loans } = await open({ rows: [lent()] }, (dueOn) =>
    dueOn !== null && dueOn <= latest ? null : refusal,
  )
  await loans.setDue({ ...loanOf, dueOn: '2026-12-10', note: '' })
  latest = '2026-12-01'
  expect(await loans.setDue({ ...loanOf, dueOn: '2026-12-09', note: 'x' })).toMatchObject({ error: refusal })
  expect(await loans.setDue({ ...loanOf, dueOn: null, note: 'x' })).toMatchObject({ error: refusal })
  expect(await loans.setDue({ ...loanOf, dueOn: '2026-12-10', note: 'y' })).toMatchObject({ ok: true })
  expect(await loans.setDue({ ...loanOf, dueOn: '2026-12-01', note: 'z' })).toMatchObject({ ok: true })
  expect((await loans.list(0, 10)).rows).toMatchObject([{ dueOn: '2026-12-01', note: 'z' }])
})

it('a due date that is stated without a note keeps the note that is there', async () => {
  const { loans } = await open({ rows: [lent()] })
  await loans.setDue({ ...loanOf, dueOn: '2026-11-30', note: 'with its charger' })
  await loans.setDue({ ...loanOf, dueOn: '2026-11-30' })
  await loans.setDue({ ...loanOf, dueOn: '2026-12-07' })
  expect((await loans.list(0, 10)).rows).toMatchObject([{ dueOn: '2026-12-07', note: 'with its charger' }])
})
