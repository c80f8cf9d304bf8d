import { stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import type { Dialog, FileFilter } from 'electron'
import { confirm } from './ask'
import type { AskDeps, Language } from './ask'
import { quotedFile, text } from './dialog-text'
import type { DialogText } from './dialog-text'

const replaceTexts: Readonly<
  Record<
    Language,
    { message: (name: DialogText) => DialogText; detail: DialogText; yes: DialogText; no: DialogText }
  >
> = {
  en: {
    message: (name) => text`${name} already exists. Replace it?`,
    detail: text`Its current content is overwritten.`,
    yes: text`Replace`,
    no: text`Cancel`,
  },
  zh: {
    message: (name) => text`${name}已存在，是否替换？`,
    detail: text`原有内容将被覆盖。`,
    yes: text`替换`,
    no: text`取消`,
  },
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

export interface SaveLocationDeps extends AskDeps {
  readonly dialog: Pick<Dialog, 'showSaveDialog' | 'showMessageBox'>
}

/**
 * Shows a system save dialog; null if canceled. Linux dialogs omit the extension and confirm replacing only the
 * name without it, so this asks about the full name.
 */
export const chooseSaveLocation = async (
  deps: SaveLocationDeps,
  {
    name,
    extension,
    filter,
  }: { readonly name: string; readonly extension: string; readonly filter: FileFilter },
): Promise<string | null> => {
  const { dialog, window, language } = deps
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
  const { message, detail, yes, no } = replaceTexts[language()]
  const question = {
    type: 'warning',
    message: message(quotedFile(basename(pathWithExtension))),
    detail,
    yes,
    no,
  } as const
  return (await confirm(deps, question)) ? pathWithExtension : null
}
