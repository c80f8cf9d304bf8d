import type { ChangeReason } from '#shared/model/changes/change'
import { isShellNumber } from '#shared/model/locks/shell-number'
import type { PlatformFailure } from '#shared/model/api/platform-failure'
import type { JournaledJob } from '../../journal/journal-index'
import type { Journal, RowResult } from '../../journal/journal'
import type { LockSource } from '../../locks/lock-source'
import type { PlatformClient } from '../../platform/client'
import type { JournalRow } from '../../journal/record'
import type { UnjournaledData } from './job-runtime'
import { createRedactor } from './redact-secrets'
import { notInResponse } from '../operations/change-operation'
import type { RowOutcome } from '../operations/change-operation'
import { changeOperations } from '../operations/change-operations'

/** Reading the number again before a change must not block the queue. */
const identifyDeadlineMs = 5_000

export interface SendDeps {
  readonly client: PlatformClient
  readonly journal: Journal
  readonly locks: LockSource
  /** Aborted when the session ends; nothing is sent afterwards. */
  readonly signal?: AbortSignal
}

/** Secrets by row: in memory only, never in the journal. */
export type Secrets = ReadonlyMap<JournalRow, string>

export interface SendResult {
  /** Results of the rows; empty if the rows wait again. */
  readonly results: readonly RowResult[]
  /** Why the whole request failed without a response to read. */
  readonly requestFailure:
    { readonly kind: 'platform'; readonly failure: PlatformFailure } | 'journal-not-writable' | null
  /** Nothing of the rows was transmitted. */
  readonly isUnsent: boolean
}

/** Why the lock on screen must not be changed, or null: it must still be plugged in. */
export const findRejectReason = async (
  plugId: string | null,
  shellNumber: string | null,
  locks: LockSource,
): Promise<ChangeReason | null> => {
  if (plugId === null) return null
  const read = await locks.identify(plugId, AbortSignal.timeout(identifyDeadlineMs)).catch(() => null)
  if (read === null) return { kind: 'lock-unreadable' }
  if (!read.ok) return { kind: read.error.code === 'gone' ? 'lock-pulled-out' : 'lock-unreadable' }
  return isShellNumber(read.value) && read.value === shellNumber ? null : { kind: 'lock-swapped' }
}

/** Returns the rows for the next request in order, and the results of rows that must not be sent. */
export const validateBatch = async (
  job: JournaledJob,
  rowIndexes: readonly number[],
  { plugIds, secrets }: UnjournaledData,
  { journal, locks }: Pick<SendDeps, 'journal' | 'locks'>,
) => {
  const { needsSecret } = changeOperations[job.intent.operation]
  const sendable: number[] = []
  const results: RowResult[] = []
  const reject = (row: number, reason: ChangeReason) => results.push({ row, state: 'not-sent', reason })
  // Most rows have no plugged lock and need no check.
  const pluggedRows: {
    readonly rowIndex: number
    readonly plugId: string
    readonly shellNumber: string | null
  }[] = []
  for (const rowIndex of rowIndexes) {
    const row = job.intent.rows[rowIndex]
    if (row === undefined) continue
    const plugId = plugIds.get(rowIndex)
    if (journal.hasLater({ job, row })) reject(rowIndex, { kind: 'superseded' })
    else if (needsSecret && !secrets.has(row)) reject(rowIndex, { kind: 'password-gone' })
    else if (plugId === undefined) sendable.push(rowIndex)
    else pluggedRows.push({ rowIndex, plugId, shellNumber: row.shellNumber })
  }
  await Promise.all(
    pluggedRows.map(async ({ rowIndex, plugId, shellNumber }) => {
      const reason = await findRejectReason(plugId, shellNumber, locks)
      if (reason === null) sendable.push(rowIndex)
      else reject(rowIndex, reason)
    }),
  )
  return { sendable: sendable.sort((one, other) => one - other), results }
}

/** Thrown through the client to cancel a request whose “sent” could not be written; nothing was sent. */
class JournalNotWritable extends Error {}
/** Thrown likewise if the session ended while the request waited, e.g. for a token. */
class SessionEnded extends Error {}

