import { app, clipboard, dialog as systemDialog, Menu, nativeTheme, shell } from 'electron'
import type { AppDescription } from '#shared/bridge/app-commands'
import { saveDurably } from '../util/files/durable-file'
import { isWithin } from '../util/files/is-within'
import type { SettingsStore } from '../settings/settings'
import { createChooseFile } from './dialogs/choose-file'
import { createCloseGuard } from './close-guard'
import { confirmAddress, confirmUpdateServer } from './dialogs/confirm-address'
import { confirmCommandLine } from './dialogs/confirm-command-line'
import { confirmDestruction } from './dialogs/confirm-destruction'
import { confirmTrust } from './dialogs/confirm-keys'
import { confirmMove } from './dialogs/confirm-move'
import { confirmSigning } from './dialogs/confirm-signing'
import { confirmHighImpact, confirmSending } from './dialogs/confirm-high-impact'
import { createCopyText } from './copy-text'
import type { MainWindow } from './main-window'
import { menuTemplate } from './menu'
import { createRestartOffer } from './dialogs/offer-restart'
import { notifyWhenClosed, queueDialogs } from './dialogs/dialog-queue'
import { openTextFile } from './dialogs/open-text-file'
import { createPrint, paperSizeOf } from './print'
import { relaunchLater } from './restart'
import { createSaveFile } from './dialogs/save-file'

/** How long the app has run and how much memory its processes use. */
const measureLoad = () => {
  const metrics = app.getAppMetrics()
  return {
    uptimeMs: Math.round(process.uptime() * 1000),
    // Electron reports kilobytes.
    memoryBytes: metrics.reduce((sum, { memory }) => sum + memory.workingSetSize * 1024, 0),
    processes: metrics.length,
  }
}

/** System services for the app in the chosen language: dialogs, clipboard, printing, menu and theme. */
export const createDesktop = ({
  main,
  folder,
  settings,
  systemLanguage,
}: {
  main: MainWindow
  /** The user-data folder, in which users must not save files. */
  folder: string
  settings: SettingsStore
  systemLanguage: AppDescription['systemLanguage']
}) => {
  const language = () => {
    const chosen = settings.read().language
    return chosen === 'system' ? systemLanguage : chosen
  }
  const follow = () => {
    nativeTheme.themeSource = settings.read().theme
    const { platform } = process
    const template = menuTemplate({ language: language(), platform, isPackaged: app.isPackaged })
    Menu.setApplicationMenu(Menu.buildFromTemplate(template))
  }
  follow()
  settings.onChange(follow)

  const dialog = notifyWhenClosed(queueDialogs(systemDialog), () => main.emit('window/dialog-closed', null))
  const dialogs = { dialog, window: main.window, language }
  const closeGuard = createCloseGuard({ app, dialog, language })
  main.onOpened((window) => closeGuard.watch(window))
  const isOwn = (path: string) => isWithin(folder, path)
  const saveFile = createSaveFile({ ...dialogs, write: saveDurably, isOwn })
  const copyText = createCopyText(clipboard)

  const restart = () =>
    void closeGuard.mayClose().then((goes) => {
      if (!goes) return
      relaunchLater(app)
      app.quit()
    })

  return {
    version: app.getVersion(),
    language,
    crashFolder: app.getPath('crashDumps'),
    load: measureLoad,
    closeGuard,
    isOwn,
    saveFile,
    print: createPrint({ window: main.window, saveFile, paper: paperSizeOf(app.getLocaleCountryCode()) }),
    copyText,
    chooseFile: createChooseFile(dialogs),
    openTextFile: openTextFile(dialog, main.window),
    confirmAddress: confirmAddress(dialogs),
    confirmUpdateServer: confirmUpdateServer(dialogs),
    confirmMove: confirmMove(dialogs),
    confirmCommandLine: confirmCommandLine(dialogs),
    confirmHighImpact: confirmHighImpact(dialogs),
    confirmDestruction: confirmDestruction(dialogs),
    confirmTrust: confirmTrust(dialogs),
    confirmSigning: confirmSigning(dialogs),
    confirmSending: confirmSending(dialogs),
    /** Opens the path in its default program; resolves to the system's error message or an empty text. */
    openPath: (path: string) => shell.openPath(path),
    restart,
    offerRestart: createRestartOffer({ ...dialogs, restart }),
    stop: () => copyText.stop(),
  }
}

export type Desktop = ReturnType<typeof createDesktop>
