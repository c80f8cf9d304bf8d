import type { Dialog } from 'electron'
import type { Language } from './ask'

const texts: Readonly<
  Record<Language, { readonly message: string; readonly detail: string; readonly quit: string }>
> = {
  en: {
    message: 'A command is running',
    detail: 'The window opens when the command has ended.',
    quit: 'Quit',
  },
  zh: { message: '命令正在运行', detail: '命令结束后将打开窗口。', quit: '退出' },
}

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
  await dialog.showMessageBox({
    type: 'info',
    message,
    detail,
    buttons: [button],
    cancelId: 0,
    signal: ended,
  })
  if (!ended.aborted) quit()
}
