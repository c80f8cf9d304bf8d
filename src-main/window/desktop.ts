import { app, clipboard, dialog, Menu, nativeTheme, shell } from 'electron'
import type { AppDescription } from '#shared/commands'
import { saveDurably } from '../files/durable'
import { isWithin } from '../files/own-folder'
import type { SettingsStore } from '../settings/settings'
import { createChooseFile } from './choose-file'
import { createCloseGuard } from './close-guard'
import { confirmHighImpact } from './confirm-high-impact'
import { createCopyText } from './copy-text'
import { loadOf } from './load'
import type { MainWindow } from './main-window'
import { menuTemplate } from './menu'
import { openTextFile } from './open-text-file'
import { createPrint, paperOf } from './print'
import { createSaveFile } from './save-file'

/** What the system does for the desk: its dialogs, clipboard, printer, menu and theme, in the chosen language. */
export const createDesktop = ({
  main,
  folder,
  settings,
  systemLanguage,
}: {
  main: MainWindow
  /** Where the app keeps its files; nobody saves theirs there. */
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

  const closeGuard = createCloseGuard({ app, dialog, language })
  main.onOpened((window) => closeGuard.watch(window))
  const isOwn = (path: string) => isWithin(folder, path)
  const saveFile = createSaveFile({ dialog, window: main.window, language, write: saveDurably, isOwn })
  const copyText = createCopyText(clipboard)

  return {
    version: app.getVersion(),
    crashFolder: app.getPath('crashDumps'),
    load: () => loadOf(app),
    closeGuard,
    isOwn,
    saveFile,
    print: createPrint({ window: main.window, saveFile, paper: paperOf(app.getLocaleCountryCode()) }),
    copyText,
    chooseFile: createChooseFile({ dialog, window: main.window, language }),
    openTextFile: openTextFile(main.window),
    confirmHighImpact: confirmHighImpact(main.window, language),
    /** In the program the system has for it; answers what went wrong, or nothing. */
    openPath: (path: string) => shell.openPath(path),
    restart: () =>
      void closeGuard.mayGo().then((goes) => {
        if (!goes) return
        app.relaunch()
        app.quit()
      }),
    stop: () => copyText.stop(),
  }
}

export type Desktop = ReturnType<typeof createDesktop>
