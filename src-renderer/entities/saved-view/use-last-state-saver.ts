import { onScopeDispose, watch } from 'vue'
import type { Ref } from 'vue'
import type { ViewPage, ViewState } from '#shared/model/app/saved-view'
import { useSavedViewsStore } from './saved-views-store'
import { emptyState, textOf } from './view-state'

/** A pause in changes after which the last state is written, ms. */
const saveDelayMs = 500

/** Writes what the next start restores: after a pause in changes, and when the page is left. */
export const useLastStateSaver = (page: ViewPage, state: () => ViewState, isRestored: Ref<boolean>): void => {
  const store = useSavedViewsStore()
  let timer: ReturnType<typeof setTimeout> | undefined

  const save = (): void => {
    clearTimeout(timer)
    timer = undefined
    void store.keepLast(page, state())
  }
  const isUnsaved = (): boolean =>
    isRestored.value && textOf(state()) !== textOf(store.of(page).last ?? emptyState)

  watch([() => textOf(state()), isRestored], () => {
    clearTimeout(timer)
    timer = undefined
    if (isUnsaved()) timer = setTimeout(save, saveDelayMs)
  })
  onScopeDispose(() => {
    if (isUnsaved()) save()
  })
}
