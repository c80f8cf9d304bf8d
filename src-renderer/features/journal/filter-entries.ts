import type { ChangeAction, ChangeState, JournalEntry } from '#shared/model/change'
import { plainDigits } from '#shared/model/shell-number'
import type { Texts } from '../../i18n/use-texts'
import { wordsIn } from './json-parts'

export const timeRanges = ['all', 'today', 'week', 'month', 'own'] as const
export type TimeRange = (typeof timeRanges)[number]
export const outcomeGroups = ['done', 'failed', 'not-sent', 'unknown', 'under-way'] as const
export type OutcomeGroup = (typeof outcomeGroups)[number]

/** Empty stands for all. */
export interface JournalFilter {
  readonly range: TimeRange
  /** Days as `2027-03-31`, by this machine's calendar; of the range `own`. */
  readonly from: string
  readonly to: string
  readonly outcome: OutcomeGroup | ''
  readonly action: ChangeAction | ''
  readonly operator: string
}

export const noFilter: JournalFilter = {
  range: 'all',
  from: '',
  to: '',
  outcome: '',
  action: '',
  operator: '',
}

export const isFilter = ({ range, from, to, outcome, action, operator }: JournalFilter): boolean =>
  (range !== 'all' && (range !== 'own' || from !== '' || to !== '')) ||
  outcome !== '' ||
  action !== '' ||
  operator !== ''

export const groupOf = (state: ChangeState): OutcomeGroup =>
  state === 'intent' || state === 'sent' ? 'under-way' : state

const day = 24 * 60 * 60 * 1000

const midnight = (time: Date, days = 0): number =>
  new Date(time.getFullYear(), time.getMonth(), time.getDate() + days).getTime()

const dayOf = (text: string, days: number): number | null => {
  const [year = 0, month = 0, date = 0] = text.split('-').map(Number)
  return text === '' ? null : midnight(new Date(year, month - 1, date), days)
}

/** From when, and before when, in ms since 1970. */
export const spanOf = ({ range, from, to }: JournalFilter, now: number): readonly [number, number] => {
  switch (range) {
    case 'today':
      return [midnight(new Date(now)), Infinity]
    case 'week':
      return [now - 7 * day, Infinity]
    case 'month':
      return [now - 30 * day, Infinity]
    case 'own':
      return [dayOf(from, 0) ?? -Infinity, dayOf(to, 1) ?? Infinity]
    default:
      return [-Infinity, Infinity]
  }
}

export const filterEntries = (
  entries: readonly JournalEntry[],
  filter: JournalFilter,
  now: number,
): readonly JournalEntry[] => {
  if (!isFilter(filter)) return entries
  const { outcome, action, operator } = filter
  const [from, before] = spanOf(filter, now)
  return entries.filter(
    (entry) =>
      (action === '' || entry.action === action) &&
      (outcome === '' || groupOf(entry.state) === outcome) &&
      (operator === '' || entry.operatorIdentity === operator) &&
      entry.askedAt >= from &&
      entry.askedAt < before,
  )
}

/** Who is named in them, the one who came last first. */
export const operatorsIn = (entries: readonly JournalEntry[]): readonly string[] => [
  ...new Set(entries.map(({ operatorIdentity }) => operatorIdentity)),
]

/** What a search would read otherwise than it stands: digits in groups, full-width forms. */
const isOther = /\d[\s\u2010-\u2015-]+\d|[^\x20-\x7e\u4e00-\u9fff]/u

/** Everything that an entry can be found by; digits as they stand and without their groups. */
export const haystackOf = (entry: JournalEntry, { t }: Pick<Texts, 't'>): string => {
  const { key, shellNumber, memberName, enterpriseName, operatorIdentity, request, result, action, state } =
    entry
  return [
    key,
    shellNumber ?? '',
    memberName ?? '',
    enterpriseName ?? '',
    operatorIdentity,
    t(`words.action.${action}`),
    t(`words.outcome.${action}.${state}`),
    ...wordsIn(request),
    ...wordsIn(result),
  ]
    .map((part) => (isOther.test(part) ? `${part}\n${plainDigits(part)}` : part))
    .join('\n')
}
