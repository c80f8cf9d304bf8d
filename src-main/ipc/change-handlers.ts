import type { changeCommands } from '#shared/bridge/change-commands'
import type { CommandFailure } from '#shared/bridge/commands'
import type { loanCommands } from '#shared/bridge/loan-commands'
import type { queueCommands } from '#shared/bridge/queue-commands'
import type { reviewCommands } from '#shared/bridge/review-commands'
import { notFound, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { PlatformSession } from '../platform-session/open-session'
import type { HandlersOf } from './ipc-router'

const orNotFound = <Value>(found: Value | null): Outcome<Value, CommandFailure> =>
  found === null ? notFound('the job') : succeed(found)

/** Handlers of jobs, continuous mode, reviews, the offline queue and loans. */
export const createChangeHandlers = ({
  affected,
  changeService,
  platform,
  offlineQueue,
  loans,
}: PlatformSession): HandlersOf<
  typeof changeCommands & typeof reviewCommands & typeof queueCommands & typeof loanCommands
> => {
  const { jobs, unresolved } = changeService
  return {
    'continuous/start': ({ action, operatorIdentity }) =>
      changeService.startContinuous(action, operatorIdentity),
    'continuous/stop': () => {
      changeService.stopContinuous()
      return succeed(null)
    },
    'jobs/start': (request) => changeService.startJob(request),
    'jobs/pause': ({ jobId }) => jobs.pause(jobId),
    'jobs/resume': ({ jobId }) => jobs.resume(jobId),
    'jobs/cancel': ({ jobId }) => jobs.cancel(jobId),
    'jobs/affected': async (request) => succeed(await affected(request)),
    'jobs/without-order': () => succeed(changeService.changesWithoutOrder()),
    'jobs/list': ({ limit, action }) => succeed(jobs.list(limit, action)),
    'jobs/read': ({ jobId }) => orNotFound(changeService.readJob(jobId)),
    'jobs/check-results': async ({ jobId }) => orNotFound(await changeService.reconcileJob(jobId)),
    'jobs/plan-reversal': async ({ jobId, entryIds }) =>
      orNotFound(await changeService.planReversal(jobId, entryIds)),
    'journal/recent': ({ limit }) => succeed(changeService.recent(limit)),
    'changes/unresolved': () => succeed(unresolved.list()),
    'changes/check-results': async ({ entryIds }) => succeed(await unresolved.checkResults(entryIds)),
    'changes/mark-result': (mark) => unresolved.recordReview(mark),
    'outbox/list': () => succeed(offlineQueue.view()),
    'outbox/add': (input) => offlineQueue.queue(input),
    'outbox/cancel': ({ ids }) => offlineQueue.cancel(ids),
    'outbox/release': ({ ids, operatorIdentity }) => offlineQueue.release(ids, operatorIdentity),
    'outbox/dismiss': () => offlineQueue.dismissEnded(),
    'loans/list': async ({ from, limit }) => succeed(await loans.list(from, limit)),
    'loans/set-due': (input) => loans.setDue(input),
    'loans/set-returned': (input) => loans.setReturned(input),
    'loans/simulate-return': async ({ borrowedUsbKey }) => {
      if ((await platform.simulateReturn?.(borrowedUsbKey)) !== true) return notFound('the loan in training')
      await platform.directory.refreshAll()
      return succeed(null)
    },
    'loans/close': (input) => loans.close(input),
  }
}
