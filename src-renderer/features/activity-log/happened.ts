import type { JournalEntry } from '#shared/model/changes/change'
import { dayOf } from '#shared/model/calendar-day'
import type { Translator } from '../../i18n/explain'
import { clockTime, dayAndTime } from '../../i18n/times'
import { shownName } from '../../names/shown-name'

const timeOf = ({ endedAt, requestedAt }: JournalEntry): number => endedAt ?? requestedAt

/** “Enabled again at 11:27 by Li Wei”, with the day if it is another one than that of `entry`. */
export const againText = (entry: JournalEntry, later: JournalEntry, { t, language }: Translator): string => {
  const time = timeOf(later)
  const isSameDay = dayOf(time) === dayOf(timeOf(entry))
  const when = isSameDay
    ? t('journal.again.at', { time: clockTime(time, language) })
    : t('journal.again.on', { time: dayAndTime(time, language) })
  const action = later.action === 'disable' ? 'disable' : 'enable'
  return t(`journal.again.${action}`, { when, operator: shownName(later.operatorIdentity) })
}

/** Its end is when a person marked it or closed it, not a response of the platform. */
export const endedByPerson = ({ reason }: JournalEntry): boolean =>
  reason?.kind === 'said-by-person' || reason?.kind === 'left-unknown'

/** “Disabled on Nov 26, 11:26.”: what happened and when, which stays true. */
export const happenedText = (entry: JournalEntry, { t, language }: Translator): string =>
  t(endedByPerson(entry) ? 'journal.happenedMarked' : 'journal.happened', {
    result: t(`common.outcome.${entry.action}.done`),
    time: dayAndTime(timeOf(entry), language),
  })
