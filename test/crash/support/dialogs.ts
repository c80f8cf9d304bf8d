import { setTimeout as pause } from 'node:timers/promises'
import type { RunningApp } from '../../support/app'

interface Patched {
  dialogsAsked?: number
}

/**
 * The inspector loses the promise of an evaluation now and then, where main's memory is tidied up just then; what is
 * asked here may be asked again.
 */
const asked = async <Value>(ask: () => Promise<Value>): Promise<Value> => {
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

/** In place of the system's dialogs: somebody who says yes at once, or never says anything. */
export const answerDialogs = ({ app }: RunningApp, how: 'yes' | 'never' = 'yes'): Promise<void> =>
  asked(() =>
    app.evaluate(({ dialog }, given) => {
      dialog.showMessageBox = () => {
        const patched = globalThis as Patched
        patched.dialogsAsked = (patched.dialogsAsked ?? 0) + 1
        return given === 'yes'
          ? Promise.resolve({ response: 0, checkboxChecked: false })
          : new Promise(() => undefined)
      }
    }, how),
  )

export const dialogsAsked = ({ app }: RunningApp): Promise<number> =>
  asked(() => app.evaluate(() => (globalThis as Patched).dialogsAsked ?? 0))
