import { vi } from 'vitest'

/**
 * The document of these tests opens dialogs without giving them the focus. A browser does: the first that can be used
 * takes it, which is the cross. Restored with the other mocks.
 */
export const openDialogsAsBrowsers = (): void => {
  vi.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementation(function (this: HTMLDialogElement) {
    this.open = true
    this.querySelector<HTMLElement>('button')?.focus()
  })
}
