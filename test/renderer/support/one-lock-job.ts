import type { CommandFailure } from '#shared/bridge/commands'
import type { ChangeRequest, JournalEntry } from '#shared/model/changes/change'
import { isLockJob } from '#shared/model/changes/job'
import type { JobRequest, LockJobRequest } from '#shared/model/changes/job'
import { succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { Handlers } from './bridge-double'
import { job } from './samples'

type Answer = Outcome<JournalEntry, CommandFailure>

/** The change of one lock that a job of one row makes. */
export const changeIn = (request: JobRequest): ChangeRequest => {
  if (!isLockJob(request)) throw new Error('not a change of locks')
  const { action, operatorIdentity, rows }: LockJobRequest = request
  const [row] = rows
  if (row === undefined) throw new Error('no lock')
  return { action, operatorIdentity, ...row }
}

/** The changes of single locks among the calls of a bridge double. */
export const changesIn = (calls: readonly { readonly name: string; readonly input: unknown }[]) =>
  calls.flatMap(({ name, input }) => (name === 'jobs/start' ? [changeIn(input as JobRequest)] : []))

/** Handlers of jobs of one lock, which end at once with this result. */
export const oneLockJobs = (
  answer: (request: ChangeRequest) => Answer | Promise<Answer>,
): Pick<Handlers, 'jobs/start' | 'jobs/read'> => {
  const entries = new Map<string, JournalEntry>()
  const ended = (jobId: string) => job({ jobId, state: 'ended', rows: 1 })
  return {
    'jobs/start': async (request) => {
      const outcome = await answer(changeIn(request))
      if (!outcome.ok) return outcome
      const jobId = `one-${entries.size + 1}`
      entries.set(jobId, outcome.value)
      return succeed(ended(jobId))
    },
    'jobs/read': ({ jobId }) => {
      const entry = entries.get(jobId)
      if (entry === undefined) throw new Error(`no job ${jobId}`)
      return succeed({ job: ended(jobId), rows: [entry] })
    },
  }
}
