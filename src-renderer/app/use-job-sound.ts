import type { Job } from '#shared/model/changes/job'
import { onEvent } from '../bridge'
import type { Cue } from '../ui/feedback/sound-choice'
import { useSoundStore } from '../stores/sound-store'

/** The cue for an ended job: success only if every row was completed. */
const cueOfJob = ({ counts, rows }: Pick<Job, 'counts' | 'rows'>): Cue =>
  counts.done === rows ? 'success' : 'attention'

/** Plays a cue when a job ends, on any page. A single change is a job too, but plays its own cue. */
export const useJobSound = (): void => {
  const sound = useSoundStore()
  const running = new Set<string>()
  onEvent('jobs/changed', (job) => {
    if (job.rows === 1) return
    if (job.state !== 'ended') running.add(job.jobId)
    else if (running.delete(job.jobId)) sound.play(cueOfJob(job))
  })
}
