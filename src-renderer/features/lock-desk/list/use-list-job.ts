import { computed, ref } from 'vue'
import { canCheckResult } from '#shared/model/changes/can-check-result'
import type { LockAction } from '#shared/model/changes/change'
import { usePendingControl } from '../../../entities/change/use-pending-control'
import type { JobControl } from '../../../entities/change/use-pending-control'
import { useCheckTextOfAll } from '../../../entities/change/use-check-text'
import { useJobsStore } from '../../../stores/jobs-store'
import type { useRequest } from '../../../use-command'
import { useListStore } from './list-store'

/**
 * The job of the list: what pauses and ends it, and the check of its rows without a result.
 * @param request the one of the list, which shows why its last request failed
 */
export const useListJob = (request: ReturnType<typeof useRequest>) => {
  const list = useListStore()
  const jobs = useJobsStore()

  const job = computed(() => jobs.of(list.jobId))
  const { pendingControl, request: requestControl } = usePendingControl(() => job.value)
  const control = async (how: JobControl): Promise<void> => {
    if (job.value === null) return
    const { jobId } = job.value
    await requestControl(how, () => request.run(() => jobs[how](jobId)))
  }

  const isCheckingResult = ref(false)
  /** Reconciles every unconfirmed row of the list; after a retry some belong to an earlier job. */
  const checkResult = async (): Promise<void> => {
    const unconfirmedJobs = new Set(
      list.shown.flatMap(({ entry }) => (entry !== null && canCheckResult(entry) ? [entry.jobId] : [])),
    )
    isCheckingResult.value = true
    for (const jobId of unconfirmedJobs) await jobs.checkResult(jobId)
    isCheckingResult.value = false
  }
  const checkTextOfAll = useCheckTextOfAll()

  return {
    job,
    /** A list's job only has lock actions. */
    action: computed<LockAction>(() => (job.value?.action === 'enable' ? 'enable' : 'disable')),
    pendingControl,
    control,
    checkResult,
    isCheckingResult,
    checked: computed(() => checkTextOfAll(list.shown.flatMap(({ entry }) => entry ?? []))),
  }
}
