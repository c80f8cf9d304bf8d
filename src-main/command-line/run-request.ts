import { setTimeout as pause } from 'node:timers/promises'
import { knownTime, unknownTime } from '#shared/model/api/timestamp'
import { statesOf } from '#shared/model/locks/lock-record'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { maxJournalSliceLength } from '#shared/model/slices'
import { toJournalEntry } from '../changes/journal-entry'
import { reasonOf, stateOf } from '../changes/reported-outcome'
import { raceTimeout } from '../util/async'
import { changeNumbers } from './change-numbers'
import { reportFailure } from './command-services'
import type { CommandServices, CommandSession, Running } from './command-services'
import { maxListedJobs } from './follow-job'
import { errorLine, exitStatus } from './protocol'
import type { ChangeRequest, CommandRequest, ExitStatus } from './protocol'
import { isBranchRequest } from './branch/branch-protocol'
import { runOrderRequest } from './work-orders/order-requests'
import { isOrderRequest } from './work-orders/order-protocol'

/** The USB process starts with the command. */
const maxListingMs = 20_000
/** A device that does not answer must not hold the command. */
const maxReadingMs = 5_000

const devices = async ({ locks }: CommandSession, { emit, signal }: Running): Promise<ExitStatus> => {
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

const recordOf = (record: LockRecord) => {
  const unknownEnd = unknownTime(record.limitEnd)
  return {
    assetNum: record.assetNum,
    shellNumber: record.shellNumber,
    states: statesOf(record, Date.now()),
    enterpriseGlobalId: record.enterpriseGlobalId,
    enterpriseName: record.enterpriseName,
    licenseType: record.licenseType,
    employee: record.holder === null ? null : (record.holder.name ?? record.holder.memberGlobalId),
    validUntil: knownTime(record.limitEnd),
    ...(unknownEnd === null ? {} : { unknownEnd }),
  }
}

const lookUp = async (
  numbers: ChangeRequest['numbers'],
  { platform: { directory } }: CommandSession,
  running: Running,
  app: CommandServices['app'],
): Promise<ExitStatus> => {
  const { results, failure } = await directory.lookUpMany(
    numbers.map(({ number }) => number),
    'now',
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

const listJobs = ({ changeService: { jobs } }: CommandSession, { emit }: Running): ExitStatus => {
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
      const entry = toJournalEntry(found, null)
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
  const platform = session === null ? null : session.platform.training ? 'training' : session.platform.address
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
  if (isBranchRequest(request)) {
    // The driver of the database is loaded for these alone.
    const { runBranchRequest } = await import('./branch/branch-requests')
    return end(await runBranchRequest(request, { app, running }))
  }
  if (session === null) {
    running.emit(errorLine('switching', 'no platform is open now'))
    return end(exitStatus.failed)
  }
  if (request.name === 'disable' || request.name === 'enable') {
    const { status, jobId } = await changeNumbers(request, session, running, { app, start })
    return end(status, jobId)
  }
  if (isOrderRequest(request)) {
    const { status, jobId } = await runOrderRequest(request, session, running, { app, start })
    return end(status, jobId)
  }
  if (request.name === 'jobs') return end(listJobs(session, running))
  start()
  if (request.name === 'lookup') return end(await lookUp(request.numbers, session, running, app))
  return end(await devices(session, running))
}
