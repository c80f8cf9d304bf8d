import { extname } from 'node:path'
import type { BrowserWindow, Dialog } from 'electron'
import { offeredName } from './save-file'

type Language = 'en' | 'zh'

/** Asks for a place in the system's own dialog; null where the person thought better of it. */
export interface ChooseFile {
  toSave(name: string): Promise<string | null>
  toOpen(): Promise<string | null>
}

const kindName: Readonly<Record<Language, string>> = { en: 'Journal', zh: '操作记录' }

/** Paths of journals, which main reads and writes by itself: they may be too long to cross the bridge. */
export const createChooseFile = (deps: {
  readonly dialog: Pick<Dialog, 'showSaveDialog' | 'showOpenDialog'>
  readonly window: () => BrowserWindow | null
  readonly language: () => Language
}): ChooseFile => {
  const { dialog, window, language } = deps
  const filters = () => [{ name: kindName[language()], extensions: ['log'] }]
  return {
    toSave: async (name) => {
      const options = {
        defaultPath: offeredName(name, 'log'),
        filters: filters(),
        properties: ['createDirectory' as const, 'showOverwriteConfirmation' as const],
      }
      const parent = window()
      const { canceled, filePath } =
        parent === null ? await dialog.showSaveDialog(options) : await dialog.showSaveDialog(parent, options)
      if (canceled || filePath === '') return null
      // On Linux the dialog leaves off the ending that the person did not type.
      return extname(filePath) === '' ? `${filePath}.log` : filePath
    },
    toOpen: async () => {
      const options = { properties: ['openFile' as const], filters: filters() }
      const parent = window()
      const { canceled, filePaths } =
        parent === null ? await dialog.showOpenDialog(options) : await dialog.showOpenDialog(parent, options)
      return canceled ? null : (filePaths[0] ?? null)
    },
  }
}
