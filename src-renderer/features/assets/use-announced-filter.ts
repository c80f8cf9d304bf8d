import { onScopeDispose, ref, watch } from 'vue'
import type { Ref, WatchSource } from 'vue'
import { useTexts } from '../../i18n/use-texts'

/** Merges several presses in a row; the table usually updates within a few frames, ms. */
const mergeDelayMs = 250

/** Announces the result of a filter to screen readers after the table is updated. */
export const useAnnouncedFilter = (
  filter: WatchSource,
  isWorking: Readonly<Ref<boolean>>,
  facts: () => { readonly label: string; readonly count: string },
): Ref<string> => {
  const { t } = useTexts()
  const announcement = ref('')
  let isAnnouncementDue = false
  let timer: ReturnType<typeof setTimeout> | undefined
  watch(filter, () => void (isAnnouncementDue = true))
  // Typing changes the count too, but is not announced for each key.
  watch([filter, isWorking], () => {
    clearTimeout(timer)
    if (!isAnnouncementDue) return
    timer = setTimeout(() => {
      if (isWorking.value) return
      isAnnouncementDue = false
      const { label, count } = facts()
      announcement.value =
        label === ''
          ? t('assets.filter.announceNone', { count })
          : t('assets.filter.announce', { what: label, count })
    }, mergeDelayMs)
  })
  onScopeDispose(() => clearTimeout(timer))
  return announcement
}
