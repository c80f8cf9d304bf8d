import { isLockAction } from '#shared/model/changes/change'
import type { UnresolvedChange } from '#shared/bridge/review-commands'
import { joinSentences } from '../../i18n/i18n'
import { explainFailure } from '../../i18n/explain'
import type { Translator } from '../../i18n/explain'
import type { CommandFailure } from '#shared/bridge/commands'
import { clockTime } from '../../i18n/times'

/** A minute begins late enough to be true, where only the minute is shown. */
export const minuteFrom = (time: number, { language }: Translator): string =>
  clockTime(Math.ceil(time / 60_000) * 60_000, language)

/** Until then a late change can still arrive, and the lists prove nothing. */
export const isEarly = ({ certainFrom }: UnresolvedChange, now: number): boolean => certainFrom > now

/** Within this time a check was “just now”, ms. */
const justNowMs = 60_000
/** A check that found nothing new answers too: what it found is the same as before. */
const checkedText = (at: number, now: number, { t, language }: Translator): string =>
  now - at < justNowMs
    ? t('review.lists.unchangedNow')
    : t('review.lists.unchangedAt', { time: clockTime(at, language) })

/** What the platform's lists showed of a change without a result, and from when on that is certain. */
export const checkOutcomeText = (change: UnresolvedChange, now: number, translator: Translator): string => {
  const { t, language } = translator
  const { entry, look } = change
  if (look === null) return t('review.lists.unread')
  if (look.seen === 'applied' || look.seen === 'not-read') return t(`review.lists.${look.seen}`)
  const answer = checkedText(look.at, now, translator)
  if (look.seen !== 'not-applied') return joinSentences(language, [answer, t(`review.lists.${look.seen}`)])
  const { action } = entry
  const isLock = isLockAction(action)
  return joinSentences(language, [
    answer,
    t(isLock ? `review.lists.not-applied-lock.${action}` : 'review.lists.not-applied'),
    isEarly(change, now)
      ? t('review.lists.certainFrom', { time: minuteFrom(change.certainFrom, translator) })
      : t('review.lists.checkAgain'),
  ])
}

/** The text about a check that failed. */
export const checkFailureText = (failure: CommandFailure, translator: Translator): string => {
  const { what, next } = explainFailure(failure, translator)
  return joinSentences(translator.language, [what, next])
}

/** The text about the last check of a change; null if it was not checked yet. */
export const checkText = (
  change: UnresolvedChange | null,
  now: number,
  translator: Translator,
): string | null => {
  if (change === null) return null
  if (change.elsewhere) return translator.t('review.elsewhere', { platform: change.environment })
  if (change.superseded) return translator.t('review.superseded')
  return change.look === null ? null : checkOutcomeText(change, now, translator)
}
