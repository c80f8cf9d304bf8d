// A spreadsheet treats a cell as a formula by its first sign (OWASP, “CSV Injection”). Which sign is first
// depends on the separator in the reader's locale, so a sign after any separator is escaped too. An apostrophe
// before the sign makes the cell text; `unescapeFormulas` removes exactly that apostrophe.

/** Full-width and small forms too: they are normalized to the plain ones. */
const formulaSign = '[=+\\-@＝＋－＠﹦﹢﹣﹫]'
const separator = '[,;|\\t\\r\\n]'
/** Spreadsheets skip these characters before a sign; none of them is a separator. */
const skipped = '(?:[^\\P{Cc}\\t\\r\\n]|[\\p{Z}\\p{Cf}"])*'

const formulaAtStart = new RegExp(`^(?:${skipped}'*${formulaSign}|[\\t\\r\\n])`, 'u')
const unescapedInside = new RegExp(`(${separator}${skipped})('*)(?=${formulaSign})`, 'gu')
const escapedInside = new RegExp(`(${separator}${skipped})'('*)(?=${formulaSign})`, 'gu')

/** Text that looks escaped is escaped again. Readers also remove an apostrophe before a digit. */
const needsEscapeAtStart = (text: string): boolean => {
  const bare = text.replace(/^'+/, '')
  return formulaAtStart.test(bare) || (bare !== text && /^\d/.test(bare))
}

/** Escapes text so that no spreadsheet treats it as a formula, with any separator. Other text is unchanged. */
export const escapeFormulas = (text: string): string => {
  const escaped = text.replace(unescapedInside, "$1'$2")
  return escaped !== text || needsEscapeAtStart(text) ? `'${escaped}` : text
}

/** The text before `escapeFormulas`; null if it was not escaped. */
export const unescapeFormulas = (text: string): string | null => {
  if (!text.startsWith("'")) return null
  const plain = text.slice(1).replace(escapedInside, '$1$2')
  return escapeFormulas(plain) === text ? plain : null
}
