import { nextTick, watch } from 'vue'
import type { WatchSource } from 'vue'

/** Without a focused element, keys have no effect and a screen reader starts at the top. */
export const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body

/** A change has removed the focused element: this one takes the focus, so that the next Tab continues there. */
export const focusIfLost = async (element: () => { focus: () => void } | null | undefined): Promise<void> => {
  await nextTick()
  if (isFocusLost()) element()?.focus()
}

/** A change may remove the focused button with its row: the surrounding element takes the focus. */
export const keepFocusWithin = (element: () => HTMLElement | null, changed: WatchSource<unknown>): void => {
  watch(
    changed,
    async () => {
      const hadFocus = element()?.contains(document.activeElement) === true
      await nextTick()
      if (hadFocus && element()?.contains(document.activeElement) === false) element()?.focus()
    },
    { flush: 'pre' },
  )
}
