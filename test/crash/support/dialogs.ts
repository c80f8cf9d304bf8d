import type { RunningApp } from '../../support/app'

interface Patched {
  dialogsAsked?: number
}

/** In place of the system's dialogs: somebody who says yes at once, or never says anything. */
export const answerDialogs = ({ app }: RunningApp, how: 'yes' | 'never' = 'yes'): Promise<void> =>
  app.evaluate(({ dialog }, given) => {
    dialog.showMessageBox = () => {
      const patched = globalThis as Patched
      patched.dialogsAsked = (patched.dialogsAsked ?? 0) + 1
      return given === 'yes'
        ? Promise.resolve({ response: 0, checkboxChecked: false })
        : new Promise(() => undefined)
    }
  }, how)

export const dialogsAsked = ({ app }: RunningApp): Promise<number> =>
  app.evaluate(() => (globalThis as Patched).dialogsAsked ?? 0)
