import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { EmployeeRecord } from '#shared/model/employee-record'
import type { RowOf } from '#shared/model/changes/job'
import type { Name } from '#shared/model/name'
import { usePendingControl } from '../../../entities/change/use-pending-control'
import type { JobControl } from '../../../entities/change/use-pending-control'
import { useJobsStore } from '../../../stores/jobs-store'
import { useSettingsStore } from '../../../stores/settings-store'
import { useRequest } from '../../../use-command'
import { nameOf } from '../employee-texts'

type Row = RowOf<'delete-employee'>

/** The deletion of one or more employees as one job; it continues when the page is left. */
export const useDeletionsStore = defineStore('employee-deletions', () => {
  const jobs = useJobsStore()
  const settings = useSettingsStore()
  const jobId = ref<string | null>(null)
  const isStarting = ref(false)
  const request = useRequest()

  const job = computed(() => jobs.of(jobId.value))
  const { pendingControl, request: requestControl } = usePendingControl(() => job.value)
  const isRunning = computed(() => isStarting.value || (job.value !== null && job.value.state !== 'ended'))
  const entries = computed(() => jobs.rowsOf(jobId.value) ?? [])
  /** All rows without success, with their reasons. */
  const unfinished = computed(() =>
    job.value?.state === 'ended' ? entries.value.filter(({ state }) => state !== 'done') : [],
  )
  const isCheckingResult = computed(() => jobId.value !== null && jobs.checkingJobIds.has(jobId.value))

  const start = async (rows: readonly Row[], operatorIdentity: Name, retryOf: string | null) => {
    if (isRunning.value || rows.length === 0) return
    isStarting.value = true
    request.clear()
    if (operatorIdentity !== settings.operator) await settings.change({ operatorIdentity })
    const outcome = await request.run(() =>
      jobs.start({ action: 'delete-employee', operatorIdentity, rows, retryOf }),
    )
    isStarting.value = false
    if (!outcome.ok) {
      // The result of the job to retry stays.
      jobId.value = retryOf
      return
    }
    jobId.value = outcome.value.jobId
    await jobs.read(outcome.value.jobId)
  }

  const remove = (employees: readonly EmployeeRecord[], operatorIdentity: Name): Promise<void> =>
    start(
      employees.map((employee) => ({
        enterpriseGlobalId: employee.enterpriseGlobalId,
        memberGlobalId: employee.memberGlobalId,
        memberName: nameOf(employee),
      })),
      operatorIdentity,
      null,
    )

  /** The rows to retry: failed or not sent, except employees who no longer exist (60002). */
  const retryable = computed<Row[]>(() =>
    unfinished.value.flatMap(({ state, reason, enterpriseGlobalId, memberGlobalId, memberName }) => {
      const isAlreadyDeleted = reason?.kind === 'platform' && reason.failure.businessCode === '60002'
      if (state === 'unknown' || isAlreadyDeleted || enterpriseGlobalId === null || memberGlobalId === null)
        return []
      return [{ enterpriseGlobalId, memberGlobalId, memberName: memberName ?? memberGlobalId }]
    }),
  )
  const retry = (operatorIdentity: Name): Promise<void> =>
    start(retryable.value, operatorIdentity, jobId.value)

  const checkResult = async (): Promise<void> => {
    if (jobId.value === null) return
    await jobs.checkResult(jobId.value)
  }
  const control = async (how: JobControl): Promise<void> => {
    const id = jobId.value
    if (id !== null) await requestControl(how, () => request.run(() => jobs[how](id)))
  }
  /** Dismisses the result. */
  const close = (): void => {
    if (isRunning.value) return
    jobId.value = null
    request.clear()
  }

  return {
    job,
    isStarting,
    isRunning,
    isCheckingResult,
    failure: request.failure,
    pendingControl,
    unfinished,
    retryable,
    remove,
    retry,
    checkResult,
    control,
    close,
  }
})
