/** Characters of a name or a cell; what is longer is neither. */
export const maxNormalized = 1_000

/** Characters of a pasted or read text with many numbers. */
export const maxPasted = 4_000_000
/** Characters of a passphrase or a password. */
export const maxSecret = 10_000
/** Characters of the texts of a row, and of a note. */
export const maxRowText = 10_000

/** UAX 15, “Stream-Safe Text Format”: no language needs more. */
const maxMarks = 30

// The two half-width Japanese marks become combining marks by NFKC; no other character that is no mark becomes only marks.
const tooManyMarks = new RegExp(`[\\p{M}\\uff9e\\uff9f]{${maxMarks + 1}}`, 'u')

/**
 * Whether a text has a Unicode form here: at most `max` characters, at most 30 combining marks in a row. Normalization
 * sorts the marks of a row, which takes the square of their number.
 */
export const canBeNormalized = (text: string, max = maxNormalized): boolean =>
  text.length <= max && !tooManyMarks.test(text)

/**
 * The Unicode form of a text, the only use of `String.normalize`. A text that cannot be normalized is returned as it is:
 * it is compared as it is, and the limits of its field refuse it.
 */
export const normalized = (
  text: string,
  max = maxNormalized,
  form: 'NFC' | 'NFKC' | 'NFKD' = 'NFKC',
): string => (canBeNormalized(text, max) ? text.normalize(form) : text)

/** Letters, digits and spaces of a Chinese input method. Its other signs stay, since names and sentences have them. */
export const halfWidth = (text: string): string =>
  text.replace(/[\u3000０-９Ａ-Ｚａ-ｚ]/g, (wide) => normalized(wide))
