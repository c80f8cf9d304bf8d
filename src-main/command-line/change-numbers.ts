import { checkNumbers } from '../changes/check-numbers'
import { endedWith, refuseChanges, refuseWhileLookOnly, reportFailure } from './command-services'
import type { CommandResult, CommandServices, CommandSession, Running } from './command-services'
import { errorLine, exitStatus } from './protocol'
import type { ChangeRequest, ExitStatus } from './protocol'
import { isSuccess, reportWouldSend, sendRows, unsentRow } from './send-rows'
import type { CheckedNumber, Sendable } from './send-rows'

/** Disables or enables the locks with these numbers. */
export const changeNumbers = async (
  { name: action, numbers, operatorIdentity, includeUnlisted, dryRun }: ChangeRequest,
  session: CommandSession,
  running: Running,
  { app, start }: Pick<CommandServices, 'app' | 'start'>,
): Promise<CommandResult> => {
  const { emit } = running
  const refusal = app.policy.refuseJob(action, 1)
  if (refusal !== null) return endedWith(reportFailure(refusal, running, app))
  const notAllowed = refuseChanges(app, running) ?? refuseWhileLookOnly(session, running, app)
  if (notAllowed !== null) return endedWith(notAllowed)
  start()
  const checked = await checkNumbers(
    numbers.map(({ number }) => number),
    { action, includeUnlisted },
    session.platform.directory,
  )
  if (!checked.ok) return endedWith(reportFailure(checked.error, running, app))
  const rows = numbers.flatMap((number, at): CheckedNumber[] => {
    const row = checked.value[at]
    return row === undefined ? [] : [{ ...row, ...number }]
  })
  const unsent = rows.flatMap((row) => unsentRow(row) ?? [])
  const invalid = unsent.filter(({ reason }) => reason === 'invalid-number')
  if (invalid.length > 0) {
    for (const row of invalid) emit(row)
    emit(errorLine('invalid-numbers', `${invalid.length} of ${numbers.length} are not numbers of locks`))
    return endedWith(exitStatus.usage)
  }
  for (const row of unsent) emit(row)
  const unsentStatus: ExitStatus = unsent.every(isSuccess) ? exitStatus.ok : exitStatus.failed
  const sendable = rows.filter((row): row is Sendable => unsentRow(row) === null)
  const send = dryRun === true ? reportWouldSend : sendRows
  const sent = await send(sendable, { action, operatorIdentity }, session, running, app)
  return endedWith(sent.status === exitStatus.ok ? unsentStatus : sent.status, sent.jobId)
}
