import { useReviewStore } from '../../stores/review-store'
import { useTexts } from '../../i18n/use-texts'
import { useNow } from '../../ui/value/clock'
import { checkText } from './check-text'

/** Returns the text about the last check of an entry's result; null if it was not checked. */
export const useCheckText = (): ((entryId: string) => string | null) => {
  const review = useReviewStore()
  const now = useNow()
  const { translator } = useTexts()
  return (entryId) => checkText(review.of(entryId), now.value, translator)
}
