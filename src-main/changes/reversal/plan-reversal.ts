import { changeRowSchemas } from '#shared/model/changes/change-rows'
import { actionOf } from '#shared/model/changes/change'
import type { LockAction } from '#shared/model/changes/change'
import type { RowOf } from '#shared/model/changes/job'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { isShellNumber } from '#shared/model/locks/shell-number'
import { inverseOf } from '#shared/model/changes/reversal'
import type { HeldChange, HeldReason, ReversalPlan, ReversedMove } from '#shared/model/changes/reversal'
import { changesOf } from '../../journal/journal-index'
import type { JournaledChange, JournaledJob } from '../../journal/journal-index'
import type { Journal } from '../../journal/journal'

/** An employee as the platform lists them now. */
export interface ListedEmployee {
  readonly userName: string | null
  readonly name: string | null
  readonly departmentId: string | null
  readonly remark: string | null
  readonly passwordMobile: string | null
  readonly deleted: boolean | null
}

/** The lists as they are now. */
export interface CurrentLists {
  readonly record: (assetNum: string, enterpriseGlobalId: string) => LockRecord | null | 'not-read'
  readonly employee: (
    enterpriseGlobalId: string,
    memberGlobalId: string,
  ) => ListedEmployee | null | 'not-read'
}

type History = Pick<Journal, 'jobs' | 'hasLaterSent'>

const editedEmployee = changeRowSchemas['member.editEmployee']
const newEmployee = changeRowSchemas['member.addEmployees'].omit({ password: true })
const assigning = changeRowSchemas['member.assignAssets']

interface Planned<Row> {
  readonly rows: readonly Row[]
  readonly held: readonly HeldChange[]
}

/** Plans change by change: a row, or the reason why there is none. */
const planEach = <Row>(
  changes: readonly JournaledChange[],
  itemOf: (change: JournaledChange) => string,
  plan: (change: JournaledChange) => Row | HeldReason,
): Planned<Row> => {
  const rows: Row[] = []
  const held: HeldChange[] = []
  for (const change of changes) {
    const planned = plan(change)
    if (typeof planned === 'string')
      held.push({ entryId: change.entryId, item: itemOf(change), reason: planned as HeldReason })
    else rows.push(planned)
  }
  return { rows, held }
}

const planLocks = (
  changes: readonly JournaledChange[],
  action: LockAction,
  lists: CurrentLists,
  history: History,
) =>
  planEach(
    changes,
    ({ row }) => row.key,
    (change) => {
      const { key, enterpriseGlobalId, lockedBefore, shellNumber } = change.row
      const isLocked = action === 'disable'
      if (lockedBefore === null) return 'unknown-before'
      if (lockedBefore === isLocked) return 'same-before'
      if (enterpriseGlobalId === null) return 'not-listed'
      const record = lists.record(key, enterpriseGlobalId)
      if (record === 'not-read') return 'not-read'
      if (record === null) return 'not-listed'
      if (history.hasLaterSent(change)) return 'changed-here'
      if (record.locked !== isLocked) return 'changed'
      return {
        assetNum: key,
        shellNumber: shellNumber !== null && isShellNumber(shellNumber) ? shellNumber : null,
        enterpriseGlobalId,
      }
    },
  )

interface Holder {
  readonly memberGlobalId: string
  readonly name: string
}
/** What the completed rows of a job did to one asset. */
interface AssetChange {
  readonly change: JournaledChange
  readonly assetNum: string
  readonly enterpriseGlobalId: string
  readonly before: Holder | null
  readonly after: Holder | null
}

const assetKey = (enterpriseGlobalId: string, assetNum: string): string =>
  JSON.stringify([enterpriseGlobalId, assetNum])

/** A move from one employee to another is two rows: the withdrawal and the assignment. */
const assetChangesOf = (changes: readonly JournaledChange[]): readonly AssetChange[] => {
  const found = new Map<string, AssetChange>()
  for (const change of changes) {
    const parsed = assigning.safeParse(change.row.request)
    if (!parsed.success) continue
    const { enterpriseGlobalId, memberGlobalId, memberName: name, addAssets, deleteAssets } = parsed.data
    const holder = { memberGlobalId, name }
    const note = (assetNum: string, before: Holder | null, after: Holder | null): void => {
      const key = assetKey(enterpriseGlobalId, assetNum)
      const known = found.get(key)
      found.set(key, { change, assetNum, enterpriseGlobalId, before: known ? known.before : before, after })
    }
    for (const assetNum of deleteAssets) note(assetNum, holder, null)
    for (const assetNum of addAssets) note(assetNum, null, holder)
  }
  return [...found.values()]
}

/** Assets that later jobs of this computer changed, or may have changed. */
const laterAssets = (job: JournaledJob, history: History): ReadonlySet<string> => {
  const keys = new Set<string>()
  const jobs = history.jobs()
  for (let at = jobs.length - 1; at >= 0; at -= 1) {
    const later = jobs[at]
    if (later === undefined || later.jobId === job.jobId) break
    const { environment, operation } = later.intent
    if (environment !== job.intent.environment || operation !== 'member.assignAssets') continue
    const sent = changesOf(later).filter(
      ({ state }) => state === 'done' || state === 'unknown' || state === 'sent',
    )
    for (const { assetNum, enterpriseGlobalId } of assetChangesOf(sent))
      keys.add(assetKey(enterpriseGlobalId, assetNum))
  }
  return keys
}

