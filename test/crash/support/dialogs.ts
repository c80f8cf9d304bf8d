import { setTimeout as pause } from 'node:timers/promises'
import type { RunningApp } from '../../support/app'

interface Patched {
  dialogsAsked?: number
}

/** The inspector occasionally loses an evaluation during garbage collection in main; these can be repeated. */
const withDialogs = async <Value>(ask: () => Promise<Value>): Promise<Value> => {
  for (let left = 50; ; left -= 1) {
    try {
      return await ask()
    } catch (error) {
      const isLost = error instanceof Error && error.message.includes('garbage collected')
      if (!isLost || left === 0) throw error
      await pause(100)
    }
  }
}

/** Replaces the system dialogs: confirms at once, or never answers. */
export const answerDialogs = ({ app }: RunningApp, how: 'yes' | 'never' = 'yes'): Promise<void> =>
  withDialogs(() =>
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
  withDialogs(() => app.evaluate(() => (globalThis as Patched).dialogsAsked ?? 0))
