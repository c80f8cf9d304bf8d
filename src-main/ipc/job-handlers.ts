import type { CommandFailure } from '#shared/commands'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { Desk } from '../desk/desk'
import type { CommandHandlers } from './registrar'

type JobCommand = 'desk/arm' | 'desk/disarm' | Extract<keyof CommandHandlers, `jobs/${string}`>

const orNotFound = <Value>(found: Value | null): Outcome<Value, CommandFailure> =>
  found === null ? fail({ code: 'not-found', message: 'this job is not there any more' }) : succeed(found)

export const createJobHandlers = (desk: Desk): Pick<CommandHandlers, JobCommand> => ({
  'desk/arm': async ({ action, operatorIdentity }) =>
    (await desk.arm(action, operatorIdentity))
      ? succeed(null)
      : fail({ code: 'not-confirmed', message: 'the person said no' }),
  'desk/disarm': () => {
    desk.disarm()
    return succeed(null)
  },
  'jobs/start': (request) => desk.startJob(request),
  'jobs/pause': ({ jobId }) => desk.jobs.pause(jobId),
  'jobs/resume': ({ jobId }) => desk.jobs.resume(jobId),
  'jobs/cancel': ({ jobId }) => desk.jobs.cancel(jobId),
  'jobs/list': ({ limit, action }) => succeed(desk.jobs.list(limit, action)),
  'jobs/read': ({ jobId }) => orNotFound(desk.readJob(jobId)),
  'jobs/settle': async ({ jobId }) => orNotFound(await desk.settleJob(jobId)),
})