const planAssets = (
  job: JournaledJob,
  changes: readonly JournaledChange[],
  lists: CurrentLists,
  history: History,
): Planned<ReversedMove> => {
  const later = laterAssets(job, history)
  const rows: ReversedMove[] = []
  const held: HeldChange[] = []
  for (const { change, assetNum, enterpriseGlobalId, before, after } of assetChangesOf(changes)) {
    const record = lists.record(assetNum, enterpriseGlobalId)
    const hold = (reason: HeldReason) => void held.push({ entryId: change.entryId, item: assetNum, reason })
    // Without the member lists the record has no employee.
    if (record === 'not-read' || record?.lent === null) hold('not-read')
    else if (record === null) hold('not-listed')
    else if (later.has(assetKey(enterpriseGlobalId, assetNum))) hold('changed-here')
    else if ((record.holder?.memberGlobalId ?? null) !== (after?.memberGlobalId ?? null)) hold('changed')
    else if (before?.memberGlobalId === after?.memberGlobalId) hold('same-before')
    else rows.push({ record, to: before })
  }
  return { rows, held }
}

type EmployeeRow = RowOf<'edit-employee'>
type EditedFields = Pick<EmployeeRow, 'name' | 'departmentId' | 'remark' | 'passwordMobile'>

const memberIdIn = (result: unknown): unknown =>
  typeof result === 'object' && result !== null && 'memberGlobalId' in result ? result.memberGlobalId : null

/** What the last earlier change of this computer gave the employee: no fields if that is not known. */
interface EarlierEdit {
  readonly fields: EditedFields | null
  readonly endedAt: number | null
}
const earlierEditOf = ({ job, row }: JournaledChange, history: History): EarlierEdit | null => {
  const jobs = history.jobs()
  const from = jobs.findIndex(({ jobId }) => jobId === job.jobId)
  for (let at = from - 1; at >= 0; at -= 1) {
    const earlier = jobs[at]
    if (earlier?.intent.environment !== job.intent.environment) continue
    const { operation } = earlier.intent
    if (operation !== 'member.editEmployee' && operation !== 'member.addEmployees') continue
    for (const change of changesOf(earlier).reverse()) {
      if (change.row.enterpriseGlobalId !== row.enterpriseGlobalId) continue
      const isEdit = operation === 'member.editEmployee'
      const id = isEdit ? change.row.memberGlobalId : memberIdIn(change.result)
      if (id !== row.memberGlobalId || change.state === 'failed' || change.state === 'not-sent') continue
      // An unconfirmed change leaves the values unknown.
      if (change.state !== 'done') return { fields: null, endedAt: null }
      const parsed = (isEdit ? editedEmployee : newEmployee).safeParse(change.row.request)
      return { fields: parsed.success ? parsed.data : null, endedAt: change.endedAt }
    }
  }
  return null
}

/** The listed values, unless this computer changed them after they were read. Earlier versions recorded no list. */
const fieldsBefore = (
  change: JournaledChange,
  listed: EmployeeRow['before'],
  history: History,
): EditedFields | null => {
  const earlier = earlierEditOf(change, history)
  const isListLater =
    listed !== undefined && (earlier === null || (earlier.endedAt ?? Infinity) <= listed.readAt)
  return isListLater ? listed : (earlier?.fields ?? null)
}

const hasFields = (employee: ListedEmployee, fields: EditedFields): boolean =>
  employee.name === fields.name &&
  (employee.remark ?? '') === fields.remark &&
  (employee.passwordMobile ?? '') === fields.passwordMobile &&
  (fields.departmentId === null || employee.departmentId === fields.departmentId)

const planEmployees = (changes: readonly JournaledChange[], lists: CurrentLists, history: History) =>
  planEach(
    changes,
    ({ row }) => row.memberName ?? row.key,
    (change): EmployeeRow | HeldReason => {
      const parsed = editedEmployee.safeParse(change.row.request)
      if (!parsed.success) return 'unknown-before'
      const { before: listed, ...edited } = parsed.data
      const before = fieldsBefore(change, listed, history)
      if (before === null) return 'unknown-before'
      const employee = lists.employee(edited.enterpriseGlobalId, edited.memberGlobalId)
      if (employee === 'not-read') return 'not-read'
      if (employee === null || employee.deleted === true) return 'not-listed'
      if (history.hasLaterSent(change)) return 'changed-here'
      if (!hasFields(employee, edited)) return 'changed'
      if (hasFields(employee, before)) return 'same-before'
      const { name, departmentId, remark, passwordMobile } = before
      return { ...edited, name, departmentId, remark, passwordMobile }
    },
  )

/**
 * The inverse of a job's completed rows, compared with the lists as they are now. Rows whose state others have
 * changed since are held back: reversing them would replace a change of others.
 * @param entryIds the changes to reverse; null for the whole job
 * @returns null if the action has no inverse
 */
export const planReversal = (
  job: JournaledJob,
  entryIds: ReadonlySet<string> | null,
  lists: CurrentLists,
  history: History,
): ReversalPlan | null => {
  const requested = changesOf(job).filter(({ entryId }) => entryIds === null || entryIds.has(entryId))
  const completed = requested.filter(({ state }) => state === 'done')
  const about = { jobId: job.jobId, notCompleted: requested.length - completed.length }
  const action = actionOf(job.intent.operation)
  if (action === 'disable' || action === 'enable') {
    const { rows, held } = planLocks(completed, action, lists, history)
    return { ...about, action: inverseOf[action], rows, held }
  }
  if (action === 'assign') {
    const { rows: moves, held } = planAssets(job, completed, lists, history)
    return { ...about, action, moves, held }
  }
  if (action !== 'edit-employee') return null
  return { ...about, action, ...planEmployees(completed, lists, history) }
}
