import type { App, BrowserWindow, Input } from 'electron'
import { ask } from './dialogs/ask'
import type { AskDeps, Language } from './dialogs/ask'
import { text } from './dialogs/dialog-text'
import type { DialogText } from './dialogs/dialog-text'

/** Guards the page while it holds generated passwords that have not been saved or viewed, or an import that has not ended. */
export interface CloseGuard {
  /** Sets the number of such passwords; 0 if nothing would be lost. */
  setUnsavedPasswords(generatedPasswords: number): void
  /** Sets the rows of imports that are not processed: in the page, and in main, where they outlive the page. */
  setImportRows(rows: { readonly inPage: number; readonly waiting: number }): void
  /** Whether the page may close; asks for confirmation if something would be lost, and only once. */
  mayClose(): Promise<boolean>
  /** Guards the window from now on. */
  watch(window: BrowserWindow): void
  /** Lets the page close without a question: at system shutdown, on a signal, or when the page is gone. */
  release(): void
}

type Question = Readonly<{
  message: (n: number) => DialogText
  detail: DialogText
  stay: DialogText
  go: DialogText
}>

const rowTexts: Readonly<Record<Language, Question>> = {
  en: {
    message: (n) =>
      n === 1
        ? text`1 row of an import was not processed.`
        : text`${n} rows of an import were not processed.`,
    detail: text`The app keeps no copy of the list. What was added stays.`,
    stay: text`Cancel`,
    go: text`Discard rows`,
  },
  zh: {
    message: (n) => text`导入列表中有 ${n} 行尚未处理。`,
    detail: text`程序不保留此列表的副本。已添加的内容会保留。`,
    stay: text`取消`,
    go: text`放弃这些行`,
  },
}

const passwordTexts: Readonly<Record<Language, Question>> = {
  en: {
    message: (n) =>
      n === 1 ? text`1 generated password is not saved.` : text`${n} generated passwords are not saved.`,
    detail: text`The app keeps no copy. Without them, these employees need a password reset. Save or copy them first.`,
    stay: text`Cancel`,
    go: text`Discard passwords`,
  },
  zh: {
    message: (n) => text`${n} 个生成的密码尚未保存。`,
    detail: text`程序不保留副本。放弃后，相关员工需重置密码才能登录。请先保存或复制密码。`,
    stay: text`取消`,
    go: text`放弃密码`,
  },
}

/** How the page ends. A command that loads it again, `page`, has asked about the rows before. */
type Ending = 'page' | 'reload' | 'app'

/** A reload loses the passwords and the rows of the page too. */
const isReload = ({ type, key, control, meta }: Input): boolean =>
  type === 'keyDown' && (key === 'F5' || ((control || meta) && key.toLowerCase() === 'r'))

/** Asks in a system dialog, so that it works while the page hangs. Staying is the default. */
export const createCloseGuard = (
  deps: Pick<AskDeps, 'dialog' | 'language'> & {
    readonly app: Pick<App, 'quit'> & { on(event: 'before-quit', listener: () => void): unknown }
  },
): CloseGuard => {
  let unsavedPasswords = 0
  let rowsInPage = 0
  let rowsWaiting = 0
  let openConfirmation: Promise<boolean> | null = null
  let window: BrowserWindow | null = null
  /** Whether the window closes because the app quits; then a confirmation quits the app. */
  let isQuitting = false
  deps.app.on('before-quit', () => (isQuitting = true))
  const release = (): void => {
    unsavedPasswords = 0
    rowsInPage = 0
    rowsWaiting = 0
  }
  /** What would be lost with the page, or with the app. */
  const lostRows = (ending: Ending): number => {
    if (ending === 'page') return 0
    return ending === 'reload' ? rowsInPage : rowsInPage + rowsWaiting
  }

  const confirmClose = async (ending: Ending): Promise<boolean> => {
    const ofPasswords = unsavedPasswords > 0
    const { message, detail, stay, go } = (ofPasswords ? passwordTexts : rowTexts)[deps.language()]
    const response = await ask(
      { dialog: deps.dialog, window: () => window },
      {
        type: 'warning',
        message: message(ofPasswords ? unsavedPasswords : lostRows(ending)),
        detail,
        buttons: [stay, go],
        defaultId: 0,
        cancelId: 0,
      },
    )
    if (response === 1) release()
    return response === 1
  }
  const requestClose = (ending: Ending): Promise<boolean> => {
    if (unsavedPasswords + lostRows(ending) === 0) return Promise.resolve(true)
    // If the dialog fails, closing is allowed.
    openConfirmation ??= confirmClose(ending)
      .catch(() => true)
      .finally(() => (openConfirmation = null))
    return openConfirmation
  }
  /** Prevents the event until the user confirms. */
  const confirmBefore = (event: { preventDefault(): void }, ending: Ending, proceed: () => void): void => {
    if (unsavedPasswords + lostRows(ending) === 0) return
    event.preventDefault()
    // Ignored while the dialog is open.
    if (openConfirmation !== null) return
    void requestClose(ending).then((confirmed) => {
      if (confirmed) proceed()
      else isQuitting = false
    })
  }

  return {
    setUnsavedPasswords: (generatedPasswords) => void (unsavedPasswords = generatedPasswords),
    setImportRows: ({ inPage, waiting }) => {
      rowsInPage = inPage
      rowsWaiting = waiting
    },
    mayClose: () => requestClose('page'),
    release,
    watch: (opened) => {
      window = opened
      opened.on('close', (event) =>
        confirmBefore(event, 'app', () => {
          release()
          if (isQuitting) deps.app.quit()
          else if (!opened.isDestroyed()) opened.close()
        }),
      )
      const { webContents } = opened
      webContents.on('before-input-event', (event, input) => {
        if (isReload(input)) confirmBefore(event, 'reload', () => webContents.reload())
      })
      // A new page starts without passwords and rows, and tells which rows wait when it shows them.
      webContents.on('did-navigate', release)
      webContents.on('render-process-gone', release)
      // Windows ends the session without waiting for a dialog.
      opened.on('query-session-end', release)
    },
  }
}
