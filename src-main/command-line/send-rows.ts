import type { JobRequest, LockJobRequest, OrderOfJob } from '#shared/model/changes/job'
import { rowWarnings } from '#shared/model/changes/preflight'
import type { PreflightRow, RowWarning } from '#shared/model/changes/preflight'
import { shellNumberIn } from '#shared/model/locks/shell-number'
import { failureNameOf } from '#shared/texts/explanation-name'
import { unsentOf } from '../changes/check-numbers'
import type { StartFailure } from '../changes/jobs/job-runner'
import { reasonOf, stateOf } from '../changes/reported-outcome'
import { changeAt } from '../journal/journal-index'
import { raceTimeout } from '../util/async'
import { endedWith, reportFailure } from './command-services'
import type { CommandResult, CommandServices, CommandSession, Running } from './command-services'
import { followJob, heldBack } from './follow-job'
import { errorLine, exitStatus } from './protocol'
import type { ExitStatus, NumberInRequest, RowLine } from './protocol'

/** Reading results back takes a few requests; what is still unknown then is read at the next start. */
const maxReadBackMs = 20_000

export type CheckedNumber = PreflightRow & NumberInRequest
export type Sendable = CheckedNumber & { readonly assetNum: string }

/** The row of a number that is certainly not sent; null if it can be sent. */
export const unsentRow = (row: CheckedNumber): RowLine | null => {
  const unsent = unsentOf(row)
  if (unsent === null) return null
  const { number, line, assetNum, record } = row
  return {
    type: 'row',
    number,
    line,
    assetNum: record?.assetNum ?? assetNum,
    ...unsent,
    businessCode: null,
    warnings: [],
  }
}

export const isSuccess = ({ state }: Pick<RowLine, 'state'>): boolean =>
  state === 'completed' || state === 'skipped' || state === 'would-send'

type Outcome = Pick<RowLine, 'state' | 'reason' | 'businessCode'>

/** A row that a job sends, as it is reported. */
export interface SentRow {
  readonly number: string
  readonly line: number
  readonly assetNum: string | null
  readonly warnings: readonly RowWarning[]
}

export const createReport = ({ emit }: Running) => {
  let status: ExitStatus = exitStatus.ok
  return {
    status: () => status,
    row: ({ number, line, assetNum, warnings }: SentRow, outcome: Outcome): void => {
      const full: RowLine = { type: 'row', number, line, assetNum, ...outcome, warnings: [...warnings] }
      if (!isSuccess(full)) status = exitStatus.failed
      emit(full)
    },
  }
}

/** Waits until the job sends no more, and reports each row; one row of the job may send several. */
export const followRows = async (
  jobId: string,
  rows: readonly (readonly SentRow[])[],
  session: CommandSession,
  running: Running,
  app: CommandServices['app'],
): Promise<CommandResult> => {
  const report = createReport(running)
  const reported = new Set<number>()
  const reportRow = (rowIndex: number, isLast: boolean) => {
    const job = app.journal.job(jobId)
    const found = job === null ? null : changeAt(job, rowIndex)
    if (found === null || reported.has(rowIndex)) return
    const isFinal = found.state === 'done' || found.state === 'failed' || found.state === 'not-sent'
    if (!isFinal && !isLast) return
    reported.add(rowIndex)
    const outcome = { state: stateOf[found.state], ...reasonOf(found.reason) }
    for (const row of rows[rowIndex] ?? []) report.row(row, outcome)
  }
  const unsubscribe = app.journal.onChange((changed) => {
    if (changed.jobId === jobId) for (const rowIndex of changed.rowIndexes) reportRow(rowIndex, false)
  })
  const { failure: paused, stop } = await followJob(jobId, session, running.signal)
  // A job of one row is not paused.
  const isHeldBack = app.journal
    .job(jobId)
    ?.rowStates.some(({ reason }) => reason?.kind === 'log-not-delivered')
  const stopped = paused ?? (isHeldBack === true ? heldBack : null)
  const hasUnknown = () => (app.journal.job(jobId)?.counts.unknown ?? 0) > 0
  if (hasUnknown()) await raceTimeout(session.changeService.reconcileJob(jobId), maxReadBackMs)
  unsubscribe()
  for (const at of rows.keys()) reportRow(at, true)
  if (stop !== null) running.emit(errorLine(stop.code, stop.message))
  const refused = stopped === null ? null : reportFailure(stopped, running, app)
  return endedWith(refused === exitStatus.notAllowed ? refused : report.status(), jobId)
}

const sentRowsOf = (sendable: readonly Sendable[]): readonly SentRow[] =>
  sendable.map(({ number, line, assetNum, result, also }) => ({
    number,
    line,
    assetNum,
    warnings: rowWarnings.filter((warning) => warning === result || also.includes(warning)),
  }))

const jobRequestOf = (
  sendable: readonly Sendable[],
  request: Pick<LockJobRequest, 'action' | 'operatorIdentity'>,
): LockJobRequest => ({
  ...request,
  retryOf: null,
  rows: sendable.map(({ assetNum, record }) => ({
    assetNum,
    shellNumber: record?.shellNumber ?? shellNumberIn(assetNum),
    enterpriseGlobalId: record?.enterpriseGlobalId ?? null,
    plugId: null,
  })),
})

/** Reports rows of which none was sent, because the job may not start. */
const reportRefused = (
  rows: readonly SentRow[],
  failure: StartFailure,
  running: Running,
  app: CommandServices['app'],
): CommandResult => {
  const report = createReport(running)
  const reason = failureNameOf(failure, false)
  for (const row of rows) report.row(row, { state: 'not-sent', reason, businessCode: null })
  return endedWith(reportFailure(failure, running, app))
}

/** Reports what a job would send, or why it may not start. */
export const reportWouldStart = (
  request: JobRequest,
  rows: readonly SentRow[],
  session: CommandSession,
  running: Running,
  app: CommandServices['app'],
  workOrder?: OrderOfJob,
): CommandResult => {
  const refusal = session.changeService.refuseJob(request, workOrder)
  if (refusal !== null) return reportRefused(rows, refusal, running, app)
  const report = createReport(running)
  for (const row of rows) report.row(row, { state: 'would-send', reason: null, businessCode: null })
  return endedWith(report.status())
}

/** Reports the rows that `sendRows` would send. */
export const reportWouldSend: typeof sendRows = (sendable, request, session, running, app) =>
  Promise.resolve(
    sendable.length === 0
      ? endedWith(exitStatus.ok)
      : reportWouldStart(jobRequestOf(sendable, request), sentRowsOf(sendable), session, running, app),
  )

/** Starts one job with the rows, waits until it sends no more, and reports each row. */
export const sendRows = async (
  sendable: readonly Sendable[],
  request: Pick<LockJobRequest, 'action' | 'operatorIdentity'>,
  session: CommandSession,
  running: Running,
  app: CommandServices['app'],
): Promise<CommandResult> => {
  if (sendable.length === 0) return endedWith(exitStatus.ok)
  const rows = sentRowsOf(sendable)
  if (running.signal.aborted) {
    const report = createReport(running)
    for (const row of rows) report.row(row, { state: 'not-sent', reason: 'cancelled', businessCode: null })
    return endedWith(report.status())
  }
  const started = await session.changeService.startJob(jobRequestOf(sendable, request), { isConfirmed: true })
  if (!started.ok) return reportRefused(rows, started.error, running, app)
  return followRows(
    started.value.jobId,
    rows.map((row) => [row]),
    session,
    running,
    app,
  )
}
