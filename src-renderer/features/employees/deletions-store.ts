import { defineStore } from 'pinia'
import { computed, ref, watch } from 'vue'
import type { CommandFailure } from '#shared/commands'
import type { EmployeeRecord } from '#shared/model/employee-record'
import type { RowOf } from '#shared/model/job'
import { useJobsStore } from '../../app/stores/jobs-store'
import { useSettingsStore } from '../../app/stores/settings-store'
import { nameOf } from './employee-words'

type Row = RowOf<'delete-employee'>

/** Employees being deleted, one or many, as one job; it goes on when the page is left. */
export const useDeletionsStore = defineStore('employee-deletions', () => {
  const jobs = useJobsStore()
  const settings = useSettingsStore()
  const jobId = ref<string | null>(null)
  const isStarting = ref(false)
  const failure = ref<CommandFailure | null>(null)
  const wanted = ref<'pause' | 'cancel' | null>(null)

  const job = computed(() => jobs.of(jobId.value))
  const isRunning = computed(() => isStarting.value || (job.value !== null && job.value.state !== 'ended'))
  const entries = computed(() => jobs.rowsOf(jobId.value) ?? [])
  /** Everything but what is done: each with its reason. */
  const left = computed(() =>
    job.value?.state === 'ended' ? entries.value.filter(({ state }) => state !== 'done') : [],
  )
  const isSettling = computed(() => jobId.value !== null && jobs.settling.has(jobId.value))
  watch(
    () => job.value?.state,
    () => (wanted.value = null),
  )

  const start = async (rows: readonly Row[], operatorIdentity: string, retryOf: string | null) => {
    if (isRunning.value || rows.length === 0) return
    isStarting.value = true
    failure.value = null
    if (operatorIdentity !== settings.operator) await settings.change({ operatorIdentity })
    const outcome = await jobs.start({ action: 'delete-employee', operatorIdentity, rows, retryOf })
    isStarting.value = false
    if (!outcome.ok) {
      failure.value = outcome.error
      jobId.value = null
      return
    }
    jobId.value = outcome.value.jobId
    await jobs.read(outcome.value.jobId)
  }

  const remove = (employees: readonly EmployeeRecord[], operatorIdentity: string): Promise<void> =>
    start(
      employees.map((employee) => ({
        enterpriseGlobalId: employee.enterpriseGlobalId,
        memberGlobalId: employee.memberGlobalId,
        memberName: nameOf(employee),
      })),
      operatorIdentity,
      null,
    )

  /** Those who were refused or not sent; somebody who is not there any more (60002) need not be deleted again. */
  const again = computed<Row[]>(() =>
    left.value.flatMap(({ state, reason, enterpriseGlobalId, memberGlobalId, memberName }) => {
      const isGone = reason?.kind === 'platform' && reason.failure.businessCode === '60002'
      if (state === 'unknown' || isGone || enterpriseGlobalId === null || memberGlobalId === null) return []
      return [{ enterpriseGlobalId, memberGlobalId, memberName: memberName ?? memberGlobalId }]
    }),
  )
  const retry = (operatorIdentity: string): Promise<void> => start(again.value, operatorIdentity, jobId.value)

  const settle = async (): Promise<void> => {
    if (jobId.value === null) return
    const outcome = await jobs.settle(jobId.value)
    failure.value = outcome.ok ? null : outcome.error
  }
  const steer = async (how: 'pause' | 'resume' | 'cancel'): Promise<void> => {
    if (jobId.value === null) return
    if (how !== 'resume') wanted.value = how
    const outcome = await jobs[how](jobId.value)
    if (!outcome.ok) wanted.value = null
    failure.value = outcome.ok ? null : outcome.error
  }
  /** What became of it has been read. */
  const close = (): void => {
    if (isRunning.value) return
    jobId.value = null
    failure.value = null
  }

  return {
    job,
    isStarting,
    isRunning,
    isSettling,
    failure,
    wanted,
    left,
    again,
    remove,
    retry,
    settle,
    steer,
    close,
  }
})
