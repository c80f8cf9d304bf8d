import { setTimeout as pause } from 'node:timers/promises'
import type { CommandFailure } from '#shared/bridge/commands'
import type { Job } from '#shared/model/changes/job'
import { statesOf } from '#shared/model/locks/lock-record'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { preFlight, rowWarnings } from '#shared/model/changes/preflight'
import type { Checked } from '#shared/model/changes/preflight'
import { maxJournalSliceLength } from '#shared/model/slices'
import { shellNumberIn } from '#shared/model/locks/shell-number'
import { businessCodeOf, failureNameOf, isPlatformFailure } from '#shared/texts/explanation-name'
import type { AppServices } from '../app/app-services'
import { toJournalEntry } from '../changes/journal-entry'
import { changeAt } from '../journal/journal-index'
import type { OpenSession } from '../session/open-session'
import { raceTimeout } from '../util/async'
import { reasonOf, stateOf } from './change-line'
import { errorLine, exitStatus } from './protocol'
import type { ChangeRequest, CommandRequest, Emit, ExitStatus, RowLine } from './protocol'

/** What commands need of the app. */
export interface CommandServices {
  readonly app: Pick<AppServices, 'journal' | 'policy' | 'settings' | 'vault' | 'verifier'>
  /** Called before lists or devices are read. */
  readonly start: () => void
  /** The open platform; null while platforms are switched. */
  readonly session: () => Pick<OpenSession, 'changeService' | 'environment' | 'locks' | 'startJob'> | null
}

type Session = NonNullable<ReturnType<CommandServices['session']>>

interface Running {
  readonly emit: Emit
  /** Aborts when the command is to send no more. */
  readonly signal: AbortSignal
}

/** The USB process starts with the command. */
const maxListingMs = 20_000
/** A device that does not answer must not hold the command. */
const maxReadingMs = 5_000
/** Reading results back takes a few requests; what is still unknown then is read at the next start. */
const maxReadBackMs = 20_000
const maxListedJobs = 100

const reportFailure = (
  failure: CommandFailure,
  { emit }: Running,
  app: CommandServices['app'],
): ExitStatus => {
  const businessCode = businessCodeOf(failure)
  const isMissing = isPlatformFailure(failure) && failure.missing !== undefined
  const vault = app.vault.status().state
  // Without them the platform is not asked, whatever the reason.
  if (isMissing && (vault.endsWith('-locked') || vault === 'keyring-changed')) {
    emit(errorLine('credentials-locked', `the saved credentials cannot be read (${vault})`))
    return exitStatus.missing
  }
  emit(errorLine(failureNameOf(failure, true), failure.message, { businessCode }))
  if (isMissing || (isPlatformFailure(failure) && failure.proxy?.startsWith('proxy-sign-in') === true))
    return exitStatus.missing
  if (failure.code === 'not-allowed' || failure.code === 'policy-unreadable') return exitStatus.notAllowed
  return exitStatus.failed
}

const devices = async ({ locks }: Session, { emit, signal }: Running): Promise<ExitStatus> => {
  await raceTimeout(Promise.resolve(locks.listed), maxListingMs)
  const until = performance.now() + maxReadingMs
  const isReading = () => locks.list().some(({ reading }) => reading.state === 'reading')
  while (isReading() && performance.now() < until && !signal.aborted) await pause(50)
  const listed = locks.list()
  for (const { source, device, profile, reading } of listed) {
    emit({
      type: 'device',
      source,
      number: reading.state === 'read' ? reading.shellNumber : null,
      state: reading.state,
      reason: reading.state === 'failed' ? reading.reason : null,
      vendorId: device.vendorId,
      productId: device.productId,
      product: device.product,
      profile: profile?.id ?? null,
    })
  }
  return listed.some(({ reading }) => reading.state !== 'read') ? exitStatus.failed : exitStatus.ok
}

const recordOf = (record: LockRecord) => ({
  assetNum: record.assetNum,
  shellNumber: record.shellNumber,
  states: statesOf(record, Date.now()),
  enterpriseGlobalId: record.enterpriseGlobalId,
  enterpriseName: record.enterpriseName,
  licenseType: record.licenseType,
  employee: record.holder === null ? null : (record.holder.name ?? record.holder.memberGlobalId),
  validUntil: record.limitEnd,
})

const lookUp = async (
  numbers: ChangeRequest['numbers'],
  { environment: { records } }: Session,
  running: Running,
  app: CommandServices['app'],
): Promise<ExitStatus> => {
  const { results, failure } = await records.lookUpMany(
    numbers.map(({ number }) => number),
    'fresh',
  )
  if (failure !== null) return reportFailure(failure, running, app)
  let status: ExitStatus = exitStatus.ok
  for (const [at, { number, line }] of numbers.entries()) {
    const result = results[at] ?? { state: 'not-listed' }
    const found =
      result.state === 'found' ? [result.record] : result.state === 'ambiguous' ? result.records : []
    if (result.state !== 'found') status = exitStatus.failed
    const state =
      result.state === 'not-listed'
        ? 'not-found'
        : result.state === 'not-a-number'
          ? 'invalid-number'
          : result.state
    running.emit({ type: 'lock', number, line, state, records: found.map(recordOf) })
  }
  return status
}

