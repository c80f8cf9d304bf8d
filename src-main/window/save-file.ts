import { extname } from 'node:path'
import type { CommandFailure, savedKinds } from '#shared/commands'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import { askWhere } from './ask-where'
import type { AskWhereParts } from './ask-where'

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
    // What turns the direction of letters goes too: “receipt fdp.exe” must not read as a PDF.
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '')
    .slice(0, 120)
    // Half a character at the end, and what Windows keeps for its devices, whatever the ending.
    .replace(/[\ud800-\udbff]$/, '')
    .replace(/^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i, '$1-')
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
 * it; `own-folder` where only the app writes, `not-saved` where the disk did not take it.
 */
export const createSaveFile =
  (
    deps: AskWhereParts & {
      /** Throws what the disk said. */
      readonly write: (path: string, bytes: Uint8Array) => Promise<void>
      /** Whether a file there would lie among the app's own. */
      readonly isOwn: (path: string) => Promise<boolean>
    },
  ): SaveFile =>
  async ({ name, kind, bytes }) => {
    const filter = { name: kindNames[kind][deps.language()], extensions: [kind] }
    const savedAs = await askWhere(deps, { name: offeredName(name, kind), ending: kind, filter })
    if (savedAs === null) return succeed(null)
    if (await deps.isOwn(savedAs)) return fail({ code: 'own-folder', message: 'the app’s own folder' })
    try {
      await deps.write(savedAs, bytes)
      return succeed({ savedAs })
    } catch (error) {
      return fail({ code: 'not-saved', message: error instanceof Error ? error.message : 'unknown' })
    }
  }
