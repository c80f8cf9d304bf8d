import type { Encoding } from '#shared/sheets/decode-text'

/** As spreadsheet programs and editors name them, in every language. */
export const encodingNames: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  gb18030: 'GB18030 (GBK)',
  big5: 'Big5',
  shift_jis: 'Shift-JIS',
  'euc-kr': 'EUC-KR',
  'windows-1252': 'Windows-1252',
  'windows-1250': 'Windows-1250',
  'windows-1251': 'Windows-1251',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
}
