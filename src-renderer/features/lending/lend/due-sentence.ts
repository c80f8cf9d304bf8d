import { noonOf } from '#shared/model/calendar-day'
import { dayOfWeek } from '../../../i18n/times'
import type { Texts } from '../../../i18n/use-texts'

/** When the lock is due, for the loan to confirm and for its result. */
export const dueSentence = (dueOn: string | null, { t, language }: Pick<Texts, 't' | 'language'>): string =>
  dueOn === null
    ? t('lending.summary.withoutDay')
    : t('lending.summary.until', { day: dayOfWeek(noonOf(dueOn), language.value, 'long') })
