import { app, dialog } from 'electron'
import { showError } from '../window/dialogs/ask'
import { systemText, text } from '../window/dialogs/dialog-text'

/** Ends this process, which has started nothing that stops. */
export const exitWithMessage = (why: string, exitStatus: number): void => {
  process.stderr.write(`lock-desk: ${why}\n`)
  app.exit(exitStatus)
}

/** An AppImage started from a menu has no terminal, so it shows a dialog. */
export const refuseLaunch = ({
  why,
  exitStatus,
  isShown,
}: {
  readonly why: string
  readonly exitStatus: number
  readonly isShown: boolean
}): void => {
  if (!isShown || process.env['APPIMAGE'] === undefined) exitWithMessage(why, exitStatus)
  else
    void app.whenReady().then(() => {
      showError(dialog, text`Lock Desk does not start here: ${systemText(why)}`)
      exitWithMessage(why, exitStatus)
    })
}
