import { normalized } from '../../normalized'

/**
 * The 10 digits on a lock's shell: the region (8 domestic, 6 Singapore) and nine sequential digits
 * (docs/api.md, section 2.1, “Asset number digit string”).
 */
export type ShellNumber = string & { readonly __brand: 'ShellNumber' }

const wholeNumber = /^[86]\d{9}$/
const standingAlone = /(?<!\d)[86]\d{9}(?!\d)/g

export const isShellNumber = (text: string): text is ShellNumber => wholeNumber.test(text)

/** All runs of exactly ten digits in `text` that are shell numbers; longer runs are ignored. */
export const findShellNumbers = (text: string): ShellNumber[] =>
  (text.match(standingAlone) ?? []) as ShellNumber[]

/**
 * The shell number in a complete asset number (`LD8000000017` → `8000000017`); null if there is none or more
 * than one. The API (docs/api.md) does not define asset numbers, so nothing else is assumed.
 */
export const shellNumberIn = (assetNum: string): ShellNumber | null => {
  const [found, second] = findShellNumbers(assetNum)
  return found !== undefined && second === undefined ? found : null
}

/** Groups digits 4-3-3 as on the shell; other texts are returned unchanged. */
export const groupShellNumber = (text: string): string =>
  isShellNumber(text) ? `${text.slice(0, 4)} ${text.slice(4, 7)} ${text.slice(7)}` : text

/**
 * Removes characters that a scanner, a clipboard, an input method or a spreadsheet adds: full-width forms,
 * spaces, dashes, invisible characters, a leading apostrophe.
 */
export const plainDigits = (typed: string): string =>
  normalized(typed)
    .replace(/\p{Cf}/gu, '')
    .trim()
    .replace(/^['’‘](?=\d)/u, '')
    .replace(/(?<=\d)[\s\u2010-\u2015-]+(?=\d)/gu, '')

const isFolded = /^[0-9A-Z]+$/

/** Normalizes case and width of an asset number for comparison only; requests use the record's own number. */
export const foldNumber = (text: string): string =>
  isFolded.test(text) ? text : plainDigits(text).toUpperCase()

/**
 * Whether an unlisted number may be an asset number: a shell number, or one word that contains one. Amounts,
 * formulas and sentences are not.
 */
export const mayBeAssetNumber = (text: string): boolean =>
  shellNumberIn(text) !== null && /^[\p{L}\p{N}](?:[\p{L}\p{N}_-]*[\p{L}\p{N}])?$/u.test(text)

/**
 * Why a text is not a shell number. `scientific`: a spreadsheet shortened it (8.00E+09) and digits are lost.
 * `leading-zeros`: a shell number padded with zeros. `number-format`: thousands separators or decimals.
 * `several`: more than one shell number. `wrong-region`: ten digits that start with neither 8 nor 6.
 */
export const malformedReasons = [
  'empty',
  'scientific',
  'leading-zeros',
  'number-format',
  'several',
  'wrong-region',
  'too-short',
  'too-long',
  'letters',
  'other-characters',
] as const
export type MalformedReason = (typeof malformedReasons)[number]

/** Null if `plainDigits` of `text` is a shell number. Nothing is corrected: a guess may be another lock. */
export const malformedReason = (text: string): MalformedReason | null => {
  const plain = plainDigits(text)
  if (isShellNumber(plain)) return null
  if (plain === '') return 'empty'
  if (/^\d+(?:[.,]\d*)?e[+-]?\d+$/i.test(plain)) return 'scientific'
  if (/^0+[86]\d{9}$/.test(plain)) return 'leading-zeros'
  if (/^\d{1,3}(?:[,.' ]\d{3})+$|^\d{9,11}[.,]\d*$/.test(plain)) return 'number-format'
  if (/^\d+$/.test(plain)) {
    if (/^(?:[86]\d{9}){2,}$/.test(plain) && plain !== text.trim()) return 'several'
    if (plain.length === 10) return 'wrong-region'
    return plain.length < 10 ? 'too-short' : 'too-long'
  }
  if (findShellNumbers(plain).length > 1) return 'several'
  return /\p{L}/u.test(plain) ? 'letters' : 'other-characters'
}
