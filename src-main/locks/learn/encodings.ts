import type { ExtractBy } from '../profiles/profile'

/** A way to store digits in whole bytes. */
export interface Encoding {
  readonly as: ExtractBy['as']
  readonly reversed: boolean
  /** The stored bytes; always of one length for one count of digits. */
  readonly encode: (digits: string) => readonly number[]
}

const latin1Bytes = (text: string): number[] => [...Buffer.from(text, 'latin1')]
const digitValues = (digits: string): number[] => Array.from(digits).map(Number)

const bigEndianBytes = (digits: string): number[] => {
  // Ten digits need five bytes, nine need four.
  const width = digits.length > 9 ? 5 : 4
  const hex = BigInt(digits)
    .toString(16)
    .padStart(2 * width, '0')
  return [...Buffer.from(hex, 'hex')]
}

const hexText = (digits: string): string =>
  BigInt(digits)
    .toString(16)
    .padStart(digits.length > 9 ? 9 : 8, '0')

const encoders: readonly (readonly [ExtractBy['as'], (digits: string) => number[]])[] = [
  ['ascii', latin1Bytes],
  ['utf-16le', (digits) => latin1Bytes(digits).flatMap((char) => [char, 0])],
  ['utf-16be', (digits) => latin1Bytes(digits).flatMap((char) => [0, char])],
  ['digits', digitValues],
  ['digits-high', (digits) => digitValues(digits).map((value) => value << 4)],
  ['hex', (digits) => latin1Bytes(hexText(digits))],
  ['hex', (digits) => latin1Bytes(hexText(digits).toUpperCase())],
  ['uint-le', (digits) => bigEndianBytes(digits).reverse()],
  ['uint-be', bigEndianBytes],
]

const reverse = (digits: string): string => Array.from(digits).reverse().join('')

const bothDirections = ([as, encode]: (typeof encoders)[number]): Encoding[] => [
  { as, reversed: false, encode },
  { as, reversed: true, encode: (digits) => encode(reverse(digits)) },
]

/** All but packed digits, which may begin in the middle of a byte (packed-digits in search-exact.ts). */
export const encodings: readonly Encoding[] = encoders.flatMap(bothDirections)

const packedBytes = (digits: string): number[] => [...Buffer.from(digits, 'hex')]
const swapHalves = (byte: number): number => ((byte & 0x0f) << 4) | (byte >>> 4)

/** Those that a mask may cover. Text is the same as digits under another mask. */
export const maskedEncodings: readonly Encoding[] = (
  [
    ['digits', digitValues],
    ['digits-high', (digits) => digitValues(digits).map((value) => value << 4)],
    ['bcd', packedBytes],
    ['bcd-swapped', (digits) => packedBytes(digits).map(swapHalves)],
    ['uint-le', (digits) => bigEndianBytes(digits).reverse()],
    ['uint-be', bigEndianBytes],
  ] satisfies readonly (typeof encoders)[number][]
).flatMap(bothDirections)

/** The halves of the bytes as text, in the order of the encoding. */
export const halvesOf = (data: Uint8Array, as: 'bcd' | 'bcd-swapped'): string =>
  Buffer.from(as === 'bcd' ? data : data.map(swapHalves)).toString('hex')

/** How one digit is stored with the digits in the other order. */
export const orderOf = (digits: string, reversed: boolean): string => (reversed ? reverse(digits) : digits)
