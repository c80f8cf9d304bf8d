import { onScopeDispose } from 'vue'

/** Saves once more as the window closes, and as the page or store that asks for it ends. */
export const saveBeforeLeaving = (save: () => void): void => {
  window.addEventListener('pagehide', save)
  onScopeDispose(() => {
    window.removeEventListener('pagehide', save)
    save()
  })
}
