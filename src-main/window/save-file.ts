import { extname } from 'node:path'
import type { BrowserWindow, Dialog } from 'electron'
import type { CommandFailure, savedKinds } from '#shared/commands'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'

type Language = 'en' | 'zh'
/** What the page may ask to save, and what main makes itself. */
export type SavedKind = (typeof savedKinds)[number] | 'zip'

const kindNames: Readonly<Record<SavedKind, Readonly<Record<Language, string>>>> = {
  csv: { en: 'Comma-separated values', zh: '逗号分隔表格' },
  xlsx: { en: 'Excel workbook', zh: 'Excel 工作簿' },
  json: { en: 'JSON file', zh: 'JSON 文件' },
  pdf: { en: 'PDF document', zh: 'PDF 文档' },
  txt: { en: 'Text file', zh: '文本文件' },
  rules: { en: 'udev rules', zh: 'udev 规则文件' },
  zip: { en: 'Zip archive', zh: 'Zip 压缩包' },
}

/** A name offered to the person: what no file system takes is left out, and it ends as its kind does. */
export const offeredName = (name: string, kind: SavedKind | 'log'): string => {
  const base = name
    // eslint-disable-next-line no-control-regex -- control characters are exactly what may not stand in a name
    .replace(/[\u0000-\u001f<>:"/\\|?*]+/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '')
    .slice(0, 120)
  const named = base === '' ? 'lock-desk' : base
  return extname(named).toLowerCase() === `.${kind}` ? named : `${named}.${kind}`
}

export interface FileToSave {
  readonly name: string
  readonly kind: SavedKind
  readonly bytes: Uint8Array
}

export type SaveFile = (
  file: FileToSave,
) => Promise<Outcome<{ readonly savedAs: string } | null, CommandFailure>>

/**
 * Asks in the system's own dialog where a file goes, and writes it there. Null where the person thought better of
 * it; `not-saved` where the disk did not take it.
 */
export const createSaveFile =
  (deps: {
    readonly dialog: Pick<Dialog, 'showSaveDialog'>
    readonly window: () => BrowserWindow | null
    readonly language: () => Language
    /** Throws what the disk said. */
    readonly write: (path: string, bytes: Uint8Array) => Promise<void>
  }): SaveFile =>
  async ({ name, kind, bytes }) => {
    const options = {
      defaultPath: offeredName(name, kind),
      filters: [{ name: kindNames[kind][deps.language()], extensions: [kind] }],
      properties: ['createDirectory' as const, 'showOverwriteConfirmation' as const],
    }
    const parent = deps.window()
    const { canceled, filePath } =
      parent === null
        ? await deps.dialog.showSaveDialog(options)
        : await deps.dialog.showSaveDialog(parent, options)
    if (canceled || filePath === '') return succeed(null)
    // On Linux the dialog leaves off the ending that the person did not type.
    const savedAs = extname(filePath) === '' ? `${filePath}.${kind}` : filePath
    try {
      await deps.write(savedAs, bytes)
      return succeed({ savedAs })
    } catch (error) {
      return fail({ code: 'not-saved', message: error instanceof Error ? error.message : 'unknown' })
    }
  }