/** Whether the platform surely did nothing, so that the row may be sent later. */
const isNothingDone = ({ code }: PlatformFailure): boolean =>
  code === 'unreachable' || code === 'timeout' || code === 'busy'

/** The result of a failed request (docs/changes-and-recovery.md, “Results”): rejected, not sent, or unconfirmed. */
const rowOutcomeOfFailure = (failure: PlatformFailure, wasSending: boolean): RowOutcome => {
  const reason: ChangeReason = { kind: 'platform', failure }
  if (!wasSending) return { state: 'not-sent', reason }
  if (failure.changed !== 'no') return { state: 'unknown', reason }
  const isUnsent = isNothingDone(failure)
  return { state: isUnsent ? 'not-sent' : 'failed', reason }
}

/**
 * Sends rows of a job in one request, with “sent” on disk before the first byte. The caller writes the results
 * to the journal.
 */
export const sendBatch = async (
  job: JournaledJob,
  rowIndexes: readonly number[],
  secrets: Secrets,
  { client, journal, signal }: SendDeps,
): Promise<SendResult> => {
  const { operation, operatorIdentity } = job.intent
  const definition = changeOperations[operation]
  const rows = rowIndexes.flatMap((rowIndex) => job.intent.rows[rowIndex] ?? [])
  let redactor = createRedactor([])
  const resultsOf = (rowOutcomes: readonly RowOutcome[]): RowResult[] =>
    rowIndexes.map((row, index) => {
      const rowOutcome = rowOutcomes[index] ?? notInResponse
      return { row, ...rowOutcome, reason: redactor.reason(rowOutcome.reason) }
    })
  // An object, because TypeScript does not see that a callback changes a local variable.
  const progress = { isSending: false }
  const beforeSending = async () => {
    if (signal?.aborted === true) throw new SessionEnded('stopped')
    await journal.recordSent(job.jobId, rowIndexes).catch((error: unknown) => {
      throw new JournalNotWritable('sent', { cause: error })
    })
    progress.isSending = true
  }
  const failedWith = (error: PlatformFailure): SendResult => {
    const failure = redactor.failure(error)
    const { state, reason } = rowOutcomeOfFailure(failure, progress.isSending)
    return {
      results: rowIndexes.map((row) => ({ row, state, reason })),
      requestFailure: { kind: 'platform', failure },
      isUnsent: state === 'not-sent',
    }
  }
  try {
    redactor = createRedactor(
      rows.flatMap((row) => {
        const secret = secrets.get(row)
        return secret === undefined ? [] : definition.secretsIn(secret)
      }),
    )
    // Preconnects for the next chunk; an unused connection closes within a second.
    const isFollowed = (rowIndexes.at(-1) ?? 0) + 1 < job.rowStates.length
    const options = { beforeSending, isFollowed }
    const answer = await definition.send(rows, { operatorIdentity, secrets, client, options })
    if (answer.ok) return { results: resultsOf(answer.value), requestFailure: null, isUnsent: false }
    const rowOutcomes = definition.readRejection(rows, answer.error)
    if (rowOutcomes !== null)
      return { results: resultsOf(rowOutcomes), requestFailure: null, isUnsent: false }
    // The journal keeps the failure without the rest of the response.
    const { data: _data, ...failure } = answer.error
    return failedWith(failure)
  } catch (error) {
    if (error instanceof JournalNotWritable) {
      const reason: ChangeReason = { kind: 'journal-not-writable' }
      return {
        results: rowIndexes.map((row) => ({ row, state: 'not-sent', reason })),
        requestFailure: 'journal-not-writable',
        isUnsent: true,
      }
    }
    if (error instanceof SessionEnded) {
      const reason: ChangeReason = { kind: 'interrupted' }
      return {
        results: rowIndexes.map((row) => ({ row, state: 'not-sent', reason })),
        requestFailure: null,
        isUnsent: true,
      }
    }
    // An internal error must not leave rows without a result. Its message may contain secrets, so only the name
    // is kept.
    const message = error instanceof Error ? error.name : 'unknown'
    return failedWith(
      progress.isSending
        ? { code: 'malformed', message, changed: 'unknown' }
        : { code: 'invalid', message, changed: 'no' },
    )
  }
}
