import type { ChangeState, JournalEntry } from '#shared/model/changes/change'
import { explainPastReason, explainReason } from '../../i18n/explain'
import type { Translator } from '../../i18n/explain'
import type { Messages } from '../../i18n/messages'
import { groupedNumber } from '../../i18n/times'
import type { Tone } from '../../ui/tag/tone'

// One changed item and its result, for every place that shows it: rows, chips, counts, receipts and files.

/** A result as rows and chips name it: what has not ended is waiting. */
export type RowResult = Exclude<ChangeState, 'intent' | 'sent'> | 'waiting'

/** In the order of chips and summaries. */
export const rowResults = ['waiting', 'done', 'failed', 'not-sent', 'unknown'] as const satisfies RowResult[]

/** @param entry null if the row’s job is not loaded yet */
export const rowResultOf = (entry: Pick<JournalEntry, 'state'> | null): RowResult => {
  const state = entry?.state ?? 'intent'
  return state === 'intent' || state === 'sent' ? 'waiting' : state
}

export const resultTones: Readonly<Record<RowResult, Tone>> = {
  waiting: 'quiet',
  done: 'good',
  failed: 'danger',
  'not-sent': 'quiet',
  unknown: 'unknown',
}

export interface ChangeRow {
  /** One or two words. */
  readonly result: string
  /** Why, or who marked it; empty after a success that the platform confirmed. */
  readonly reason: string
  /** Result and reason, short enough for a cell: a failure’s reason already says that it failed. */
  readonly text: string
  /** Codes and notes, for support. */
  readonly codes: readonly string[]
  readonly tone: Tone
  /** Of the response or, without one, of the request; ms since 1970. */
  readonly at: number
}

/** A success of which a person says so: the platform did not confirm it. */
const isMarkedDone = ({ state, reason }: JournalEntry): boolean =>
  state === 'done' && reason?.kind === 'said-by-person'

export const changeRow = (
  entry: JournalEntry,
  translator: Translator,
  /** What the last check of an unconfirmed result found; null if it was not checked. */
  checked: string | null = null,
): ChangeRow => {
  const { action, state, requestedAt, endedAt } = entry
  const result = translator.t(`common.outcome.${action}.${state}`)
  const explained = entry.reason === null ? null : explainReason(entry.reason, translator)
  const found = state === 'unknown' ? checked : null
  const isMarked = isMarkedDone(entry)
  const reason = state === 'done' && !isMarked ? '' : (found ?? explained?.what ?? '')
  const colon = translator.language === 'zh' ? '：' : ': '
  const both = state === 'unknown' || isMarked ? `${result}${colon}${reason}` : reason
  return {
    result,
    reason,
    text: reason === '' ? result : both,
    codes: explained?.smallPrint ?? [],
    tone: resultTones[rowResultOf(entry)],
    at: endedAt ?? requestedAt,
  }
}

/** Why a change that ended before has its result, or who marked it; empty after a success that the platform confirmed. */
export const pastReason = (entry: JournalEntry, translator: Translator): string => {
  const { state, reason } = entry
  if (reason === null || (state === 'done' && !isMarkedDone(entry))) return ''
  return explainPastReason(reason, translator).what
}

/** What is counted: a success by what was done. */
export type Counted = keyof Messages['common']['count']
export type Counts = Readonly<Partial<Record<Counted, number>>>
type Measure = keyof Messages['common']['measure']

/** “3 failed”. In Chinese, a count without a chip has a measure word. */
export const countText = (
  counted: Counted,
  count: number,
  { t, language }: Translator,
  unit: Measure | null = null,
): string => {
  const n = groupedNumber(count, language)
  return t(`common.count.${counted}`, { n: unit === null ? n : t(`common.measure.${unit}`, { n }) })
}

/** “Failed 3”: a chip that filters rows. */
export const chipText = (counted: Counted, count: number, { t, language }: Translator): string => {
  const isAction =
    counted === 'disable' ||
    counted === 'enable' ||
    counted === 'add-employee' ||
    counted === 'delete-employee'
  const name = isAction ? t(`common.outcome.${counted}.done`) : t(`common.results.${counted}`)
  return `${name} ${groupedNumber(count, language)}`
}

/** What a change of a lock counts as. */
export const countedAs = (entry: JournalEntry | null): Counted => {
  const result = rowResultOf(entry)
  if (result === 'waiting') return 'under-way'
  return result === 'done' ? (entry?.action === 'disable' ? 'disable' : 'enable') : result
}

/** The number of each, in the order of chips. */
export const countAll = (counted: readonly Counted[]) => {
  const counts = { disable: 0, enable: 0, failed: 0, 'not-sent': 0, unknown: 0, skipped: 0, 'under-way': 0 }
  for (const one of counted) if (one in counts) counts[one as keyof typeof counts] += 1
  return counts
}

/** The results that have ended, by the number of rows of each. */
export const endedCounts = (
  done: Extract<Counted, JournalEntry['action']>,
  countOf: (result: Exclude<RowResult, 'waiting'>) => number,
): Counts => ({
  [done]: countOf('done'),
  failed: countOf('failed'),
  'not-sent': countOf('not-sent'),
  unknown: countOf('unknown'),
})

/** A text for each result that there is. */
export const countTexts = (
  counts: Counts,
  translator: Translator,
  unit: Measure | null = null,
): readonly string[] =>
  (Object.keys(counts) as Counted[]).flatMap((counted) => {
    const count = counts[counted] ?? 0
    return count === 0 ? [] : [countText(counted, count, translator, unit)]
  })

/** “279 disabled, 4 failed”. */
export const joinCounts = (texts: readonly string[], { language }: Translator): string =>
  texts.join(language === 'zh' ? '，' : ', ')
