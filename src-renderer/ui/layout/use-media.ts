import { onScopeDispose, readonly, ref } from 'vue'
import type { Ref } from 'vue'

/** Whether a media query matches; reactive. */
export const useMedia = (query: string): Readonly<Ref<boolean>> => {
  const list = window.matchMedia(query)
  const matches = ref(list.matches)
  const follow = (): void => void (matches.value = list.matches)
  list.addEventListener('change', follow)
  onScopeDispose(() => list.removeEventListener('change', follow))
  return readonly(matches)
}
