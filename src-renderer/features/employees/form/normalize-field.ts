import { normalized as normalizedText } from '#shared/normalized'
import { plainName, withoutHidden } from '#shared/model/visible-text'
import type { FieldName } from './employee-fields'

/** What was corrected in a cell, to report it. */
export type Normalization = 'full-width' | 'hidden' | 'number-format' | 'spacing'

const isCode = (field: FieldName): boolean =>
  field === 'userName' || field === 'passwordMobile' || field === 'department'

/**
 * Normalizes a cell: full-width letters and digits of accounts and numbers, invisible characters, and
 * spreadsheet marks (`'007`, `1001.0`). Passwords are never changed.
 */
export const normalizeField = (
  field: FieldName,
  input: string,
): { readonly text: string; readonly normalized: readonly Normalization[] } => {
  if (field === 'password') return { text: input, normalized: [] }
  const normalized: Normalization[] = []
  const record = (what: Normalization, before: string, after: string): string => {
    if (before !== after) normalized.push(what)
    return after
  }
  let text = record('hidden', input, withoutHidden(input))
  text = plainName(text)
  if (!isCode(field)) return { text, normalized }
  text = record('full-width', text, normalizedText(text).trim())
  text = record('number-format', text, text.replace(/^'(?=[\d+])/, '').replace(/^(\d+)\.0+$/, '$1'))
  // `1.38E+10` must not become another number.
  if (field === 'passwordMobile' && !/[eE]/.test(text))
    text = record('spacing', text, text.replace(/(?<=[\d)])[ \-.]+(?=[\d(])/g, ''))
  return { text, normalized }
}
