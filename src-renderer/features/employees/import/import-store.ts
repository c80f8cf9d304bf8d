import { defineStore } from 'pinia'
import { computed, markRaw, onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { Name } from '#shared/model/name'
import { useJobsStore } from '../../../stores/jobs-store'
import { addNames } from '../../../names/name-registry'
import { isBeingRead, useSheet } from '../../../ui/sheets/read/use-sheet'
import type { Sheet } from '../../../ui/sheets/sheet'
import { useSlicedWork } from '../../../ui/table/use-sliced-work'
import { useEmployeeContextStore } from '../employee-context-store'
import { useImportRowsStore } from '../../../stores/import-rows-store'
import { useUnsentRowsStore } from '../../../stores/unsent-rows-store'
import { requestRows, rowsOfJob } from './change-rows'
import { readRows } from './import-rows'
import type { Columns, ImportRow } from './import-rows'
import { createImportSecrets } from './import-secrets'
import { groupOf, summaryOf } from './row-state'
import type { RowContext, RowGroup } from './row-state'
import { useGeneratedPasswords } from './use-generated-passwords'
import { useImportJobs } from './use-import-jobs'
import { noDepartments, useRowChecks } from './use-row-checks'
import { useRowEdits } from './use-row-edits'

const noRows: readonly ImportRow[] = []

/** The import of an employee file: it continues when the page is left, and ends with the window. */
export const useImportStore = defineStore('employee-import', () => {
  const jobs = useJobsStore()
  const context = useEmployeeContextStore()
  const secrets = createImportSecrets()

  const isShown = ref(false)
  const enterpriseGlobalId = ref<string | null>(null)
  const reader = markRaw(useSheet())
  const isReading = computed(() => isBeingRead(reader))
  /** The enterprise of the file that is being read. */
  const readInto = ref<string | null>(null)
  useUnsentRowsStore().count('files', () => (isReading.value ? 1 : 0))
  const fileName = ref('')
  const rows = shallowRef<readonly ImportRow[]>(noRows)
  /** The job was started before this window opened: its passwords are not available. */
  const isRestored = ref(false)
  /** Rows are being read or checked. */
  const work = useSlicedWork()
  const checks = useRowChecks(rows, enterpriseGlobalId, work)
  const sent = useImportJobs(rows)
  const { jobIds, job, isRunning, isStarting, failure } = sent
  const passwords = useGeneratedPasswords(secrets)

  const rowContext = (row: ImportRow): RowContext => ({
    row,
    checked: checks.of(row),
    entry: sent.entryOf(row),
    entries: sent.entriesOf(row),
  })
  const stateOf = (row: ImportRow): RowGroup => groupOf(rowContext(row))
  const rowSummary = computed(() => summaryOf(rows.value.map(rowContext)))
  watch([rowSummary, passwords.generated], () => passwords.count(rows.value, stateOf))
  const unsentRows = computed(() => rows.value.filter((row) => row.sent === null).length)
  useUnsentRowsStore().count('employees', unsentRows)
  useImportRowsStore().countInPage(unsentRows)
  const normalized = computed(() => rows.value.filter((row) => row.normalized.length > 0).length)

  const clear = (): void => {
    // The rows belong to the job that is being started.
    if (isStarting.value) return
    work.cancel()
    rows.value = noRows
    checks.clear()
    sent.clear()
    passwords.clear()
    fileName.value = ''
    isRestored.value = false
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
    work.run(readRows(value, as, secrets.setTyped), (read) => {
      // They are shown before main gets them.
      addNames(
        read.flatMap(({ values: { name, userName, passwordMobile } }) => [name, userName, passwordMobile]),
      )
      rows.value = read
    })
  }

  const canEdit = (row: ImportRow): boolean => {
    if (isStarting.value) return false
    const group = stateOf(row)
    return group !== 'waiting' && group !== 'done' && group !== 'unknown'
  }
  const edits = useRowEdits(rows, canEdit, secrets)

  /** Sends the sendable rows as one job; main may show its own confirmation. */
  const send = async (operatorIdentity: Name): Promise<void> => {
    const id = enterpriseGlobalId.value
    const ids = rowSummary.value.sendable
    const departments = checks.departments.value
    if (id === null || ids.length === 0 || isStarting.value || isRunning.value || departments === null) return
    const rowsToSend = ids.flatMap((row) => rows.value[row] ?? [])
    const options = { enterpriseGlobalId: id, departments, passwordFor: secrets.passwordFor }
    await sent.start(operatorIdentity, ids, requestRows(rowsToSend, options))
  }

  /** Loads the accounts that the platform created and removes passwords that are no longer needed. */
  const applyResult = async (jobId: string): Promise<void> => {
    const outcome = await jobs.read(jobId)
    if (!outcome.ok || !jobIds.value.includes(jobId)) return
    context.learn(outcome.value.rows)
    passwords.takeDone(rows.value.filter((row) => sent.entryOf(row)?.state === 'done'))
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

  onScopeDispose(secrets.clear)

  return {
    isShown,
    isEmpty: computed(() => rows.value.length === 0 && !work.isRunning.value),
    reader,
    isReading,
    hasContent: computed(() => rows.value.length > 0 || work.isRunning.value || isReading.value),
    readInto,
    enterpriseGlobalId,
    fileName,
    rows,
    isWorking: work.isRunning,
    rowSummary,
    /** Of the enterprise of the rows; not those of the page, where another one may be chosen. */
    departments: computed(() => checks.departments.value ?? noDepartments),
    normalized,
    jobIds,
    job,
    isRunning,
    isStarting,
    isRestored,
    failure,
    generated: passwords.generated,
    unsaved: passwords.unsaved,
    rowContext,
    stateOf,
    canEdit,
    importRows,
    ...edits,
    send,
    checkResult,
    restoreJob,
    /** The passwords of its waiting rows are lost: they can be sent again with new ones. */
    cancelUnsendable: sent.cancel,
    passwordOf: passwords.passwordOf,
    clearGenerated: passwords.clearGenerated,
    clear,
  }
})
