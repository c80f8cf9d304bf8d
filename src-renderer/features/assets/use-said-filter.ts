import { onScopeDispose, ref, watch } from 'vue'
import type { Ref, WatchSource } from 'vue'
import { useTexts } from '../../i18n/use-texts'

/** Several presses in a row are one; the table mostly follows in the next frames. */
const patience = 250

/** What a press on a bar or a menu did, in words for whoever does not see it, once the table has followed. */
export const useSaidFilter = (
  filter: WatchSource,
  isWorking: Readonly<Ref<boolean>>,
  facts: () => { readonly what: string; readonly count: string },
): Ref<string> => {
  const { t } = useTexts()
  const said = ref('')
  let isUnsaid = false
  let timer: ReturnType<typeof setTimeout> | undefined
  watch(filter, () => void (isUnsaid = true))
  // What is typed changes the count, too, but that is heard key by key.
  watch([filter, isWorking], () => {
    clearTimeout(timer)
    if (!isUnsaid) return
    timer = setTimeout(() => {
      if (isWorking.value) return
      isUnsaid = false
      const { what, count } = facts()
      said.value =
        what === '' ? t('assets.filter.saidNone', { count }) : t('assets.filter.said', { what, count })
    }, patience)
  })
  onScopeDispose(() => clearTimeout(timer))
  return said
}
