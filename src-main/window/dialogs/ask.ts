import type { BrowserWindow, Dialog } from 'electron'
import type { DialogText } from './dialog-text'

export type Language = 'en' | 'zh'

/** What a question in a system dialog needs. A page cannot answer these dialogs. */
export interface AskDeps {
  readonly dialog: Pick<Dialog, 'showMessageBox'>
  readonly window: () => BrowserWindow | null
  readonly language: () => Language
}

interface Texts {
  readonly type: 'info' | 'question' | 'warning' | 'error'
  readonly message: DialogText
  readonly detail: DialogText
}

/** A message with its buttons. `cancelId` is the button that closing the dialog means. */
export interface Question extends Texts {
  readonly buttons: readonly DialogText[]
  readonly defaultId: number
  readonly cancelId: number
  /** Closes the dialog. */
  readonly signal?: AbortSignal
}

/** Shows a question over the window, or without one where it is closed; resolves to the index of the chosen button. */
export const ask = async (
  { dialog, window }: Pick<AskDeps, 'dialog' | 'window'>,
  { buttons, ...question }: Question,
): Promise<number> => {
  const options = { ...question, buttons: [...buttons], noLink: true }
  const parent = window()
  const { response } =
    parent === null || parent.isDestroyed()
      ? await dialog.showMessageBox(options)
      : await dialog.showMessageBox(parent, options)
  return response
}

/** Whether the user confirms; declining is the default. */
export const confirm = async (
  deps: Pick<AskDeps, 'dialog' | 'window'>,
  { yes, no, ...texts }: Texts & { readonly yes: DialogText; readonly no: DialogText },
): Promise<boolean> => (await ask(deps, { ...texts, buttons: [yes, no], defaultId: 1, cancelId: 1 })) === 0

/** Says before the window opens why it does not. */
export const showError = (dialog: Pick<Dialog, 'showErrorBox'>, message: DialogText): void =>
  dialog.showErrorBox('Lock Desk', message)
