import { limits } from '#shared/model/limits'
import type { ChangeState, JournalEntry } from '#shared/model/change'
import type { Job } from '#shared/model/job'
import { namedInCall } from '../field-of-failure'
import type { CheckedRow, Verdict } from './check-rows'
import type { ImportRow } from './import-rows'

/** What the chips tell and filter by: a verdict before a row is sent, what became of it after. */
export type RowGroup = Verdict | 'waiting' | Exclude<ChangeState, 'intent' | 'sent'>

/** In this order; chips without rows are not drawn. */
export const rowGroups = [
  'ready',
  'doubt',
  'broken',
  'repeated',
  'exists',
  'waiting',
  'done',
  'failed',
  'not-sent',
  'unknown',
] as const satisfies readonly RowGroup[]

/** A row with all that is known of it. */
export interface KnownRow {
  readonly row: ImportRow
  readonly checked: CheckedRow
  /** Null where it was not sent, or its job is not read yet. */
  readonly entry: JournalEntry | null
  readonly job: Job | null
}

export const groupOf = ({ row, checked, entry }: Omit<KnownRow, 'job'>): RowGroup => {
  if (row.sent === null) return checked.verdict
  const state = entry?.state ?? 'intent'
  return state === 'intent' || state === 'sent' ? 'waiting' : state
}

/**
 * A rule that one employee breaks takes the whole call with it: whether this is the one that the platform's message
 * names, or only went in the same call. Null where the message names nobody.
 */
export const blameOf = ({ row, entry, job }: KnownRow): 'named' | 'beside' | null => {
  const named = namedInCall(entry?.reason ?? null)
  if (named === null || row.sent === null || job === null) return null
  const perCall = Math.min(job.chunkSize, limits.employeesPerCall)
  return row.sent.place % perCall === named ? 'named' : 'beside'
}

const isWrong = ({ checked }: KnownRow): boolean => checked.verdict !== 'ready' && checked.verdict !== 'doubt'

/** Refused by itself: it will be refused again unless somebody corrects it. */
export const needsCorrecting = (known: KnownRow): boolean => {
  if (known.row.sent === null) return false
  if (known.entry?.state !== 'failed') return false
  return known.entry.reason?.kind === 'said' || blameOf(known) === 'named' || isWrong(known)
}

/** Not sent yet and nothing against it; or not carried out, and nothing of its own the cause. */
export const isSendable = (known: KnownRow): boolean => {
  if (isWrong(known)) return false
  if (known.row.sent === null) return true
  const state = known.entry?.state
  return state === 'not-sent' || (state === 'failed' && !needsCorrecting(known))
}
