import { onScopeDispose, ref, watch } from 'vue'
import type { Ref, WatchSource } from 'vue'
import { useTexts } from '../../i18n/use-texts'

/** The table follows a filter in the next frames; its count is said when it has. */
const patience = 250

/** What a press on a bar or a menu did, in words for whoever does not see it. */
export const useSaidFilter = (
  changes: WatchSource[],
  facts: () => { readonly what: string; readonly count: string },
): Ref<string> => {
  const { t } = useTexts()
  const said = ref('')
  let timer: ReturnType<typeof setTimeout> | undefined
  watch(changes, () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      const { what, count } = facts()
      said.value =
        what === '' ? t('assets.filter.saidNone', { count }) : t('assets.filter.said', { what, count })
    }, patience)
  })
  onScopeDispose(() => clearTimeout(timer))
  return said
}
