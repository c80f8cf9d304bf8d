import type { BrowserWindow, Dialog, MessageBoxOptions } from 'electron'
import { createDeferred, createSequencer } from '../../util/async'

export type Dialogs = Pick<Dialog, 'showMessageBox' | 'showOpenDialog' | 'showSaveDialog'>

/** More dialogs than a user can request while one is open; only a faulty page requests more. */
const maxWaiting = 5

type DialogArgs = readonly [options: object] | readonly [parent: BrowserWindow, options: object]

const parentOf = (args: DialogArgs): BrowserWindow | null => (args.length === 2 ? args[0] : null)

/** A dialog whose window is gone may never be answered. */
const untilClosed = async <Answer>(
  parent: BrowserWindow | null,
  canceled: Answer,
  show: () => Promise<Answer>,
): Promise<Answer> => {
  if (parent === null) return show()
  if (parent.isDestroyed()) return canceled
  const closed = createDeferred<Answer>()
  const close = () => closed.resolve(canceled)
  parent.once('closed', close)
  try {
    return await Promise.race([show(), closed.promise])
  } finally {
    parent.off('closed', close)
  }
}

/**
 * Shows one system dialog at a time, so that a page cannot cover the screen with them. Dialogs beyond a few that
 * wait, and those of a closed window, count as canceled.
 */
export const queueDialogs = (dialog: Dialogs): Dialogs => {
  const sequencer = createSequencer()
  let waiting = 0
  const inSequence = async <Answer>(
    args: DialogArgs,
    canceled: Answer,
    show: () => Promise<Answer>,
  ): Promise<Answer> => {
    if (waiting > maxWaiting) return canceled
    waiting += 1
    try {
      return await sequencer.queue(() => untilClosed(parentOf(args), canceled, show))
    } finally {
      waiting -= 1
    }
  }
  return {
    // Arguments are passed on unchanged: Electron detects a window argument by their count.
    showMessageBox: (...args: [never]) => {
      const { cancelId = 0 } = (args as readonly unknown[]).at(-1) as MessageBoxOptions
      return inSequence(args, { response: cancelId, checkboxChecked: false }, () =>
        dialog.showMessageBox(...args),
      )
    },
    showOpenDialog: (...args: [never]) =>
      inSequence(args, { canceled: true, filePaths: [] }, () => dialog.showOpenDialog(...args)),
    showSaveDialog: (...args: [never]) =>
      inSequence(args, { canceled: true, filePath: '' }, () => dialog.showSaveDialog(...args)),
  }
}

/**
 * Wraps the system dialogs; tells the page when one closes, so that a second click does not reach what is below
 * it.
 */
export const notifyWhenClosed = (dialog: Dialogs, notify: () => void): Dialogs => {
  const notifyAfter = async <Answer>(dialogResult: Promise<Answer>): Promise<Answer> => {
    try {
      return await dialogResult
    } finally {
      notify()
    }
  }
  return {
    // Arguments are passed on unchanged: Electron detects a window argument by their count.
    showMessageBox: (...args: [never]) => notifyAfter(dialog.showMessageBox(...args)),
    showOpenDialog: (...args: [never]) => notifyAfter(dialog.showOpenDialog(...args)),
    showSaveDialog: (...args: [never]) => notifyAfter(dialog.showSaveDialog(...args)),
  }
}
