import { defineStore } from 'pinia'
import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { JournalEntry } from '#shared/model/changes/change'
import type { Job, RowOf } from '#shared/model/changes/job'
import type { Name } from '#shared/model/name'
import { useEmployeesStore } from '../../../entities/employee/employees-store'
import { useJobsStore } from '../../../stores/jobs-store'
import { addNames } from '../../../names/name-registry'
import type { Sheet } from '../../../ui/sheets/sheet'
import { runTimeSliced } from '../../../ui/table/run-time-sliced'
import { useRequest } from '../../../use-command'
import { checkPassword } from '../form/employee-fields'
import type { EmployeeValues } from '../form/employee-fields'
import { useEmployeeContextStore } from '../employee-context-store'
import { useUnsentRowsStore } from '../../../stores/unsent-rows-store'
import { useUnsavedPasswordsStore } from '../password/unsaved-passwords-store'
import { normalizeField } from '../form/normalize-field'
import { createRowCheck } from './check-rows'
import type { CheckContext, CheckedRow } from './check-rows'
import { withValues, withDepartments, requestRows, rowsOfJob } from './change-rows'
import { readRows } from './import-rows'
import type { Columns, ImportRow } from './import-rows'
import { createImportSecrets } from './import-secrets'
import { groupOf, isSendable, needsCorrection } from './row-state'
import type { RowContext, RowGroup } from './row-state'

const unchecked: CheckedRow = { findings: [], validity: 'ready' }
const noRows: readonly ImportRow[] = []

