import { nextTick } from 'vue'

/** Without a focused element, keys have no effect and a screen reader starts at the top. */
export const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body

/** A change has removed the focused element: this one takes the focus, so that the next Tab continues there. */
export const focusIfLost = async (element: () => HTMLElement | null | undefined): Promise<void> => {
  await nextTick()
  if (isFocusLost()) element()?.focus()
}
