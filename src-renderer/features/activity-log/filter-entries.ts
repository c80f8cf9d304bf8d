import type { ChangeAction, ChangeState, JournalEntry } from '#shared/model/changes/change'
import { orderNumberOf } from '#shared/model/changes/work-order'
import { plainDigits } from '#shared/model/locks/shell-number'
import type { Name } from '#shared/model/name'
import { rowResultOf } from '../../entities/change/change-row'
import type { Texts } from '../../i18n/use-texts'
import { wordsIn } from './json-parts'
import { platformText } from './subject'
import { fullName } from '../../names/shown-name'

export const timeRanges = ['all', 'today', 'week', 'month', 'own'] as const
type TimeRange = (typeof timeRanges)[number]
export const outcomeGroups = ['done', 'failed', 'not-sent', 'unknown', 'under-way'] as const
export type OutcomeGroup = (typeof outcomeGroups)[number]

/** Empty values match everything. */
export interface ActivityFilter {
  readonly range: TimeRange
  /** Days such as `2027-03-31` in local time, for the range `own`. */
  readonly from: string
  readonly to: string
  readonly outcome: OutcomeGroup | ''
  readonly action: ChangeAction | ''
  readonly operator: string
}

export const noFilter: ActivityFilter = {
  range: 'all',
  from: '',
  to: '',
  outcome: '',
  action: '',
  operator: '',
}

export const isFilter = ({ range, from, to, outcome, action, operator }: ActivityFilter): boolean =>
  (range !== 'all' && (range !== 'own' || from !== '' || to !== '')) ||
  outcome !== '' ||
  action !== '' ||
  operator !== ''

export const groupOf = (state: ChangeState): OutcomeGroup => {
  const result = rowResultOf({ state })
  return result === 'waiting' ? 'under-way' : result
}

const day = 24 * 60 * 60 * 1000

/** Midnight of a day such as `2026-11-30`, or `days` days later; null for an empty text. */
const midnightOf = (text: string, days = 0): number | null => {
  const [year = 0, month = 0, date = 0] = text.split('-').map(Number)
  return text === '' ? null : new Date(year, month - 1, date + days).getTime()
}

/** Start (inclusive) and end (exclusive), in ms since 1970. */
const spanOf = (
  { range, from, to }: ActivityFilter,
  now: number,
  today: string,
): readonly [number, number] => {
  switch (range) {
    case 'today':
      return [midnightOf(today) ?? -Infinity, Infinity]
    case 'week':
      return [now - 7 * day, Infinity]
    case 'month':
      return [now - 30 * day, Infinity]
    case 'own':
      // The field of a last day before the first one says that it is not used.
      return [midnightOf(from) ?? -Infinity, midnightOf(to < from ? '' : to, 1) ?? Infinity]
    default:
      return [-Infinity, Infinity]
  }
}

/** What is filtered: an entry of this computer, or a change of any computer of the branch. */
export type FilteredChange = Pick<JournalEntry, 'action' | 'state' | 'operatorIdentity'>

export const filterEntries = <Entry extends FilteredChange>(
  entries: readonly Entry[],
  timeOf: (entry: Entry) => number,
  filter: ActivityFilter,
  now: number,
  /** The local day of `now`. */
  today: string,
): readonly Entry[] => {
  if (!isFilter(filter)) return entries
  const { outcome, action, operator } = filter
  const [from, before] = spanOf(filter, now, today)
  return entries.filter(
    (entry) =>
      (action === '' || entry.action === action) &&
      (outcome === '' || groupOf(entry.state) === outcome) &&
      (operator === '' || entry.operatorIdentity === operator) &&
      timeOf(entry) >= from &&
      timeOf(entry) < before,
  )
}

/** The operators in the entries, most recent first. */
export const operatorsIn = (entries: readonly FilteredChange[]): readonly Name[] => [
  ...new Set(entries.map(({ operatorIdentity }) => operatorIdentity)),
]

/** Text that the search normalizes: grouped digits and full-width characters. */
const isOther = /\d[\s\u2010-\u2015-]+\d|[^\x20-\x7e\u4e00-\u9fff]/u

/** All text by which an entry can be found; digits both as written and without grouping. */
export const searchTextOf = (entry: JournalEntry, { t }: Pick<Texts, 't'>): string => {
  const {
    jobId,
    key,
    shellNumber,
    memberName,
    enterpriseName,
    operatorIdentity,
    request,
    result,
    action,
    state,
    workOrder,
    elsewhere,
  } = entry
  return [
    // A receipt's number is the start of its job's ID.
    jobId.slice(0, 8),
    ...(workOrder === undefined ? [] : [orderNumberOf(workOrder.id), workOrder.signer]),
    key,
    shellNumber ?? '',
    fullName(memberName) ?? '',
    fullName(enterpriseName) ?? '',
    fullName(operatorIdentity),
    elsewhere === undefined ? '' : platformText(elsewhere, { t }),
    t(`common.action.${action}`),
    t(`common.outcome.${action}.${state}`),
    ...wordsIn(request),
    ...wordsIn(result),
  ]
    .map((part) => (isOther.test(part) ? `${part}\n${plainDigits(part)}` : part))
    .join('\n')
}