/** Rows that are certainly not sent, and why. */
const unsentReasons = {
  malformed: ['not-sent', 'invalid-number'],
  repeated: ['skipped', 'duplicate'],
  ambiguous: ['not-sent', 'ambiguous'],
  'no-record': ['not-sent', 'not-found'],
  already: ['skipped', 'already'],
} as const

type CheckedNumber = Checked & ChangeRequest['numbers'][number]
type Sendable = CheckedNumber & { readonly assetNum: string }

const unsentRow = ({ number, line, result, assetNum, record }: CheckedNumber): RowLine | null => {
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

const isSuccess = ({ state }: RowLine) => state === 'completed' || state === 'skipped'

/** Waits until the job sends no more. Resolves to the failure that stopped it, or null. */
const followJob = (jobId: string, { changeService: { jobs } }: Session, signal: AbortSignal) =>
  new Promise<CommandFailure | null>((done) => {
    let failure: CommandFailure | null = null
    const finish = () => {
      unsubscribe()
      signal.removeEventListener('abort', cancel)
      done(failure)
    }
    // A job that cannot be canceled now, because the disk is full, stays paused.
    const cancel = () =>
      void jobs.cancel(jobId).then((canceled) => (canceled.ok ? undefined : finish()), finish)
    const check = (job: Job) => {
      if (job.jobId !== jobId) return
      if (job.state === 'ended') finish()
      if (job.state !== 'paused') return
      // Paused in the window, where it can be continued.
      if (job.pause?.kind === 'requested') {
        finish()
        return
      }
      // A command does not wait for the platform to return; the rows that remain are reported as not sent.
      if (job.pause?.kind === 'platform') failure = job.pause.failure
      if (!signal.aborted) cancel()
      else if (job.pause?.kind === 'journal-not-writable') finish()
    }
    const unsubscribe = jobs.onChange(check)
    signal.addEventListener('abort', cancel, { once: true })
    if (signal.aborted) cancel()
    for (const job of jobs.list(maxListedJobs)) check(job)
    if (!jobs.list(maxListedJobs).some((job) => job.jobId === jobId)) finish()
  })

const change = async (
  { name: action, numbers, operatorIdentity, includeUnlisted }: ChangeRequest,
  session: Session,
  running: Running,
  { app, start }: Pick<CommandServices, 'app' | 'start'>,
): Promise<{ readonly status: ExitStatus; readonly jobId: string | null }> => {
  const { emit, signal } = running
  const ended = (status: ExitStatus, jobId: string | null = null) => ({ status, jobId })
  const refusal = app.policy.refuseJob(action, 1)
  if (refusal !== null) return ended(reportFailure(refusal, running, app))
  if (!app.settings.read().commandLineChanges) {
    emit(errorLine('changes-off', 'changes by the command line are not allowed on this computer'))
    return ended(exitStatus.notAllowed)
  }
  start()
  const { records } = session.environment
  const { results, failure } = await records.lookUpMany(
    numbers.map(({ number }) => number),
    'fresh',
  )
  if (failure !== null) return ended(reportFailure(failure, running, app))
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
  const rows = numbers.flatMap((number, at) => {
    const row = checked[at]
    return row === undefined ? [] : [{ ...row, ...number }]
  })
  const unsent = rows.flatMap((row) => unsentRow(row) ?? [])
  const invalid = unsent.filter(({ reason }) => reason === 'invalid-number')
  if (invalid.length > 0) {
    for (const row of invalid) emit(row)
    emit(errorLine('invalid-numbers', `${invalid.length} of ${numbers.length} are not numbers of locks`))
    return ended(exitStatus.usage)
  }
  for (const row of unsent) emit(row)
  let status: ExitStatus = unsent.every(isSuccess) ? exitStatus.ok : exitStatus.failed
  const sendable = rows.filter((row): row is Sendable => unsentRow(row) === null)
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
      action,
      operatorIdentity,
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
  const stopped = await followJob(jobId, session, signal)
  const hasUnknown = () => (app.journal.job(jobId)?.counts.unknown ?? 0) > 0
  if (hasUnknown()) await raceTimeout(session.changeService.reconcileJob(jobId), maxReadBackMs)
  unsubscribe()
  for (const at of sendable.keys()) reportRow(at, true)
  if (stopped !== null) reportFailure(stopped, running, app)
  return ended(status, jobId)
}

const listJobs = ({ changeService: { jobs } }: Session, { emit }: Running): ExitStatus => {
  for (const job of jobs.list(maxListedJobs)) {
    const { done, failed, unknown, sent, intent } = job.counts
    emit({
      type: 'job',
      jobId: job.jobId,
      action: job.action,
      operator: job.operatorIdentity,
      platform: job.environment,
      requestedAt: job.requestedAt,
      endedAt: job.endedAt,
      state: job.state,
      pause: job.pause?.kind ?? null,
      rows: job.rows,
      waiting: intent,
      completed: done,
      failed,
      notSent: job.counts['not-sent'],
      unconfirmed: unknown + sent,
    })
  }
  return exitStatus.ok
}

const noJournal = ({ emit }: Running): ExitStatus => {
  emit(errorLine('journal-not-open', 'the activity log is not open'))
  return exitStatus.failed
}

const verifyJournal = async ({ journal, verifier }: CommandServices['app'], running: Running) => {
  if (journal.folder === '') return noJournal(running)
  const report = await verifier.verify(journal.files())
  // Stopped by a check in the window.
  if (report === null) return noJournal(running)
  const { missing, differing } = report.signatures
  running.emit({
    type: 'journal',
    isIntact: report.isWhole,
    records: report.records,
    jobs: report.jobs,
    files: report.files.length,
    damagedLines: report.files.reduce((sum, { damagedCount }) => sum + damagedCount, 0),
    missingSignatures: missing.length,
    changedSignatures: differing.length,
    head: { ...report.head },
  })
  return report.isWhole && missing.length + differing.length === 0 ? exitStatus.ok : exitStatus.failed
}

const exportJournal = async ({ journal }: CommandServices['app'], running: Running): Promise<ExitStatus> => {
  if (journal.folder === '') return noJournal(running)
  for (let from = 0; from < journal.rows() && !running.signal.aborted; from += maxJournalSliceLength) {
    for (const found of journal.slice(from, maxJournalSliceLength)) {
      const entry = toJournalEntry(found)
      running.emit({
        type: 'change',
        entryId: entry.entryId,
        jobId: entry.jobId,
        action: entry.action,
        key: entry.key,
        number: entry.shellNumber,
        enterpriseGlobalId: entry.enterpriseGlobalId,
        enterpriseName: entry.enterpriseName,
        operator: entry.operatorIdentity,
        requestedAt: entry.requestedAt,
        endedAt: entry.endedAt,
        state: entry.state === 'intent' ? 'waiting' : stateOf[entry.state],
        ...reasonOf(entry.reason),
      })
    }
    // Lets the lines be written before the next are made.
    await pause(0)
  }
  return running.signal.aborted ? exitStatus.failed : exitStatus.ok
}

const showPolicy = ({ policy, settings }: CommandServices['app'], { emit }: Running): ExitStatus => {
  const { state } = policy
  emit({
    type: 'policy',
    state: state.state,
    source: state.state === 'none' ? null : state.source,
    problem: state.state === 'unreadable' ? state.problem : null,
    keys: JSON.parse(JSON.stringify(state.policy)) as Record<string, never>,
    changesAllowed: state.state !== 'unreadable' && settings.read().commandLineChanges,
  })
  return state.state === 'unreadable' ? exitStatus.failed : exitStatus.ok
}

/** Carries a command out and returns its exit status. The last line is the result. */
export const runRequest = async (
  request: CommandRequest,
  { app, start, session: open }: CommandServices,
  running: Running,
  /** The platform that the command names; null takes the open one. */
  requiredPlatform: string | null = null,
): Promise<ExitStatus> => {
  const session = open()
  const platform =
    session === null ? null : session.environment.training ? 'training' : session.environment.address
  const end = (status: ExitStatus, jobId: string | null = null) => {
    running.emit({ type: 'result', exitStatus: status, platform, jobId })
    return status
  }
  if (requiredPlatform !== null && requiredPlatform !== platform) {
    running.emit(errorLine('other-platform', `the app has ${platform ?? 'no platform'} open`))
    return end(exitStatus.failed)
  }
  if (request.name === 'policy') return end(showPolicy(app, running))
  if (request.name === 'journal verify') return end(await verifyJournal(app, running))
  if (request.name === 'journal export') return end(await exportJournal(app, running))
  if (session === null) {
    running.emit(errorLine('switching', 'no platform is open now'))
    return end(exitStatus.failed)
  }
  if ('operatorIdentity' in request) {
    const { status, jobId } = await change(request, session, running, { app, start })
    return end(status, jobId)
  }
  if (request.name === 'jobs') return end(listJobs(session, running))
  start()
  if (request.name === 'lookup') return end(await lookUp(request.numbers, session, running, app))
  return end(await devices(session, running))
}
