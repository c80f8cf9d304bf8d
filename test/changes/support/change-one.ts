import type { ChangeRequest, JournalEntry } from '#shared/model/changes/change'
import type { ChangeService } from '../../../src-main/changes/change-service'

/** Changes one lock as the page does, and waits for the result. A job that does not start throws its code. */
export const changeOne = async (
  service: ChangeService,
  { action, operatorIdentity, ...row }: ChangeRequest,
): Promise<JournalEntry> => {
  const started = await service.startJob({ action, operatorIdentity, rows: [row], retryOf: null })
  if (!started.ok) throw new Error(started.error.code)
  for (;;) {
    const read = service.readJob(started.value.jobId)
    const [entry] = read?.rows ?? []
    if (read === null || entry === undefined) throw new Error('the job has no row')
    if (read.job.state !== 'running') return entry
    await new Promise((done) => setTimeout(done, 1))
  }
}
