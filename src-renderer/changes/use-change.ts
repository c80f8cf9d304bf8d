import { computed, shallowRef } from 'vue'
import type { CommandFailure } from '#shared/commands'
import type { JournalEntry } from '#shared/model/change'
import type { Job, JobRequest } from '#shared/model/job'
import { useJobsStore } from '../app/stores/jobs-store'
import { useSettingsStore } from '../app/stores/settings-store'
import { useSoundStore } from '../app/stores/sound-store'
import { cueOfState } from '../ui/sound-choice'

/** A request without who asks for it: that is asked of the desk when it is sent. */
type Unsigned<Request> = Request extends JobRequest ? Omit<Request, 'operatorIdentity'> : never
export type AskedChange = Unsigned<JobRequest>

export type ChangeCourse =
  | { readonly state: 'none' }
  | { readonly state: 'running' }
  /** The job has ended: what became of each row. */
  | { readonly state: 'ended'; readonly job: Job; readonly rows: readonly JournalEntry[] }
  /** The command itself failed: there is no job, and nothing was sent. */
  | { readonly state: 'failed'; readonly failure: CommandFailure }

/**
 * One change that a person stays at the screen for: a form's, a wizard's. Main may ask in a dialog of its own. Long
 * jobs (an import) are followed by `useJobsStore` instead, as they go on without the page.
 */
export const useChange = () => {
  const jobs = useJobsStore()
  const settings = useSettingsStore()
  const sound = useSoundStore()
  const course = shallowRef<ChangeCourse>({ state: 'none' })

  /** Answers what became of it; a second call while one is under way changes nothing. */
  const send = async (asked: AskedChange, operatorIdentity: string): Promise<ChangeCourse> => {
    if (course.value.state === 'running') return course.value
    course.value = { state: 'running' }
    if (operatorIdentity !== settings.operator) await settings.change({ operatorIdentity })
    const outcome = await jobs.run({ ...asked, operatorIdentity })
    course.value = outcome.ok
      ? { state: 'ended', ...outcome.value }
      : { state: 'failed', failure: outcome.error }
    const [row] = course.value.state === 'ended' ? course.value.rows : []
    const cue = row === undefined ? 'attention' : cueOfState(row.state)
    if (cue !== null) sound.play(cue)
    return course.value
  }

  const forget = (): void => {
    if (course.value.state !== 'running') course.value = { state: 'none' }
  }

  /** Reads the platform's lists to learn what became of what is unknown. */
  const settle = async (): Promise<void> => {
    if (course.value.state !== 'ended') return
    const { jobId } = course.value.job
    await jobs.settle(jobId)
    const outcome = await jobs.read(jobId)
    if (outcome.ok) course.value = { state: 'ended', ...outcome.value }
  }

  return {
    course,
    isRunning: computed(() => course.value.state === 'running'),
    /** The outcome of a change of one row, or null. */
    entry: computed(() => (course.value.state === 'ended' ? (course.value.rows[0] ?? null) : null)),
    isSettling: computed(() => course.value.state === 'ended' && jobs.settling.has(course.value.job.jobId)),
    send,
    settle,
    forget,
  }
}