/** The import of an employee file: it continues when the page is left, and ends with the window. */
export const useImportStore = defineStore('employee-import', () => {
  const jobs = useJobsStore()
  const employees = useEmployeesStore()
  const context = useEmployeeContextStore()
  const secrets = createImportSecrets()
  const check = createRowCheck()

  const isShown = ref(false)
  const enterpriseGlobalId = ref<string | null>(null)
  const fileName = ref('')
  const rows = shallowRef<readonly ImportRow[]>(noRows)
  const checked = shallowRef<readonly CheckedRow[]>([])
  /** Rows are being read or checked. */
  const isWorking = ref(false)
  /** The first job, then the jobs of retries. */
  const jobIds = ref<readonly string[]>([])
  const isStarting = ref(false)
  const request = useRequest()
  /** Employees added with a generated password that is not exported yet. */
  const generated = shallowRef<readonly number[]>([])
  /** The job was started before this window opened: its passwords are not available. */
  const isRestored = ref(false)

  const job = computed<Job | null>(() => jobs.of(jobIds.value.at(-1) ?? null))
  const isRunning = computed(() => job.value !== null && job.value.state !== 'ended')

  const entryOf = ({ sent }: ImportRow): JournalEntry | null =>
    sent === null ? null : (jobs.rowsOf(sent.jobId)?.[sent.rowIndex] ?? null)
  const rowContext = (row: ImportRow): RowContext => ({
    row,
    checked: checked.value[row.id] ?? unchecked,
    entry: entryOf(row),
    job: row.sent === null ? null : jobs.of(row.sent.jobId),
  })
  const stateOf = (row: ImportRow): RowGroup => groupOf(rowContext(row))

  /** Counts the rows per group and the sendable ones in one pass. */
  const rowSummary = computed(() => {
    const groups = new Map<RowGroup, number>()
    const sendable: number[] = []
    let toCorrect = 0
    for (const row of rows.value) {
      const known = rowContext(row)
      const group = groupOf(known)
      groups.set(group, (groups.get(group) ?? 0) + 1)
      if (isSendable(known)) sendable.push(row.id)
      if (needsCorrection(known)) toCorrect += 1
    }
    return { groups, sendable, toCorrect }
  })
  /**
   * Generated passwords that the platform has, or may have: this window has the only copy until they are
   * exported.
   */
  const unsaved = ref(0)
  watch([rowSummary, generated], () => {
    unsaved.value = rows.value.filter((row) => {
      if (row.sent === null || !secrets.hasGenerated(row.id)) return false
      const group = stateOf(row)
      return group === 'waiting' || group === 'done' || group === 'unknown'
    }).length
  })
  useUnsavedPasswordsStore().count(unsaved)
  useUnsentRowsStore().count(() => rows.value.filter(({ sent }) => sent === null).length)
  const normalized = computed(() => rows.value.filter((row) => row.normalized.length > 0).length)

  let cancelWork = (): void => undefined
  /** The data of the last check, which is invalid for another enterprise. */
  let checkContext: CheckContext | null = null
  const checkAll = (): void => {
    cancelWork()
    if (checkContext === null || employees.enterpriseGlobalId === enterpriseGlobalId.value) {
      const { departments, code, accounts } = context
      checkContext = { departments, code, accounts }
    }
    isWorking.value = true
    cancelWork = runTimeSliced(check(rows.value, checkContext), (result) => {
      checked.value = result
      isWorking.value = false
    })
  }
  watch([rows, () => context.departments, () => context.code, () => context.accounts], () => {
    if (rows.value.length > 0) checkAll()
  })

  const clear = (): void => {
    // The rows belong to the job that is being started.
    if (isStarting.value) return
    cancelWork()
    isWorking.value = false
    rows.value = noRows
    checked.value = []
    jobIds.value = []
    generated.value = []
    request.clear()
    fileName.value = ''
    isRestored.value = false
    checkContext = null
    secrets.clear()
  }

  /** Reads the rows of a file in slices. */
  const importRows = (
    value: Pick<Sheet, 'fileName' | 'rows' | 'problems' | 'shownAs'>,
    as: { readonly columns: Columns; readonly titleRows: number },
    enterprise: string,
  ): void => {
    if (isStarting.value) return
    clear()
    fileName.value = value.fileName
    enterpriseGlobalId.value = enterprise
    isWorking.value = true
    cancelWork = runTimeSliced(readRows(value, as, secrets.setTyped), (read) => {
      isWorking.value = false
      // They are shown before main gets them.
      addNames(
        read.flatMap(({ values: { name, userName, passwordMobile } }) => [name, userName, passwordMobile]),
      )
      rows.value = read
    })
  }

  const replace = (next: ImportRow): void => {
    rows.value = rows.value.map((row) => (row.id === next.id ? next : row))
  }
  const canEdit = (row: ImportRow): boolean => {
    if (isStarting.value) return false
    const group = stateOf(row)
    return group !== 'waiting' && group !== 'done' && group !== 'unknown'
  }

  const edit = (id: number, field: keyof EmployeeValues, value: string): void => {
    const row = rows.value[id]
    if (row === undefined || !canEdit(row)) return
    const { text } = normalizeField(field, value)
    if (text !== row.values[field]) replace(withValues(row, { ...row.values, [field]: text }))
  }
  /** If empty, a password is generated when the row is sent. */
  const editPassword = (id: number, password: string): void => {
    const row = rows.value[id]
    if (row === undefined || !canEdit(row)) return
    const hasPassword = password !== ''
    if (hasPassword) secrets.setTyped(id, password)
    else secrets.useGenerated(id)
    const passwordFindings = hasPassword ? checkPassword(password) : []
    const cellFindings = row.cellFindings.filter(({ field }) => field !== 'password')
    replace({ ...withValues(row, row.values), hasPassword, passwordFindings, cellFindings })
  }
  /** Gives rows without a department the one above, as for merged cells, or one for all. */
  const fillDepartments = (how: 'above' | { readonly department: string }): void => {
    rows.value = withDepartments(rows.value, how, canEdit)
  }

  const attachJob = (jobId: string, ids: readonly number[]): void => {
    const rowIndexes = new Map(ids.map((id, rowIndex) => [id, rowIndex]))
    rows.value = rows.value.map((row) => {
      const rowIndex = rowIndexes.get(row.id)
      return rowIndex === undefined ? row : { ...row, sent: { jobId, rowIndex } }
    })
    jobIds.value = [...jobIds.value, jobId]
  }

  /** Sends the sendable rows as one job; main may show its own confirmation. */
  const send = async (operatorIdentity: Name): Promise<void> => {
    const id = enterpriseGlobalId.value
    const ids = rowSummary.value.sendable
    if (id === null || ids.length === 0 || isStarting.value || isRunning.value || checkContext === null)
      return
    isStarting.value = true
    request.clear()
    const options = {
      enterpriseGlobalId: id,
      departments: checkContext.departments,
      passwordFor: secrets.passwordFor,
    }
    const rowsToSend = ids.flatMap((row) => rows.value[row] ?? [])
    const requests = await new Promise<RowOf<'add-employee'>[]>((done) =>
      runTimeSliced(requestRows(rowsToSend, options), done),
    )
    const retryOf = jobIds.value.at(-1) ?? null
    const outcome = await request.run(() =>
      jobs.start({ action: 'add-employee', operatorIdentity, rows: requests, retryOf }),
    )
    isStarting.value = false
    if (!outcome.ok) return
    attachJob(outcome.value.jobId, ids)
    await jobs.read(outcome.value.jobId)
  }

  /** Loads the accounts that the platform created and removes passwords that are no longer needed. */
  const applyResult = async (jobId: string): Promise<void> => {
    const outcome = await jobs.read(jobId)
    if (!outcome.ok || !jobIds.value.includes(jobId)) return
    context.learn(outcome.value.rows)
    const done = rows.value.filter((row) => entryOf(row)?.state === 'done')
    for (const { id } of done) secrets.clearTyped(id)
    generated.value = done.flatMap(({ id }) => (secrets.generated(id) === null ? [] : [id]))
  }
  watch(
    () => (job.value?.state === 'ended' ? job.value.jobId : null),
    (jobId) => void (jobId !== null && applyResult(jobId)),
  )

  const checkResult = async (): Promise<void> => {
    for (const jobId of jobIds.value) {
      await jobs.checkResult(jobId)
      await applyResult(jobId)
    }
  }

  /** Shows a job that was started before this window opened as its list. */
  const restoreJob = async (): Promise<void> => {
    if (rows.value.length > 0) return
    const open = await jobs.findOpen((action) => action === 'add-employee')
    if (open?.ok !== true || rows.value.length > 0) return
    const outcome = await jobs.read(open.value.jobId)
    if (!outcome.ok || rows.value.length > 0) return
    isRestored.value = true
    enterpriseGlobalId.value = outcome.value.rows[0]?.enterpriseGlobalId ?? null
    jobIds.value = [open.value.jobId]
    rows.value = rowsOfJob(open.value.jobId, outcome.value.rows)
  }

  /** Cancels the waiting rows of a job whose passwords are lost: they can be sent again with new ones. */
  const cancelUnsendable = async (): Promise<void> => {
    if (job.value === null) return
    const { jobId } = job.value
    await request.run(() => jobs.cancel(jobId))
  }

  const passwordOf = (id: number): string | null => secrets.generated(id)
  /** The generated passwords were exported. */
  const clearGenerated = (): void => {
    secrets.clearGenerated(generated.value)
    generated.value = []
  }

  onScopeDispose(() => {
    cancelWork()
    secrets.clear()
  })

  return {
    isShown,
    isEmpty: computed(() => rows.value.length === 0 && !isWorking.value),
    enterpriseGlobalId,
    fileName,
    rows,
    isWorking,
    rowSummary,
    normalized,
    jobIds,
    job,
    isRunning,
    isStarting,
    isRestored,
    failure: request.failure,
    generated,
    unsaved,
    rowContext,
    stateOf,
    canEdit,
    importRows,
    edit,
    editPassword,
    fillDepartments,
    send,
    checkResult,
    restoreJob,
    cancelUnsendable,
    passwordOf,
    clearGenerated,
    clear,
  }
})
