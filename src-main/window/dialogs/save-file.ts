import { extname } from 'node:path'
import { messageOf } from '#shared/error-message'
import type { DomainFailure } from '#shared/model/failure'
import type { savedKinds } from '#shared/bridge/app-commands'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { Language } from './ask'
import { chooseSaveLocation } from './choose-save-location'
import type { SaveLocationDeps } from './choose-save-location'
import { withoutDeviceName } from '../../util/files/device-names'

/** The kinds that the page may save, and those that main creates. */
export type SavedKind = (typeof savedKinds)[number] | 'zip' | 'lockdesk-setup' | 'lockorder'

const kindNames: Readonly<Record<SavedKind, Readonly<Record<Language, string>>>> = {
  csv: { en: 'CSV file', zh: 'CSV 文件' },
  xlsx: { en: 'Excel workbook', zh: 'Excel 工作簿' },
  json: { en: 'JSON file', zh: 'JSON 文件' },
  pdf: { en: 'PDF document', zh: 'PDF 文档' },
  txt: { en: 'Text file', zh: '文本文件' },
  rules: { en: 'udev rules', zh: 'udev 规则文件' },
  ics: { en: 'Calendar file', zh: '日历文件' },
  lockkey: { en: 'Public key', zh: '公钥' },
  lockorder: { en: 'Work order', zh: '工单' },
  lockresult: { en: 'Result of a work order', zh: '工单结果' },
  'lockdesk-setup': { en: 'Lock Desk set-up file', zh: 'Lock Desk 设置文件' },
  zip: { en: 'Zip archive', zh: 'Zip 压缩包' },
}

/** Suggests a file name: removes characters that file systems forbid and sets the extension of the kind. */
export const suggestFileName = (name: string, kind: SavedKind | 'log'): string => {
  const cleaned = name
    // Also removes bidirectional characters: “receipt fdp.exe” must not look like a PDF.
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '')
    .slice(0, 120)
    // Removes a split surrogate at the end.
    .replace(/[\ud800-\udbff]$/, '')
  const base = withoutDeviceName(cleaned)
  const nameOrDefault = base === '' ? 'lock-desk' : base
  return extname(nameOrDefault).toLowerCase() === `.${kind}` ? nameOrDefault : `${nameOrDefault}.${kind}`
}

export interface FileToSave {
  readonly name: string
  readonly kind: SavedKind
  readonly bytes: Uint8Array
}

export type SaveFile = (
  file: FileToSave,
) => Promise<Outcome<{ readonly savedAs: string } | null, DomainFailure>>

/**
 * Shows a system save dialog and writes the file. Null if canceled; `own-folder` for a path in the app's own
 * folders, `file-not-saved` if writing failed.
 */
export const createSaveFile =
  (
    deps: SaveLocationDeps & {
      /** Throws the file system's error. */
      readonly write: (path: string, bytes: Uint8Array) => Promise<void>
      /** Whether the path is in the app's own folders. */
      readonly isOwn: (path: string) => Promise<boolean>
    },
  ): SaveFile =>
  async ({ name, kind, bytes }) => {
    const filter = { name: kindNames[kind][deps.language()], extensions: [kind] }
    const savedAs = await chooseSaveLocation(deps, {
      name: suggestFileName(name, kind),
      extension: kind,
      filter,
    })
    if (savedAs === null) return succeed(null)
    if (await deps.isOwn(savedAs))
      return fail({ code: 'own-folder', message: 'the folder belongs to the app' })
    try {
      await deps.write(savedAs, bytes)
      return succeed({ savedAs })
    } catch (error) {
      return fail({ code: 'file-not-saved', message: messageOf(error) })
    }
  }
