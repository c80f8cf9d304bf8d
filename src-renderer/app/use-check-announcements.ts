import { watch } from 'vue'
import { checkText } from '../entities/change/check-text'
import { explainFailure } from '../i18n/explain'
import { useTexts } from '../i18n/use-texts'
import { announce } from '../ui/feedback/announcer'
import { useReviewStore } from '../stores/review-store'

/**
 * Announces the outcome of a check once, although several components may show it. A confirmed result is
 * announced by its own component.
 */
export const useCheckAnnouncements = (): void => {
  const review = useReviewStore()
  const { t, translator } = useTexts()
  watch(
    () => review.checked,
    (outcome) => {
      if (outcome === null) return
      if (!outcome.ok) {
        announce(explainFailure(outcome.error, translator).what, 'assertive')
        return
      }
      const [open, another] = outcome.value.filter(({ entry }) => entry.state === 'unknown')
      if (open === undefined) return
      const only = another === undefined ? checkText(open, Date.now(), translator) : null
      announce(only ?? t('review.result.open'))
    },
  )
}
