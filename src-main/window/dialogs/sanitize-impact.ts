import type { HighImpact } from '../../changes/high-impact'

/** The longest text from a page, a file or the platform shown in a dialog. */
const maxLength = 60

/** Characters that are invisible or change the text direction. */
const invisibleCharacters =
  /(?:[\p{C}\p{Zl}\p{Zp}\p{Variation_Selector}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5)+/gu
const quotes = /["“”„‟«»「」『』〝〞＂]/gu
/** Many combining marks on one letter cover neighboring lines. */
const stackedMarks = /(\p{M}{2})\p{M}+/gu

/** Letters written from right to left; digits and signs after them would be shown before them. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
/** The first strong letter of the text decides about its direction, and about nothing outside it. */
const isolate = (text: string): string => (rightToLeft.test(text) ? `\u2068${text}\u2069` : text)

/** Reduces a text to one line that cannot end its quotation, hide part of it or reorder the text around it. */
export const toPlainText = (text: string): string => {
  const line = text
    .replace(invisibleCharacters, ' ')
    .replace(quotes, "'")
    .replace(stackedMarks, '$1')
    .replace(/\s+/g, ' ')
    .trim()
  return isolate(
    line.length > maxLength ? `${line.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')}…` : line,
  )
}

const plainValue = (value: unknown): unknown => {
  if (typeof value === 'string') return toPlainText(value)
  if (Array.isArray(value)) return value.map(plainValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plainValue(each)]))
}

/** Sanitizes every text of the confirmation, so that main's wording and the buttons stay visible. */
export const sanitizeImpact = (impact: HighImpact): HighImpact => plainValue(impact) as HighImpact
