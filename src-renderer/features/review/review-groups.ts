import { groupShellNumber } from '#shared/model/locks/shell-number'
import { isLockAction } from '#shared/model/changes/change'
import type { JournalEntry } from '#shared/model/changes/change'
import type { UnresolvedChange } from '#shared/bridge/review-commands'
import { groupedNumber } from '../../i18n/times'
import type { Translator } from '../../i18n/explain'
import type { Texts } from '../../i18n/use-texts'
import { shownName } from '../../names/shown-name'

/** Rows of one job, shown and looked up together. */
export interface ReviewGroup {
  readonly jobId: string
  readonly first: JournalEntry
  readonly changes: readonly UnresolvedChange[]
}

export const isOver = ({ entry }: UnresolvedChange): boolean =>
  entry.state !== 'unknown' || entry.reason?.kind === 'left-unknown'

export const groupsOf = (changes: readonly UnresolvedChange[]): ReviewGroup[] => {
  const groups = new Map<string, UnresolvedChange[]>()
  for (const change of changes) {
    const others = groups.get(change.entry.jobId)
    if (others === undefined) groups.set(change.entry.jobId, [change])
    else others.push(change)
  }
  return [...groups].flatMap(([jobId, [first, ...others]]) =>
    first === undefined ? [] : [{ jobId, first: first.entry, changes: [first, ...others] }],
  )
}

const sizeOf = ({ request }: JournalEntry): number => {
  const size = typeof request === 'object' && request !== null && 'size' in request ? request.size : null
  return typeof size === 'number' ? size : 0
}

/** What one change is about, as a short text. */
export const subjectOf = (entry: JournalEntry, { t, language }: Translator): string => {
  const { action, key, shellNumber, memberName, enterpriseName } = entry
  const lock = shellNumber === null ? key : groupShellNumber(shellNumber)
  if (isLockAction(action)) return lock
  if (action === 'lend') return t('review.subject.onto', { employee: shownName(memberName) ?? '', lock })
  if (action === 'allocate') return groupedNumber(sizeOf(entry), language)
  if (action === 'order') return key
  return shownName(memberName ?? enterpriseName) ?? key
}

/** What several changes of one action are about: their number, or the only one's subject. */
export const subjectOfAll = (entries: readonly JournalEntry[], translator: Texts['translator']): string => {
  const [first] = entries
  if (first === undefined) return ''
  if (entries.length === 1) return subjectOf(first, translator)
  return translator.tn(
    isLockAction(first.action) ? 'review.subject.locks' : 'review.subject.others',
    entries.length,
  )
}

/** What a card is about: some of its changes may be over while the others still need review. */
export const subjectOfCard = (
  changes: readonly UnresolvedChange[],
  translator: Texts['translator'],
): string => {
  const left = changes.filter((change) => !isOver(change)).length
  const entries = changes.map(({ entry }) => entry)
  const [first] = entries
  if (first === undefined || left === 0 || left === changes.length) return subjectOfAll(entries, translator)
  const { t, language } = translator
  return t(isLockAction(first.action) ? 'review.subject.locksLeft' : 'review.subject.othersLeft', {
    n: groupedNumber(left, language),
    count: groupedNumber(changes.length, language),
  })
}

const resultOf = ({ entry: { state, reason } }: UnresolvedChange, { t }: Translator): string => {
  // The lists confirmed it, not a person.
  if (state === 'done' && reason?.kind === 'read-back-applied') return t('review.result.confirmed')
  return t(state === 'done' || state === 'failed' ? `review.result.${state}` : 'review.result.left')
}

/** The result of changes that are over; different results are counted. */
export const resultText = (changes: readonly UnresolvedChange[], translator: Translator): string => {
  const texts = new Set(changes.map((change) => resultOf(change, translator)))
  const [only = ''] = texts
  if (texts.size < 2) return only
  const { t, language } = translator
  const count = (state: string) => changes.filter(({ entry }) => entry.state === state).length
  const counts = { applied: count('done'), notApplied: count('failed'), closed: count('unknown') }
  return (['applied', 'notApplied', 'closed'] as const)
    .filter((what) => counts[what] > 0)
    .map((what) => t(`review.checked.${what}`, { n: groupedNumber(counts[what], language) }))
    .join(' · ')
}
