import type { App, BrowserWindow, Dialog, Input } from 'electron'

type Language = 'en' | 'zh'

/** What would go with the page: passwords that were made there and that nobody has saved or read yet. */
export interface CloseGuard {
  /** The page says how many there are; 0 where nothing would be lost. */
  hold(madePasswords: number): void
  /** Whether the page may go; asks where something would be lost, and does not ask twice after a yes. */
  mayGo(): Promise<boolean>
  /** Stands between the window and its closing from here on. */
  watch(window: BrowserWindow): void
  /** The system or a signal ends the app, or the page is gone: nothing stands in the way of that. */
  release(): void
}

const words: Readonly<
  Record<Language, { message: (n: number) => string; detail: string; stay: string; go: string }>
> = {
  en: {
    message: (n) =>
      n === 1 ? 'One password was made and not saved.' : `${n} passwords were made and not saved.`,
    detail:
      'They stand nowhere else: whoever they are for cannot sign in without a new one. Stay, and save or read them out first.',
    stay: 'Stay',
    go: 'Lose them',
  },
  zh: {
    message: (n) => `有 ${n} 个刚生成的密码还没有保存。`,
    detail: '它们没有存在别处：丢了之后，相关员工要重置密码才能登录。请先留下，导出或抄给本人。',
    stay: '留下',
    go: '丢弃密码',
  },
}

/** A page that is loaded anew has forgotten as much as one that was closed. */
const isReload = ({ type, key, control, meta }: Input): boolean =>
  type === 'keyDown' && (key === 'F5' || ((control || meta) && key.toLowerCase() === 'r'))

/** Asks in the system's own dialog, so that it works over a page that hangs. Staying is the default. */
export const createCloseGuard = (deps: {
  readonly app: Pick<App, 'quit'> & { on(event: 'before-quit', listener: () => void): unknown }
  readonly dialog: Pick<Dialog, 'showMessageBox'>
  readonly language: () => Language
}): CloseGuard => {
  let held = 0
  let asking: Promise<boolean> | null = null
  let window: BrowserWindow | null = null
  /** Whether the window closes because the app ends; then the app ends once the question is answered so. */
  let isEnding = false
  deps.app.on('before-quit', () => (isEnding = true))
  const release = (): void => void (held = 0)

  const ask = async (): Promise<boolean> => {
    const { message, detail, stay, go } = words[deps.language()]
    const options = {
      type: 'warning' as const,
      message: message(held),
      detail,
      buttons: [stay, go],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    }
    const { response } =
      window === null || window.isDestroyed()
        ? await deps.dialog.showMessageBox(options)
        : await deps.dialog.showMessageBox(window, options)
    if (response === 1) release()
    return response === 1
  }
  const mayGo = (): Promise<boolean> => {
    if (held === 0) return Promise.resolve(true)
    // A question that cannot be asked holds nobody.
    asking ??= ask()
      .catch(() => true)
      .finally(() => (asking = null))
    return asking
  }
  /** Keeps what is about to happen from happening, until somebody has said so. */
  const holdBack = (event: { preventDefault(): void }, goOn: () => void): void => {
    if (held === 0) return
    event.preventDefault()
    // A second press while it asks changes nothing.
    if (asking !== null) return
    void mayGo().then((goes) => {
      if (goes) goOn()
      else isEnding = false
    })
  }

  return {
    hold: (madePasswords) => void (held = madePasswords),
    mayGo,
    release,
    watch: (opened) => {
      window = opened
      opened.on('close', (event) =>
        holdBack(event, () => {
          release()
          if (isEnding) deps.app.quit()
          else if (!opened.isDestroyed()) opened.close()
        }),
      )
      const { webContents } = opened
      webContents.on('before-input-event', (event, input) => {
        if (isReload(input)) holdBack(event, () => webContents.reload())
      })
      // What was held went with the old page; the new one says anew what it has.
      webContents.on('did-navigate', release)
      webContents.on('render-process-gone', release)
      // Windows ends the session; it does not wait for answers.
      opened.on('query-session-end', release)
    },
  }
}
