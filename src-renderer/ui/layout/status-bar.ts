import { readonly, shallowReadonly, shallowRef } from 'vue'
import { useMedia } from './use-media'

const host = shallowRef<HTMLElement | null>(null)

/** The chips of StatusBar.vue; null until it is mounted. */
export const statusBarHost = shallowReadonly(host)
export const setStatusBarHost = (element: HTMLElement | null): void => {
  host.value = element
}

/** Whether bars are chips in one line: stacked, they would take the height of a list in a low window. */
export const useCompactBars = () => readonly(useMedia('(max-height: 699px)'))
