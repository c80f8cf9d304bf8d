import type { Dialog, FileFilter } from 'electron'
import { chooseSaveLocation } from './choose-save-location'
import type { Language } from './ask'
import type { SaveLocationDeps } from './choose-save-location'
import { suggestFileName } from './save-file'

/** Shows a system file dialog; null if canceled. */
export interface ChooseFile {
  toSave(name: string): Promise<string | null>
  toOpen(): Promise<string | null>
}

const kindName: Readonly<Record<Language, string>> = { en: 'Activity log', zh: '操作日志' }

/**
 * Chooses journal files by path. Main reads and writes them itself, because they may be too large for the
 * bridge.
 */
export const createChooseFile = (
  deps: SaveLocationDeps & { readonly dialog: Pick<Dialog, 'showOpenDialog'> },
): ChooseFile => {
  const { dialog, window, language } = deps
  const filters = (): [FileFilter] => [{ name: kindName[language()], extensions: ['log'] }]
  return {
    toSave: (name) => {
      const [filter] = filters()
      return chooseSaveLocation(deps, { name: suggestFileName(name, 'log'), extension: 'log', filter })
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
