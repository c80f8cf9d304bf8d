import { groupSeparator, identityOf, readCode } from './scanned-code'
import type { ScannedCode } from './scanned-code'

/** One character of a scan, read in two ways. Null where a way gives none. */
export interface Stroke {
  /** The character that the layout of the computer produced; null under an input method. */
  readonly byKey: string | null
  /** The character of this key on a US keyboard, which most scanners imitate. */
  readonly byCode: string | null
  /** The digit printed on a key of the top row, with or without Shift. */
  readonly digit: string | null
  /** Milliseconds on any monotonic clock. */
  readonly at: number
  /** The keys pressed for it: Alt and a decimal code are several. */
  readonly keyCount: number
}

export type Reading =
  | {
      readonly kind: 'read'
      readonly code: ScannedCode
      /** The same text is in a field that had the focus. */
      readonly isAsTyped: boolean
    }
  /** The two ways give different locks. */
  | { readonly kind: 'conflict'; readonly readings: readonly [string, string] }

const missing = '\uFFFD'
const shifted = ')!@#$%^&*('
const signs: Readonly<Record<string, string>> = {
  Backquote: '`~',
  Minus: '-_',
  Equal: '=+',
  BracketLeft: '[{',
  BracketRight: ']}',
  Backslash: '\\|',
  IntlBackslash: '\\|',
  Semicolon: ';:',
  Quote: '\'"',
  Comma: ',<',
  Period: '.>',
  Slash: '/?',
  Space: '  ',
  NumpadSubtract: '--',
  NumpadAdd: '++',
  NumpadDivide: '//',
  NumpadMultiply: '**',
  NumpadDecimal: '..',
}

export const digitOf = (code: string): string | null => /^Digit(\d)$/.exec(code)?.[1] ?? null

/** The character of a key on a US keyboard; null for keys without one. */
export const characterOfCode = (code: string, shiftKey: boolean): string | null => {
  const pad = /^Numpad(\d)$/.exec(code)?.[1]
  if (pad !== undefined) return pad
  const digit = digitOf(code)
  if (digit !== null) return shiftKey ? (shifted[Number(digit)] ?? null) : digit
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  if (letter !== undefined) return shiftKey ? letter : letter.toLowerCase()
  return signs[code]?.[shiftKey ? 1 : 0] ?? null
}

const isDigit = (character: string | null): boolean => character !== null && /^\d$/.test(character)
const isAscii = (character: string | null): character is string =>
  character !== null && (/^[ -~]$/.test(character) || character === groupSeparator)

export const digitCountOf = (strokes: readonly Stroke[]): number =>
  strokes.filter(({ byKey, byCode, digit }) => isDigit(byKey) || isDigit(byCode) || digit !== null).length

/**
 * Whether the top row gave digits and signs: then the layout of the computer decides what is a digit, and the position
 * of a sign must not become one (`-` is on the key 6 of a French keyboard).
 */
const isMixed = (strokes: readonly Stroke[]): boolean => {
  const row = strokes.filter(({ digit, byCode }) => digit !== null && byCode === digit)
  const signsByKey = row.filter(({ byKey }) => isAscii(byKey) && !isDigit(byKey))
  return signsByKey.length > 0 && row.some(({ byKey }) => isDigit(byKey))
}

const textOf = (strokes: readonly Stroke[], characterOf: (stroke: Stroke) => string | null): string =>
  strokes.map((stroke) => characterOf(stroke) ?? missing).join('')

const sameOrNumber = (typed: ScannedCode, other: ScannedCode): ScannedCode =>
  typed.kind !== 'number' || typed.text.toUpperCase() === other.text.toUpperCase()
    ? typed
    : { kind: 'number', text: identityOf(typed) ?? typed.text }

/**
 * Reads a scan by the characters of the computer’s layout, and by the positions of the keys on a US keyboard: a scanner
 * that is set to another layout, or an input method, makes the characters wrong. Positions serve only where characters
 * give no lock and do not contradict.
 */
export const readStrokes = (strokes: readonly Stroke[]): Reading => {
  const typed = textOf(strokes, (stroke) => stroke.byKey)
  const byKey = readCode(typed)
  const byCode = readCode(textOf(strokes, (stroke) => stroke.byCode))
  const keyIdentity = identityOf(byKey)
  const codeIdentity = isMixed(strokes) ? null : identityOf(byCode)
  const isTyped = strokes.every((stroke) => isAscii(stroke.byKey))
  const read = (code: ScannedCode): Reading => ({
    kind: 'read',
    code,
    isAsTyped: isTyped && code.text === typed.trim(),
  })
  if (keyIdentity !== null && codeIdentity !== null) {
    if (keyIdentity !== codeIdentity) return { kind: 'conflict', readings: [byKey.text, byCode.text] }
    return read(sameOrNumber(byKey, byCode))
  }
  if (keyIdentity !== null) return read(byKey)
  if (codeIdentity !== null) return read(byCode)
  // Where digits need Shift, such as in France, a scanner presses it, and Caps Lock or another layout undoes it.
  const noDigitByKey = strokes.every((stroke) => stroke.digit === null || !isDigit(stroke.byKey))
  const byPosition = readCode(textOf(strokes, (stroke) => stroke.digit ?? stroke.byCode))
  if (noDigitByKey && identityOf(byPosition) !== null) return read(byPosition)
  return read(isTyped ? byKey : byCode)
}
