import { computed, ref, shallowRef } from 'vue'
import type { CommandFailure } from '#shared/bridge/commands'
import type { JournalEntry } from '#shared/model/changes/change'
import type { Job, JobRequest } from '#shared/model/changes/job'
import type { Name } from '#shared/model/name'
import { oncePerSeries } from '../../once-per-series'
import { useJobsStore } from '../../stores/jobs-store'
import { useSettingsStore } from '../../stores/settings-store'
import { useSoundStore } from '../../stores/sound-store'
import { useSuccessStore } from '../../stores/success-store'
import { cueOfState } from '../../ui/feedback/sound-choice'

/** A request without the operator, who is added when it is sent. */
type WithoutOperator<Request> = Request extends JobRequest ? Omit<Request, 'operatorIdentity'> : never
export type ChangeInput = WithoutOperator<JobRequest>

export type ChangeProgress =
  | { readonly state: 'none' }
  | { readonly state: 'running' }
  /** The job has ended: the rows have the results. */
  | { readonly state: 'ended'; readonly job: Job; readonly rows: readonly JournalEntry[] }
  /** The command itself failed: there is no job, and nothing was sent. */
  | { readonly state: 'failed'; readonly failure: CommandFailure }

/**
 * One change that the user waits for, such as in a form or a wizard. Main may show its own confirmation. Long
 * jobs (an import) use `useJobsStore` instead, because they continue without the page.
 */
export const useChange = () => {
  const jobs = useJobsStore()
  const settings = useSettingsStore()
  const sound = useSoundStore()
  const success = useSuccessStore()
  const progress = shallowRef<ChangeProgress>({ state: 'none' })
  const isCloseWarned = ref(false)

  /** Sends the change and returns its result. */
  const sendChange = async (change: ChangeInput, operatorIdentity: Name): Promise<ChangeProgress> => {
    progress.value = { state: 'running' }
    isCloseWarned.value = false
    success.dismiss()
    if (operatorIdentity !== settings.operator) await settings.change({ operatorIdentity })
    const outcome = await jobs.run({ ...change, operatorIdentity })
    progress.value = outcome.ok
      ? { state: 'ended', ...outcome.value }
      : { state: 'failed', failure: outcome.error }
    const [row] = progress.value.state === 'ended' ? progress.value.rows : []
    const cue = row === undefined ? 'attention' : cueOfState(row.state)
    if (cue !== null) sound.play(cue)
    return progress.value
  }
  const send = oncePerSeries(sendChange, {
    endsSeries: (ended) => ended.state === 'failed' && ended.failure.code === 'not-confirmed',
  })

  const reset = (): void => {
    if (progress.value.state !== 'running') progress.value = { state: 'none' }
  }

  /**
   * Whether a dialog that shows this change may close. Closing does not cancel the change: while it runs, the
   * first attempt only shows a note.
   */
  const mayClose = (): boolean => {
    const isFirst = progress.value.state === 'running' && !isCloseWarned.value
    isCloseWarned.value = true
    return !isFirst
  }

  /** Reads the platform's lists to reconcile unconfirmed rows. */
  const checkResult = async (): Promise<void> => {
    if (progress.value.state !== 'ended') return
    const { jobId } = progress.value.job
    await jobs.checkResult(jobId)
    const outcome = await jobs.read(jobId)
    if (outcome.ok) progress.value = { state: 'ended', ...outcome.value }
  }

  return {
    progress,
    isRunning: computed(() => progress.value.state === 'running'),
    /** Main's dialog was canceled: nothing was sent. */
    isNotConfirmed: computed(
      () => progress.value.state === 'failed' && progress.value.failure.code === 'not-confirmed',
    ),
    /** The entry of a change with one row, or null. */
    entry: computed(() => (progress.value.state === 'ended' ? (progress.value.rows[0] ?? null) : null)),
    /** The same, as main has it by now: a check or a person may have found its result since. */
    currentEntry: computed(() => {
      if (progress.value.state !== 'ended') return null
      const { job, rows } = progress.value
      return jobs.rowsOf(job.jobId)?.[0] ?? rows[0] ?? null
    }),
    isCheckingResult: computed(
      () => progress.value.state === 'ended' && jobs.checkingJobIds.has(progress.value.job.jobId),
    ),
    /** The user tried to close the dialog while the change was running. */
    isCloseWarned: computed(() => isCloseWarned.value && progress.value.state === 'running'),
    mayClose,
    send,
    checkResult,
    reset,
  }
}
