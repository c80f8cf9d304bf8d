import type { Dialog, FileFilter } from 'electron'
import { askWhere } from './ask-where'
import type { AskWhereParts } from './ask-where'
import { offeredName } from './save-file'

type Language = 'en' | 'zh'

/** Asks for a place in the system's own dialog; null where the person thought better of it. */
export interface ChooseFile {
  toSave(name: string): Promise<string | null>
  toOpen(): Promise<string | null>
}

const kindName: Readonly<Record<Language, string>> = { en: 'Journal', zh: '操作记录' }

/** Paths of journals, which main reads and writes by itself: they may be too long to cross the bridge. */
export const createChooseFile = (
  deps: AskWhereParts & { readonly dialog: Pick<Dialog, 'showOpenDialog'> },
): ChooseFile => {
  const { dialog, window, language } = deps
  const filters = (): [FileFilter] => [{ name: kindName[language()], extensions: ['log'] }]
  return {
    toSave: (name) => {
      const [filter] = filters()
      return askWhere(deps, { name: offeredName(name, 'log'), ending: 'log', filter })
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
