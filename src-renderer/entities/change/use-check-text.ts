import { canCheckResult } from '#shared/model/changes/can-check-result'
import type { JournalEntry } from '#shared/model/changes/change'
import { explainEntry, explainPastReason } from '../../i18n/explain'
import type { Explanation } from '../../i18n/explain'
import { useReviewStore } from '../../stores/review-store'
import { useTexts } from '../../i18n/use-texts'
import { useNow } from '../../ui/value/clock'
import { checkFailureText, checkText } from './check-text'

// What *Check result* answers, wherever a change without a result is shown.

/** Returns the text about the last check of an entry's result; null if it was not checked. */
export const useCheckText = (): ((entryId: string) => string | null) => {
  const review = useReviewStore()
  const now = useNow()
  const { translator } = useTexts()
  return (entryId) => {
    const failure = review.checkFailureOf(entryId)
    return failure === null
      ? checkText(review.of(entryId), now.value, translator)
      : checkFailureText(failure, translator)
  }
}

/** Returns one text about the last check of several entries; null if none of the unconfirmed ones was checked. */
export const useCheckTextOfAll = (): ((entries: readonly JournalEntry[]) => string | null) => {
  const checkTextOf = useCheckText()
  const { t } = useTexts()
  return (entries) => {
    const texts = new Set(
      entries.flatMap((entry) => (canCheckResult(entry) ? (checkTextOf(entry.entryId) ?? []) : [])),
    )
    const [text = null] = texts
    return texts.size > 1 ? t('review.result.open') : text
  }
}

/** Returns the explanation of an entry with the answer of its last check. */
export const useExplainEntry = (): ((entry: JournalEntry) => Explanation) => {
  const checkTextOf = useCheckText()
  const { translator } = useTexts()
  return (entry) => explainEntry(entry, translator, checkTextOf(entry.entryId))
}

/** The same of an entry that is read later, as in the activity log. */
export const useExplainPastEntry = (): ((entry: JournalEntry) => Explanation) => {
  const checkTextOf = useCheckText()
  const { translator } = useTexts()
  return (entry) => explainEntry(entry, translator, checkTextOf(entry.entryId), explainPastReason)
}
