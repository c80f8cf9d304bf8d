import { computed, ref } from 'vue'
import type { ShallowRef } from 'vue'
import type { JournalEntry } from '#shared/model/changes/change'
import type { Job, RowOf } from '#shared/model/changes/job'
import type { Name } from '#shared/model/name'
import { useJobsStore } from '../../../stores/jobs-store'
import { runTimeSliced } from '../../../ui/table/run-time-sliced'
import type { Steps } from '../../../ui/table/run-time-sliced'
import { useRequest } from '../../../use-command'
import type { ImportRow } from './import-rows'

/** The jobs that the rows of an import were sent as: the first job, then the jobs of retries. */
export const useImportJobs = (rows: ShallowRef<readonly ImportRow[]>) => {
  const jobs = useJobsStore()
  const jobIds = ref<readonly string[]>([])
  const isStarting = ref(false)
  const { run, failure, clear: clearFailure } = useRequest()
  const job = computed<Job | null>(() => jobs.of(jobIds.value.at(-1) ?? null))

  const attach = (jobId: string, ids: readonly number[]): void => {
    const rowIndexes = new Map(ids.map((id, rowIndex) => [id, rowIndex]))
    rows.value = rows.value.map((row) => {
      const rowIndex = rowIndexes.get(row.id)
      return rowIndex === undefined ? row : { ...row, sent: { jobId, rowIndex } }
    })
    jobIds.value = [...jobIds.value, jobId]
  }

  return {
    jobIds,
    job,
    isRunning: computed(() => job.value !== null && job.value.state !== 'ended'),
    isStarting,
    failure,
    /** The result of a row; null if it was not sent or its job is not loaded yet. */
    entryOf: ({ sent }: ImportRow): JournalEntry | null =>
      sent === null ? null : (jobs.rowsOf(sent.jobId)?.[sent.rowIndex] ?? null),
    /** All rows of the job of a row. */
    entriesOf: ({ sent }: ImportRow): readonly JournalEntry[] =>
      (sent === null ? null : jobs.rowsOf(sent.jobId)) ?? [],
    /** Sends rows as one job; main may show its own confirmation. */
    start: async (
      operatorIdentity: Name,
      ids: readonly number[],
      requests: Steps<RowOf<'add-employee'>[]>,
    ): Promise<void> => {
      isStarting.value = true
      clearFailure()
      const requestRows = await new Promise<RowOf<'add-employee'>[]>((done) => runTimeSliced(requests, done))
      const retryOf = jobIds.value.at(-1) ?? null
      const outcome = await run(() =>
        jobs.start({ action: 'add-employee', operatorIdentity, rows: requestRows, retryOf }),
      )
      isStarting.value = false
      if (!outcome.ok) return
      attach(outcome.value.jobId, ids)
      await jobs.read(outcome.value.jobId)
    },
    /** Cancels the waiting rows of the last job. */
    cancel: async (): Promise<void> => {
      if (job.value === null) return
      const { jobId } = job.value
      await run(() => jobs.cancel(jobId))
    },
    clear: (): void => {
      jobIds.value = []
      clearFailure()
    },
  }
}
