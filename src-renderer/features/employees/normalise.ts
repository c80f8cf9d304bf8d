import type { FieldName } from './employee-fields'

/** What was set right in a cell, so that it can be said. */
export type Tidied = 'full-width' | 'hidden' | 'number-format' | 'spacing'

/** Control characters, invisible spaces and marks that turn text around; a joiner is kept, emoji are made with it. */
const hidden = /[^\P{Cc}\t\n\r]|[\u00ad\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/gu
const blanks = /\s+/gu

const isCode = (field: FieldName): boolean =>
  field === 'userName' || field === 'passwordMobile' || field === 'department'

/**
 * A cell as it is meant: full-width letters and digits of accounts and numbers made plain, what cannot be seen taken
 * out, a spreadsheet's marks (`'007`, `1001.0`) undone. Passwords are never touched.
 */
export const tidy = (
  field: FieldName,
  given: string,
): { readonly text: string; readonly tidied: readonly Tidied[] } => {
  if (field === 'password') return { text: given, tidied: [] }
  const tidied: Tidied[] = []
  const step = (what: Tidied, before: string, after: string): string => {
    if (before !== after) tidied.push(what)
    return after
  }
  let text = step('hidden', given, given.replace(hidden, ''))
  text = text.replace(blanks, ' ').trim()
  if (!isCode(field)) return { text, tidied }
  text = step('full-width', text, text.normalize('NFKC').trim())
  text = step('number-format', text, text.replace(/^'(?=[\d+])/, '').replace(/^(\d+)\.0+$/, '$1'))
  // `1.38E+10` is not made to look like a number that it is not.
  if (field === 'passwordMobile' && !/[eE]/.test(text))
    text = step('spacing', text, text.replace(/(?<=[\d)])[ \-.]+(?=[\d(])/g, ''))
  return { text, tidied }
}
