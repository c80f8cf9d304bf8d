import type { ChangeReason } from '#shared/model/change'
import { isShellNumber } from '#shared/model/shell-number'
import type { PlatformFailure } from '#shared/platform-failure'
import type { JournaledJob } from '../journal/book'
import type { Journal, RowEnd } from '../journal/journal'
import type { LockSource } from '../locks/lock-source'
import type { PlatformClient } from '../platform/client'
import type { JournalRow } from '../journal/record'
import { hiderOf } from './hide-secrets'
import { missing } from './kinds/kind'
import type { Verdict } from './kinds/kind'
import { changeKinds } from './kinds/kinds'

/** Reading the number again right before a change must not hold the queue up. */
const identifyDeadlineMs = 5_000

export interface Sending {
  readonly client: PlatformClient
  readonly journal: Journal
  readonly locks: LockSource
  /** Fires at the end of the desk: what has not left by then does not leave. */
  readonly signal?: AbortSignal
}

/** Passwords and the like, by the row they are for: in memory only, never in the journal. */
export type Secrets = ReadonlyMap<JournalRow, string>

export interface Sent {
  /** What became of the rows; none of them where they wait again. */
  readonly ends: readonly RowEnd[]
  /** What the whole call met, where it did not get an answer to read. */
  readonly trouble:
    { readonly kind: 'platform'; readonly failure: PlatformFailure } | 'journal-not-writable' | null
  /** Not a byte of the rows left. */
  readonly neverLeft: boolean
}

/** Thrown through the client to stop a call whose “sent” could not be written: nothing has left then. */
class JournalNotWritable extends Error {}
/** Thrown likewise where the desk came to its end while the call waited, for a token for instance. */
class DeskIsOver extends Error {}

/** trust.md's classes: a refusal is an end, a call of which no byte left was not sent, the rest nobody knows. */
const verdictOfFailure = (failure: PlatformFailure, wasSending: boolean): Verdict => {
  const reason: ChangeReason = { kind: 'platform', failure }
  if (!wasSending) return { state: 'not-sent', reason }
  if (failure.changed !== 'no') return { state: 'unknown', reason }
  const neverLeft = failure.code === 'unreachable' || failure.code === 'timeout'
  return { state: neverLeft ? 'not-sent' : 'failed', reason }
}

/** Sends rows of a job in one call, “sent” on the disk before the first byte; ends nothing in the journal itself. */
export const sendRows = async (
  job: JournaledJob,
  places: readonly number[],
  secrets: Secrets,
  { client, journal, signal }: Sending,
): Promise<Sent> => {
  const { operation, operatorIdentity } = job.intent
  const kind = changeKinds[operation]
  const rows = places.flatMap((place) => job.intent.rows[place] ?? [])
  const hider = hiderOf(
    rows.flatMap((row) => {
      const secret = secrets.get(row)
      return secret === undefined ? [] : kind.secretsIn(secret)
    }),
  )
  const endsOf = (verdicts: readonly Verdict[]): RowEnd[] =>
    places.map((row, index) => {
      const verdict = verdicts[index] ?? missing
      return { row, ...verdict, reason: hider.reason(verdict.reason) }
    })
  // Not a plain `let`: it turns inside a callback, which the types do not see.
  const progress = { isSending: false }
  const beforeSending = async () => {
    if (signal?.aborted === true) throw new DeskIsOver('stopped')
    await journal.sending(job.jobId, places).catch((error: unknown) => {
      throw new JournalNotWritable('sent', { cause: error })
    })
    progress.isSending = true
  }
  const endedBy = (met: PlatformFailure): Sent => {
    const failure = hider.failure(met)
    const { state, reason } = verdictOfFailure(failure, progress.isSending)
    return {
      ends: places.map((row) => ({ row, state, reason })),
      trouble: { kind: 'platform', failure },
      neverLeft: state === 'not-sent',
    }
  }
  try {
    // Where the rest of the job does not go out after all, the connection opened for it is closed within a second.
    const isFollowed = (places.at(-1) ?? 0) + 1 < job.courses.length
    const options = { beforeSending, isFollowed }
    const answer = await kind.send(rows, { operatorIdentity, secrets, client, options })
    if (answer.ok) return { ends: endsOf(answer.value), trouble: null, neverLeft: false }
    const verdicts = kind.readRefusal(rows, answer.error)
    if (verdicts !== null) return { ends: endsOf(verdicts), trouble: null, neverLeft: false }
    // What else the platform said beside the refusal is not the journal's to keep.
    const { data: _data, ...failure } = answer.error
    return endedBy(failure)
  } catch (error) {
    if (error instanceof JournalNotWritable) {
      const reason: ChangeReason = { kind: 'journal-not-writable' }
      return {
        ends: places.map((row) => ({ row, state: 'not-sent', reason })),
        trouble: 'journal-not-writable',
        neverLeft: true,
      }
    }
    if (error instanceof DeskIsOver) {
      const reason: ChangeReason = { kind: 'interrupted' }
      return {
        ends: places.map((row) => ({ row, state: 'not-sent', reason })),
        trouble: null,
        neverLeft: true,
      }
    }
    // A fault of ours must not leave rows without an end. Its message may hold what the journal must not.
    const message = error instanceof Error ? error.name : 'unknown'
    return endedBy(
      progress.isSending
        ? { code: 'malformed', message, changed: 'unknown' }
        : { code: 'invalid', message, changed: 'no' },
    )
  }
}

/** Why the lock that was pointed at must not be changed: it must still be the one in the port. */
export const objectionTo = async (
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
