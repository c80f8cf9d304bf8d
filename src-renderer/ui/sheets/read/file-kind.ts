import type { SheetFailureCode } from '../sheet'
import type { ZipEntry } from './zip'

type Refused = Extract<
  SheetFailureCode,
  | 'old-excel'
  | 'open-document'
  | 'numbers-document'
  | 'pdf'
  | 'picture'
  | 'web-page'
  | 'password'
  | 'unknown-kind'
>

const startsWith = (bytes: Uint8Array, ...values: number[]): boolean =>
  values.every((value, index) => bytes[index] === value)
const ascii = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to))

const isPicture = (bytes: Uint8Array): boolean =>
  startsWith(bytes, 0x89, 0x50, 0x4e, 0x47) ||
  startsWith(bytes, 0xff, 0xd8, 0xff) ||
  ascii(bytes, 0, 4) === 'GIF8' ||
  ascii(bytes, 4, 8) === 'ftyp' ||
  (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') ||
  (ascii(bytes, 0, 2) === 'BM' && bytes.subarray(6, 10).every((byte) => byte === 0)) ||
  startsWith(bytes, 0x49, 0x49, 0x2a, 0) ||
  startsWith(bytes, 0x4d, 0x4d, 0, 0x2a)

/** Names in an OLE container are UTF-16. An encrypted XLSX has this stream ([MS-OFFCRYPTO] 2.3.4.4). */
const encryptedName = Array.from('EncryptedPackage').flatMap((letter) => [letter.charCodeAt(0), 0])
const isEncrypted = (bytes: Uint8Array): boolean => {
  const [first = 0] = encryptedName
  for (let at = bytes.indexOf(first); at !== -1; at = bytes.indexOf(first, at + 1)) {
    if (encryptedName.every((byte, index) => bytes[at + index] === byte)) return true
  }
  return false
}

/** Detects the file type by its first bytes; the file name is not reliable. */
export const kindOf = (bytes: Uint8Array): 'zip' | 'text' | Refused => {
  // The marks of a split archive may stand before the first file of one that was never split.
  const isSplit = startsWith(bytes, 0x50, 0x4b, 0x30, 0x30) || startsWith(bytes, 0x50, 0x4b, 0x07, 0x08)
  if (startsWith(isSplit ? bytes.subarray(4) : bytes, 0x50, 0x4b, 0x03, 0x04)) return 'zip'
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)) {
    return isEncrypted(bytes) ? 'password' : 'old-excel'
  }
  if (ascii(bytes, 0, 4) === '%PDF') return 'pdf'
  if (isPicture(bytes)) return 'picture'
  const start = ascii(bytes, 0, 200).replace(/^ï»¿/, '').trimStart().toLowerCase()
  return /^<(?:!doctype|html|table|\?xml|meta|head|style)/.test(start) ? 'web-page' : 'text'
}

/** Detects what an archive contains by its paths, if it does not say which document it is. */
export const archiveKind = (entries: readonly ZipEntry[]): Refused => {
  const paths = new Set(entries.map(({ path }) => path))
  if (paths.has('xl/workbook.bin')) return 'old-excel'
  if (paths.has('content.xml') && paths.has('mimetype')) return 'open-document'
  if (entries.some(({ path }) => /(^|\/)Index(\.zip|\/Document\.iwa)$/.test(path))) return 'numbers-document'
  return 'unknown-kind'
}
