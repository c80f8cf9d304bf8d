/**
 * The 10 digits on a lock's shell: the region (8 domestic, 6 Singapore), then nine that count up
 * (API document, section 2.1, “Asset number digit string”).
 */
export type ShellNumber = string & { readonly __brand: 'ShellNumber' }

const whole = /^[86]\d{9}$/
const standingAlone = /(?<!\d)[86]\d{9}(?!\d)/g

export const isShellNumber = (text: string): text is ShellNumber => whole.test(text)

/** Every run of exactly ten digits in `text` that is a shell number; longer runs are something else. */
export const findShellNumbers = (text: string): ShellNumber[] =>
  (text.match(standingAlone) ?? []) as ShellNumber[]

/**
 * The shell number that a whole asset number carries (`LD8000000017` → `8000000017`), or null where it carries
 * none or more than one. How asset numbers are made is not in the API document, so nothing else is assumed.
 */
export const shellNumberIn = (assetNum: string): ShellNumber | null => {
  const [found, second] = findShellNumbers(assetNum)
  return found !== undefined && second === undefined ? found : null
}

/** Grouped 4-3-3 as people read it off the shell; anything else is returned as it is. */
export const groupShellNumber = (text: string): string =>
  isShellNumber(text) ? `${text.slice(0, 4)} ${text.slice(4, 7)} ${text.slice(7)}` : text

/**
 * What a scanner, a clipboard, an input method or a spreadsheet may put around digits: full-width forms, spaces,
 * dashes, marks nobody sees, the apostrophe that makes a cell text.
 */
export const plainDigits = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim()
    .replace(/^['’‘](?=\d)/u, '')
    .replace(/(?<=\d)[\s\u2010-\u2015-]+(?=\d)/gu, '')

/**
 * Why a text is no shell number. `scientific`: a spreadsheet shortened it (8.00E+09) and the digits are gone.
 * `leading-zeros`: a shell number behind zeros, padded by a sheet or a scanner. `number-format`: thousands set apart,
 * or decimals. `several`: more than one shell number. `wrong-region`: ten digits that begin with neither 8 nor 6.
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

/** Null where `text`, read as `plainDigits` reads it, is a shell number. Nothing is mended: a guess may hit another lock. */
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
