import type { App, BrowserWindow, Input } from 'electron'
import { ask } from './dialogs/ask'
import type { AskDeps, Language } from './dialogs/ask'
import { text } from './dialogs/dialog-text'
import type { DialogText } from './dialogs/dialog-text'

/** Guards the page while it holds generated passwords that have not been saved or viewed. */
export interface CloseGuard {
  /** Sets the number of such passwords; 0 if nothing would be lost. */
  setUnsavedPasswords(generatedPasswords: number): void
  /** Whether the page may close; asks for confirmation if passwords would be lost, and only once. */
  mayClose(): Promise<boolean>
  /** Guards the window from now on. */
  watch(window: BrowserWindow): void
  /** Lets the page close without a question: at system shutdown, on a signal, or when the page is gone. */
  release(): void
}

const texts: Readonly<
  Record<
    Language,
    { message: (n: number) => DialogText; detail: DialogText; stay: DialogText; go: DialogText }
  >
> = {
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

/** A reload loses the passwords too. */
const isReload = ({ type, key, control, meta }: Input): boolean =>
  type === 'keyDown' && (key === 'F5' || ((control || meta) && key.toLowerCase() === 'r'))

/** Asks in a system dialog, so that it works while the page hangs. Staying is the default. */
export const createCloseGuard = (
  deps: Pick<AskDeps, 'dialog' | 'language'> & {
    readonly app: Pick<App, 'quit'> & { on(event: 'before-quit', listener: () => void): unknown }
  },
): CloseGuard => {
  let unsavedPasswords = 0
  let openConfirmation: Promise<boolean> | null = null
  let window: BrowserWindow | null = null
  /** Whether the window closes because the app quits; then a confirmation quits the app. */
  let isQuitting = false
  deps.app.on('before-quit', () => (isQuitting = true))
  const release = (): void => void (unsavedPasswords = 0)

  const confirmClose = async (): Promise<boolean> => {
    const { message, detail, stay, go } = texts[deps.language()]
    const response = await ask(
      { dialog: deps.dialog, window: () => window },
      {
        type: 'warning',
        message: message(unsavedPasswords),
        detail,
        buttons: [stay, go],
        defaultId: 0,
        cancelId: 0,
      },
    )
    if (response === 1) release()
    return response === 1
  }
  const requestClose = (): Promise<boolean> => {
    if (unsavedPasswords === 0) return Promise.resolve(true)
    // If the dialog fails, closing is allowed.
    openConfirmation ??= confirmClose()
      .catch(() => true)
      .finally(() => (openConfirmation = null))
    return openConfirmation
  }
  /** Prevents the event until the user confirms. */
  const confirmBefore = (event: { preventDefault(): void }, proceed: () => void): void => {
    if (unsavedPasswords === 0) return
    event.preventDefault()
    // Ignored while the dialog is open.
    if (openConfirmation !== null) return
    void requestClose().then((confirmed) => {
      if (confirmed) proceed()
      else isQuitting = false
    })
  }

  return {
    setUnsavedPasswords: (generatedPasswords) => void (unsavedPasswords = generatedPasswords),
    mayClose: requestClose,
    release,
    watch: (opened) => {
      window = opened
      opened.on('close', (event) =>
        confirmBefore(event, () => {
          release()
          if (isQuitting) deps.app.quit()
          else if (!opened.isDestroyed()) opened.close()
        }),
      )
      const { webContents } = opened
      webContents.on('before-input-event', (event, input) => {
        if (isReload(input)) confirmBefore(event, () => webContents.reload())
      })
      // A new page starts without passwords.
      webContents.on('did-navigate', release)
      webContents.on('render-process-gone', release)
      // Windows ends the session without waiting for a dialog.
      opened.on('query-session-end', release)
    },
  }
}
