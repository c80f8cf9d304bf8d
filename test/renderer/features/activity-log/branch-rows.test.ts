import { expect, it } from 'vitest'
import type { SharedResult } from '../../../../src-shared/model/branch/shared-results'
import { branchExportColumns, branchRows } from '../../../../src-renderer/features/activity-log/branch-rows'
import type { Translator } from '../../../../src-renderer/i18n/explain'
import { translatorIn } from '../../support/mount-component'
import { entry } from '../../support/samples'

const translator = translatorIn('en') as unknown as Translator
const key = '1846372910564738291 3fa2bc90d1e2'
const shared: SharedResult = {
  entryId: 'other.0',
  jobId: 'other',
  computer: 'Counter 2',
  action: 'assign',
  key,
  shellNumber: null,
  enterpriseName: 'North Bridge',
  memberName: 'Emma Clarke',
  operatorIdentity: 'Chen Yu',
  state: 'done',
  reason: null,
  businessCode: null,
  endedAt: 2,
}

it('an assignment is of an employee, and its key is no number of a lock', () => {
  const own = entry({
    action: 'assign',
    key,
    shellNumber: null,
    memberName: 'Liu Fang',
    endedAt: 1,
    training: false,
  })
  const rows = branchRows([own], [shared], translator)
  expect(rows.map(({ number, text }) => [number, text])).toEqual([
    [null, 'Emma Clarke'],
    [null, 'Liu Fang'],
  ])
  const number = branchExportColumns(translator).find(({ title }) => title === 'Number')
  expect(rows.map((row) => number?.value(row))).toEqual(['', ''])
})

it('a loan has the number of its lock beside the employee', () => {
  const loan = { ...shared, action: 'lend', key: 'LD8000000017' } as const
  expect(branchRows([], [loan], translator)).toMatchObject([{ number: 'LD8000000017', text: 'Emma Clarke' }])
})

it('an assignment of this computer says which it was; of another one that is not known', () => {
  const own = entry({
    action: 'assign',
    key,
    endedAt: 1,
    training: false,
    request: { addAssets: [], deleteAssets: ['LD8000000017'] },
  })
  const rows = branchRows([own], [shared], translator)
  const action = branchExportColumns(translator).find(({ title }) => title === 'Action')
  expect(rows.map((row) => [row.actionText, action?.value(row)])).toEqual([
    ['Assign or withdraw', 'Assign or withdraw'],
    ['Withdraw', 'Withdraw'],
  ])
})
