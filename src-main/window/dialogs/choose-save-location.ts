import { stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import type { BrowserWindow, Dialog, FileFilter } from 'electron'

type Language = 'en' | 'zh'

const replaceTexts: Readonly<
  Record<Language, { message: (name: string) => string; detail: string; yes: string; no: string }>
> = {
  en: {
    message: (name) => `“${name}” already exists. Replace it?`,
    detail: 'Its current content is overwritten.',
    yes: 'Replace',
    no: 'Cancel',
  },
  zh: {
    message: (name) => `“${name}”已存在，是否替换？`,
    detail: '原有内容将被覆盖。',
    yes: '替换',
    no: '取消',
  },
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

export interface SaveLocationDeps {
  readonly dialog: Pick<Dialog, 'showSaveDialog' | 'showMessageBox'>
  readonly window: () => BrowserWindow | null
  readonly language: () => Language
}

/**
 * Shows a system save dialog; null if canceled. Linux dialogs omit the extension and confirm replacing only the
 * name without it, so this asks about the full name.
 */
export const chooseSaveLocation = async (
  { dialog, window, language }: SaveLocationDeps,
  {
    name,
    extension,
    filter,
  }: { readonly name: string; readonly extension: string; readonly filter: FileFilter },
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
  const pathWithExtension = `${filePath}.${extension}`
  if (!(await isThere(pathWithExtension))) return pathWithExtension
  const texts = replaceTexts[language()]
  const question = {
    type: 'warning' as const,
    message: texts.message(basename(pathWithExtension)),
    detail: texts.detail,
    buttons: [texts.yes, texts.no],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  }
  const { response } =
    parent === null ? await dialog.showMessageBox(question) : await dialog.showMessageBox(parent, question)
  return response === 0 ? pathWithExtension : null
}
