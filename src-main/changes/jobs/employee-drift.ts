import type { ChangeReason } from '#shared/model/changes/change'
import { changeRowSchemas } from '#shared/model/changes/change-rows'
import type { EmployeeRecord } from '#shared/model/employee-record'
import { joinKey } from '#shared/model/join-key'
import type { EmployeeDirectory } from '../../directory/employee-directory'
import type { RowResult } from '../../journal/journal'
import type { JournaledJob } from '../../journal/journal-index'
import type { Intent, JournalRow } from '../../journal/record'
import { createOldLists } from './old-lists'
import type { Clocks } from './old-lists'

type Change = Extract<ChangeReason, { kind: 'changed-since-check' }>['what']

/** Employees as they were when the job was confirmed, by row. */
export type PlannedEmployees = ReadonlyMap<number, EmployeeRecord>

const editing = changeRowSchemas['member.editEmployee']
const comparedFields = ['userName', 'name', 'departmentId', 'remark', 'passwordMobile'] as const

const concernsEmployee = ({ operation }: Intent): boolean =>
  operation === 'member.editEmployee' ||
  operation === 'member.resetPassword' ||
  operation === 'member.deleteEmployee'

/** Platforms report an empty field as null or as empty. */
const differs = (one: Pick<EmployeeRecord, (typeof comparedFields)[number]>, other: typeof one): boolean =>
  comparedFields.some((field) => (one[field] ?? '') !== (other[field] ?? ''))

const changeOf = (
  { operation }: Intent,
  row: JournalRow,
  planned: EmployeeRecord,
  now: EmployeeRecord | undefined,
): Change | null => {
  if (now === undefined || now.deleted === true) return 'missing'
  if (operation !== 'member.editEmployee' || !differs(planned, now)) return null
  const { data } = editing.safeParse(row.request)
  // Null leaves the department as it is.
  const wanted = { ...data, departmentId: data?.departmentId ?? now.departmentId }
  return data !== undefined && !differs({ ...now, ...wanted }, now) ? 'state' : 'data'
}

/** Finds rows about employees whom others have changed or deleted since the job was confirmed. */
export const createEmployeeDrift = ({
  employees,
  ...clocks
}: Clocks & { readonly employees: Pick<EmployeeDirectory, 'known' | 'readAt' | 'refresh'> }) => {
  const lists = createOldLists({ readAtOf: employees.readAt, refresh: employees.refresh, ...clocks })

  const recordsOf = (rows: readonly JournalRow[]): ReadonlyMap<string, EmployeeRecord> => {
    const records = new Map<string, EmployeeRecord>()
    for (const id of new Set(rows.map(({ enterpriseGlobalId }) => enterpriseGlobalId ?? ''))) {
      for (const record of employees.known(id)) records.set(joinKey(id, record.memberGlobalId), record)
    }
    return records
  }
  const keyOf = ({ enterpriseGlobalId, memberGlobalId }: JournalRow): string =>
    joinKey(enterpriseGlobalId ?? '', memberGlobalId ?? '')

  return {
    planOf: (intent: Intent): PlannedEmployees => {
      const plan = new Map<number, EmployeeRecord>()
      if (!concernsEmployee(intent)) return plan
      const records = recordsOf(intent.rows)
      const seen = new Set<string>()
      for (const [rowIndex, row] of intent.rows.entries()) {
        const record = records.get(keyOf(row))
        // A second row of an employee finds what the first one did.
        if (record !== undefined && !seen.has(keyOf(row))) plan.set(rowIndex, record)
        seen.add(keyOf(row))
      }
      return plan
    },
    check: async ({ intent }: JournaledJob, rowIndexes: readonly number[], plan: PlannedEmployees) => {
      const planned = rowIndexes.flatMap((rowIndex) => {
        const [row, before] = [intent.rows[rowIndex], plan.get(rowIndex)]
        return row === undefined || before === undefined ? [] : [{ rowIndex, row, before }]
      })
      const failure = await lists.readOld(planned.map(({ before }) => before.enterpriseGlobalId))
      if (failure !== null) return { results: [], failure }
      // A list that is not newer than the plan says nothing.
      const newer = planned.filter(
        ({ before }) => (lists.readAtOf(before.enterpriseGlobalId) ?? 0) > before.readAt,
      )
      const records = recordsOf(newer.map(({ row }) => row))
      const results = newer.flatMap(({ rowIndex, row, before }): RowResult[] => {
        const what = changeOf(intent, row, before, records.get(keyOf(row)))
        return what === null
          ? []
          : [{ row: rowIndex, state: 'not-sent', reason: { kind: 'changed-since-check', what } }]
      })
      return { results, failure: null }
    },
  }
}
