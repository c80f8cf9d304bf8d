import type { Dialog, FileFilter } from 'electron'
import { chooseSaveLocation } from './choose-save-location'
import type { Language } from './ask'
import type { SaveLocationDeps } from './choose-save-location'
import { suggestFileName } from './save-file'

type ChosenFile = 'journal' | 'update' | 'branch'

/** Shows a system file dialog; null if canceled. */
export interface ChooseFile {
  toSave(name: string): Promise<string | null>
  toOpen(file: ChosenFile): Promise<string | null>
}

const names: Readonly<Record<ChosenFile, Readonly<Record<Language, string>>>> = {
  journal: { en: 'Activity log', zh: '操作日志' },
  update: { en: 'Update file', zh: '更新文件' },
  branch: { en: 'Join file', zh: '加入文件' },
}
const extensions: Readonly<Record<ChosenFile, string>> = {
  journal: 'log',
  update: 'yml',
  branch: 'lockbranch',
}

/**
 * Chooses files by path. Main reads and writes them itself: a journal may be too large for the bridge, and the
 * files of an update are beside the chosen one.
 */
export const createChooseFile = (
  deps: SaveLocationDeps & { readonly dialog: Pick<Dialog, 'showOpenDialog'> },
): ChooseFile => {
  const { dialog, window, language } = deps
  const filters = (file: ChosenFile): [FileFilter] => [
    { name: names[file][language()], extensions: [extensions[file]] },
  ]
  return {
    toSave: (name) => {
      const [filter] = filters('journal')
      return chooseSaveLocation(deps, { name: suggestFileName(name, 'log'), extension: 'log', filter })
    },
    toOpen: async (file) => {
      const options = { properties: ['openFile' as const], filters: filters(file) }
      const parent = window()
      const { canceled, filePaths } =
        parent === null ? await dialog.showOpenDialog(options) : await dialog.showOpenDialog(parent, options)
      return canceled ? null : (filePaths[0] ?? null)
    },
  }
}
