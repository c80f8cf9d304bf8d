import { stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import type { BrowserWindow, Dialog, FileFilter } from 'electron'

type Language = 'en' | 'zh'

const replaceWords: Readonly<
  Record<Language, { message: (name: string) => string; detail: string; yes: string; no: string }>
> = {
  en: {
    message: (name) => `“${name}” is there already. Replace it?`,
    detail: 'What is in it is lost.',
    yes: 'Replace',
    no: 'Cancel',
  },
  zh: {
    message: (name) => `“${name}”已经存在，要替换吗？`,
    detail: '里面原有的内容会丢失。',
    yes: '替换',
    no: '取消',
  },
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

export interface AskWhereParts {
  readonly dialog: Pick<Dialog, 'showSaveDialog' | 'showMessageBox'>
  readonly window: () => BrowserWindow | null
  readonly language: () => Language
}

/**
 * Asks in the system's own dialog where a file goes; null where the person thought better of it. Nothing is replaced
 * that was not asked about: on Linux the dialog leaves off the ending that the person did not type, and asks about
 * the name without it, so about the whole name this asks.
 */
export const askWhere = async (
  { dialog, window, language }: AskWhereParts,
  { name, ending, filter }: { readonly name: string; readonly ending: string; readonly filter: FileFilter },
): Promise<string | null> => {
  const options = {
    defaultPath: name,
    filters: [filter],
    properties: ['createDirectory' as const, 'showOverwriteConfirmation' as const],
  }
  const parent = window()
  const { canceled, filePath } =
    parent === null ? await dialog.showSaveDialog(options) : await dialog.showSaveDialog(parent, options)
  if (canceled || filePath === '') return null
  if (extname(filePath) !== '') return filePath
  const whole = `${filePath}.${ending}`
  if (!(await isThere(whole))) return whole
  const words = replaceWords[language()]
  const question = {
    type: 'warning' as const,
    message: words.message(basename(whole)),
    detail: words.detail,
    buttons: [words.yes, words.no],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  }
  const { response } =
    parent === null ? await dialog.showMessageBox(question) : await dialog.showMessageBox(parent, question)
  return response === 0 ? whole : null
}
