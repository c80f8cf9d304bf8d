import type { BrowserWindow, Dialog, MessageBoxOptions } from 'electron'

export type Language = 'en' | 'zh'

/** What a question in a system dialog needs. A page cannot answer these dialogs. */
export interface AskDeps {
  readonly dialog: Pick<Dialog, 'showMessageBox'>
  readonly window: () => BrowserWindow | null
  readonly language: () => Language
}

/** Shows a question over the window, or without one where it is closed; resolves to the index of the chosen button. */
export const ask = async (
  { dialog, window }: Pick<AskDeps, 'dialog' | 'window'>,
  question: MessageBoxOptions & { readonly cancelId: number },
): Promise<number> => {
  const options = { ...question, noLink: true }
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
  question: Pick<MessageBoxOptions, 'type' | 'message' | 'detail'> & {
    readonly yes: string
    readonly no: string
  },
): Promise<boolean> => {
  const { yes, no, ...texts } = question
  return (await ask(deps, { ...texts, buttons: [yes, no], defaultId: 1, cancelId: 1 })) === 0
}
