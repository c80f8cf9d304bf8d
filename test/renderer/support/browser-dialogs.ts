import { vi } from 'vitest'

/**
 * The test DOM opens dialogs without moving the focus. A browser focuses the first focusable element, the close
 * button. Restored with the other mocks.
 */
export const openDialogsAsBrowsers = (): void => {
  vi.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementation(function (this: HTMLDialogElement) {
    this.open = true
    this.querySelector<HTMLElement>('button')?.focus()
  })
}
