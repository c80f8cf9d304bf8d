import type { LockAction } from '#shared/model/changes/change'
import type { LockJobRequest } from '#shared/model/changes/job'
import { preFlight, rowWarnings } from '#shared/model/changes/preflight'
import type { Checked } from '#shared/model/changes/preflight'
import { shellNumberIn } from '#shared/model/locks/shell-number'
import { succeed, fail } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { PlatformFailure } from '#shared/model/api/platform-failure'
import { failureNameOf } from '#shared/texts/explanation-name'
import { reasonOf, stateOf } from '../changes/reported-outcome'
import { changeAt } from '../journal/journal-index'
import { raceTimeout } from '../util/async'
import { ended, reportFailure } from './command-services'
import type { CommandResult, CommandServices, CommandSession, Running } from './command-services'
import { followJob } from './follow-job'
import { exitStatus } from './protocol'
import type { ExitStatus, NumberInRequest, RowLine } from './protocol'

/** Reading results back takes a few requests; what is still unknown then is read at the next start. */
const maxReadBackMs = 20_000

/** Rows that are certainly not sent, and why. */
const unsentReasons = {
  malformed: ['not-sent', 'invalid-number'],
  repeated: ['skipped', 'duplicate'],
  ambiguous: ['not-sent', 'ambiguous'],
  'no-record': ['not-sent', 'not-found'],
  already: ['skipped', 'already'],
} as const

export type CheckedNumber = Checked & NumberInRequest
export type Sendable = CheckedNumber & { readonly assetNum: string }

/** The row of a number that is certainly not sent; null if it can be sent. */
export const unsentRow = ({ number, line, result, assetNum, record }: CheckedNumber): RowLine | null => {
  const isUnsent = result === 'no-record' ? assetNum === null : result in unsentReasons
  if (!isUnsent) return null
  const [state, reason] = unsentReasons[result as keyof typeof unsentReasons]
  return {
    type: 'row',
    number,
    line,
    assetNum: record?.assetNum ?? assetNum,
    state,
    reason,
    businessCode: null,
    warnings: [],
  }
}

export const isSuccess = ({ state }: Pick<RowLine, 'state'>): boolean =>
  state === 'completed' || state === 'skipped'

/** Checks the numbers against the lists, which are read for it. */
export const checkNumbers = async (
  numbers: readonly NumberInRequest[],
  { action, includeUnlisted }: { readonly action: LockAction | null; readonly includeUnlisted: boolean },
  { environment: { records } }: CommandSession,
): Promise<Outcome<readonly CheckedNumber[], PlatformFailure>> => {
  const { results, failure } = await records.lookUpMany(
    numbers.map(({ number }) => number),
    'fresh',
  )
  if (failure !== null) return fail(failure)
  const checked = preFlight(
    numbers.map(({ number }, at) => ({
      number,
      lookup: results[at] ?? null,
      chosen: null,
      // The lists were just read.
      isConfirmedMissing: includeUnlisted,
    })),
    action,
  )
  return succeed(
    numbers.flatMap((number, at) => {
      const row = checked[at]
      return row === undefined ? [] : [{ ...row, ...number }]
    }),
  )
}

/** Starts one job with the rows, waits until it sends no more, and reports each row. */
export const sendRows = async (
  sendable: readonly Sendable[],
  request: Pick<LockJobRequest, 'action' | 'operatorIdentity' | 'workOrder'>,
  session: CommandSession,
  running: Running,
  {
    app,
    onStarted = () => Promise.resolve(),
  }: { readonly app: CommandServices['app']; readonly onStarted?: (jobId: string) => Promise<unknown> },
): Promise<CommandResult> => {
  const { emit, signal } = running
  let status: ExitStatus = exitStatus.ok
  const report = (at: number, outcome: Pick<RowLine, 'state' | 'reason' | 'businessCode'>) => {
    const row = sendable[at]
    if (row === undefined) return
    const warnings = rowWarnings.filter((warning) => warning === row.result || row.also.includes(warning))
    const { number, line, assetNum } = row
    const full: RowLine = { type: 'row', number, line, assetNum, ...outcome, warnings }
    if (!isSuccess(full)) status = exitStatus.failed
    emit(full)
  }
  if (sendable.length === 0) return ended(status)
  if (signal.aborted) {
    for (const at of sendable.keys())
      report(at, { state: 'not-sent', reason: 'cancelled', businessCode: null })
    return ended(status)
  }
  const started = await session.startJob(
    {
      ...request,
      retryOf: null,
      rows: sendable.map(({ assetNum, record }) => ({
        assetNum,
        shellNumber: record?.shellNumber ?? shellNumberIn(assetNum),
        enterpriseGlobalId: record?.enterpriseGlobalId ?? null,
        plugId: null,
      })),
    },
    { isConfirmed: true },
  )
  if (!started.ok) {
    for (const at of sendable.keys()) {
      report(at, { state: 'not-sent', reason: failureNameOf(started.error, false), businessCode: null })
    }
    return ended(reportFailure(started.error, running, app))
  }
  const { jobId } = started.value

  const reported = new Set<number>()
  const reportRow = (rowIndex: number, isLast: boolean) => {
    const job = app.journal.job(jobId)
    const found = job === null ? null : changeAt(job, rowIndex)
    if (found === null || reported.has(rowIndex)) return
    const isFinal = found.state === 'done' || found.state === 'failed' || found.state === 'not-sent'
    if (!isFinal && !isLast) return
    reported.add(rowIndex)
    report(rowIndex, { state: stateOf[found.state], ...reasonOf(found.reason) })
  }
  const unsubscribe = app.journal.onChange((changed) => {
    if (changed.jobId === jobId) for (const rowIndex of changed.rowIndexes) reportRow(rowIndex, false)
  })
  const [stopped] = await Promise.all([followJob(jobId, session, signal), onStarted(jobId)])
  const hasUnknown = () => (app.journal.job(jobId)?.counts.unknown ?? 0) > 0
  if (hasUnknown()) await raceTimeout(session.changeService.reconcileJob(jobId), maxReadBackMs)
  unsubscribe()
  for (const at of sendable.keys()) reportRow(at, true)
  if (stopped !== null) reportFailure(stopped, running, app)
  return ended(status, jobId)
}
