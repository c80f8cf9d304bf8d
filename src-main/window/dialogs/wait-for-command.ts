import type { Dialog } from 'electron'
import { ask } from './ask'
import type { Language } from './ask'
import { text } from './dialog-text'

const texts = {
  en: {
    message: text`A command is running`,
    detail: text`The window opens when the command has ended.`,
    quit: text`Quit`,
  },
  zh: { message: text`命令正在运行`, detail: text`命令结束后将打开窗口。`, quit: text`退出` },
} as const satisfies Readonly<Record<Language, object>>

/** Says why no window opens, until `ended` aborts. Calls `quit` if the user does not want to wait. */
export const showCommandRuns = async (
  dialog: Pick<Dialog, 'showMessageBox'>,
  {
    language,
    ended,
    quit,
  }: { readonly language: Language; readonly ended: AbortSignal; readonly quit: () => void },
): Promise<void> => {
  const { message, detail, quit: button } = texts[language]
  await ask(
    { dialog, window: () => null },
    { type: 'info', message, detail, buttons: [button], defaultId: 0, cancelId: 0, signal: ended },
  )
  if (!ended.aborted) quit()
}
