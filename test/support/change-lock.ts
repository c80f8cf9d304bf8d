import type { CommandInput, CommandName, CommandValue } from '#shared/bridge/commands'
import type { ChangeRequest, JournalEntry } from '#shared/model/changes/change'

interface Bridge {
  command<Name extends CommandName>(name: Name, ...input: CommandInput<Name>[]): Promise<CommandValue<Name>>
}

/** Changes one lock through the bridge, as the page does, and waits for the result. */
export const changeLock = async (
  { command }: Bridge,
  { action, operatorIdentity, ...row }: ChangeRequest,
): Promise<JournalEntry> => {
  const { jobId } = await command('jobs/start', { action, operatorIdentity, rows: [row], retryOf: null })
  for (;;) {
    const { job, rows } = await command('jobs/read', { jobId })
    const [entry] = rows
    if (entry === undefined) throw new Error('the job has no row')
    if (job.state !== 'running') return entry
    await new Promise((done) => setTimeout(done, 20))
  }
}
