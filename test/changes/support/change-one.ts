import type { ChangeRequest, JournalEntry } from '#shared/model/changes/change'
import type { Job } from '#shared/model/changes/job'
import type { Outcome } from '#shared/outcome'
import type { ChangeService } from '../../../src-main/changes/change-service'

/** Waits for the result. A job that does not start throws its code. */
const resultOf = async (service: ChangeService, started: Outcome<Job>): Promise<JournalEntry> => {
  if (!started.ok) throw new Error(started.error.code)
  for (;;) {
    const read = service.readJob(started.value.jobId)
    const [entry] = read?.rows ?? []
    if (read === null || entry === undefined) throw new Error('the job has no row')
    if (read.job.state !== 'running') return entry
    await new Promise((done) => setTimeout(done, 1))
  }
}

/** Changes one lock as the page does. */
export const changeOne = async (
  service: ChangeService,
  { action, operatorIdentity, ...row }: ChangeRequest,
): Promise<JournalEntry> =>
  resultOf(service, await service.startJob({ action, operatorIdentity, rows: [row], retryOf: null }))

/** Changes one lock as the queue does: it waits for a change of the same lock and is not refused. */
export const changeQueued = async (
  service: ChangeService,
  { action, operatorIdentity, plugId: _plugId, ...row }: ChangeRequest,
): Promise<JournalEntry> => {
  const rows = [{ ...row, outboxId: 'queued-1', queuedAt: 1 }]
  return resultOf(service, await service.queueGateway.send({ action, operatorIdentity }, rows))
}
