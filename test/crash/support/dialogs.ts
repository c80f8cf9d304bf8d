import { repeatLost } from '../../../scripts/driver/repeat-lost.mjs'
import type { RunningApp } from '../../support/app'

interface Patched {
  dialogsAsked?: number
}

/** Replaces the system dialogs: confirms at once, or never answers. */
export const answerDialogs = ({ app }: RunningApp, how: 'yes' | 'never' = 'yes'): Promise<void> =>
  repeatLost(() =>
    app.evaluate(({ dialog }, answer) => {
      dialog.showMessageBox = () => {
        const patched = globalThis as Patched
        patched.dialogsAsked = (patched.dialogsAsked ?? 0) + 1
        return answer === 'yes'
          ? Promise.resolve({ response: 0, checkboxChecked: false })
          : new Promise(() => undefined)
      }
    }, how),
  )

export const dialogsAsked = ({ app }: RunningApp): Promise<number> =>
  repeatLost(() => app.evaluate(() => (globalThis as Patched).dialogsAsked ?? 0))
