import {
  findShellNumbers,
  foldNumber,
  isShellNumber,
  mayBeAssetNumber,
  plainDigits,
} from '#shared/model/locks/shell-number'
import { numbersInLine } from '#shared/sheets/numbers-in-line'
import { isOrderCode } from '../../entities/work-order/order-code'

/** FNC1 inside a GS1 code reaches the computer as this character. */
export const groupSeparator = '\x1D'

/**
 * What a scanned text is. `number`: one lock; `text` is its shell number, or an asset number that contains it.
 * `several`: a code that lists locks. `glued`: shell numbers without anything between them. `order`: a printed work
 * order. `other`: anything else, such as the product code on the same label.
 */
export interface ScannedCode {
  readonly kind: 'number' | 'several' | 'glued' | 'order' | 'other'
  readonly text: string
}

/** Codes that hold a telephone number, a message or a network. */
const foreign = /^(?:begin|geo|mailto|mecard|otpauth|smsto|sms|tel|wifi):/i
/** More text than this is a document, not a label. */
const maxLength = 500

/** Lengths of the values of GS1 application identifiers; the value of any other one ends with FNC1. */
const gs1Lengths: Readonly<Record<string, number>> = {
  '00': 18,
  '01': 14,
  '02': 14,
  '03': 14,
  '04': 16,
  '11': 6,
  '12': 6,
  '13': 6,
  '15': 6,
  '16': 6,
  '17': 6,
  '20': 2,
}
const serialNumber = '21'

/** The value of application identifier 21 in a GS1 code without parentheses; null if there is none. */
const gs1SerialOf = (text: string): string | null => {
  let rest = text.startsWith(groupSeparator) ? text.slice(1) : text
  while (rest.length > 2) {
    const identifier = rest.slice(0, 2)
    const end = rest.indexOf(groupSeparator)
    const length = gs1Lengths[identifier] ?? (end === -1 ? rest.length : end) - 2
    const value = rest.slice(2, 2 + length)
    if (identifier === serialNumber) return value
    rest = rest.slice(2 + length)
    if (rest.startsWith(groupSeparator)) rest = rest.slice(1)
  }
  return null
}

/** The check digit of a GTIN-14. */
const isGtin = (digits: string): boolean =>
  Array.from(digits).reduce((sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 3 : 1), 0) % 10 === 0

/** Without FNC1 only these are certain: a serial number alone, or after a GTIN. */
const plainGs1 = /^(?:01(\d{14}))?21([86]\d{9})$/

const gs1NumberOf = (text: string, isGs1: boolean): string | null => {
  const [, gtin, number] = plainGs1.exec(text) ?? []
  if (number !== undefined && (gtin === undefined || isGtin(gtin))) return number
  const bracketed = /\(21\)([^(]*)/.exec(text)?.[1]
  const serial = bracketed ?? (isGs1 ? gs1SerialOf(text) : null)
  const found = serial === null ? [] : findShellNumbers(serial)
  return found.length === 1 ? (found[0] ?? null) : null
}

/** The AIM identifier of the symbology that a scanner can put before the code: `]C1`, `]Q3`. */
const aim = /^\][A-Za-z]\d/
const gs1Symbologies = /^\](?:C1|d2|Q3|e0|J1)/
/** On a German keyboard the bracket of the identifier is another sign. */
const damagedAim = /^[^\p{L}\d\s*(][ACQdX]\d(?=[\p{L}\d])/u

const ofPlainText = (text: string): ScannedCode | null => {
  const plain = text.replace(/^[^\p{L}\d]+|[^\p{L}\d]+$/gu, '')
  if (isOrderCode(plain)) return { kind: 'order', text: plain }
  if (isShellNumber(plainDigits(plain)) || mayBeAssetNumber(foldNumber(plain)))
    return { kind: 'number', text: plain }
  return null
}

/** An address or another text of one word with separators, or a label such as `S/N: 8000000017`. */
const address = /^\S*[/:=]\S*$/
const label = /^[^\d\s]+\s?[:：#]\s*(\d+)$/u

/** The shell number in an address or behind a label; null if there are several. */
const numberInText = (text: string): string | null => {
  if (foreign.test(text) || !(address.test(text) || label.test(text))) return null
  const found = new Set(findShellNumbers(text))
  const [number = null] = found
  return found.size === 1 ? number : null
}

/** Reads what a scanner sent, without the marks it may add: AIM identifier, Code 39 asterisks, spaces, FNC1. */
export const readCode = (sent: string): ScannedCode => {
  const text = sent.trim()
  const marked = text.replace(aim, '')
  const code = ofPlainText(marked) ?? ofPlainText(marked.replace(damagedAim, ''))
  if (code !== null) return code
  const shown = { kind: 'other', text: marked.replaceAll(groupSeparator, ' ').trim() } as const
  if (text.length > maxLength) return shown
  const gs1 = gs1NumberOf(marked, gs1Symbologies.test(text) || marked.includes(groupSeparator))
  if (gs1 !== null) return { kind: 'number', text: gs1 }
  if (numbersInLine(marked) !== null) return { kind: 'several', text: marked }
  if (/^(?:[86]\d{9}){2,}$/.test(marked)) return { kind: 'glued', text: marked }
  const number = numberInText(marked)
  return number === null ? shown : { kind: 'number', text: number }
}

/** The locks or the order that a code stands for, to compare two readings; null if it stands for none. */
export const identityOf = ({ kind, text }: ScannedCode): string | null => {
  if (kind === 'order') return text.toUpperCase()
  if (kind === 'several') return findShellNumbers(text).join(' ')
  return kind === 'number' ? (findShellNumbers(plainDigits(text))[0] ?? null) : null
}
