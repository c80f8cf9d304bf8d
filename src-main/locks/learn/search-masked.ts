import type { ExtractBy } from '../profiles/profile'
import { maskedEncodings } from './encodings'
import type { Candidate, Need } from './candidate'
import { hasBothRegions, minEvidence } from './candidate'
import { constantPositions, expectedBytes } from './sources'
import type { Source } from './sources'

/** Ten digits: a third of the digits that changed would suffice, if chance alone were against it. */
const bitsPerDigit = 3.3
const bitsPerByte = 6
/** Bytes whose mask is the same prove each other. */
const minOfOneMask = 5

interface Masked {
  readonly mask: readonly number[]
  /** Whether two locks with different digits there show that the byte follows the number. */
  readonly isProven: readonly boolean[]
  readonly evidence: number
}

const maskAt = (
  { data }: Source,
  stored: readonly (readonly number[])[],
  at: number,
  bitsPerChange: number,
): Masked | null => {
  const [first = [], ...others] = stored
  const [data0 = new Uint8Array()] = data
  for (let index = 0; index < first.length; index += 1) {
    const mask = (first[index] ?? 0) ^ (data0[at + index] ?? 0)
    for (let lock = 1; lock < data.length; lock += 1) {
      if (((stored[lock]?.[index] ?? 0) ^ mask) !== data[lock]?.[at + index]) return null
    }
  }
  const mask = first.map((byte, index) => byte ^ (data0[at + index] ?? 0))
  const changes = others.flatMap((bytes) => bytes.map((byte, index) => byte !== first[index]))
  return {
    mask,
    isProven: first.map((byte, index) => others.some((bytes) => bytes[index] !== byte)),
    evidence: bitsPerChange * changes.filter(Boolean).length,
  }
}

const isInteger = (as: ExtractBy['as']): boolean => as.startsWith('uint')

const modulo = (value: number, by: number): number => ((value % by) + by) % by

type Rival = (digit: number, stored: number) => number

/** The constants of other arithmetics that may make `stored` of a digit: a sum, or a difference from a constant. */
const rivalsOf = (modulus: number): readonly Rival[] => [
  (digit, stored) => modulo(stored - digit, modulus),
  (digit, stored) => modulo(stored + digit, modulus),
]
const rivalsOfHalves = rivalsOf(16)
const rivalsOfDigits = [...rivalsOfHalves, ...rivalsOf(10)]

/** The four bits that contain a digit, for every digit of the encoding. */
const halvesOfDigits = (as: ExtractBy['as'], bytes: readonly number[]): number[] => {
  if (as === 'digits') return bytes.map((byte) => byte & 15)
  if (as === 'digits-high') return bytes.map((byte) => byte >>> 4)
  return bytes.flatMap((byte) => [byte >>> 4, byte & 15])
}

const isConstant = (values: readonly number[]): boolean => new Set(values).size === 1

/**
 * Whether another arithmetic explains the known locks as well as the mask does, and reads some other lock differently. A
 * constant added to parts of a number is one added to each half of its bytes as long as the carries are the same.
 */
const hasRival = (
  as: ExtractBy['as'],
  stored: readonly (readonly number[])[],
  mask: readonly number[],
): boolean => {
  const digits = stored.map((bytes) => halvesOfDigits(as, bytes))
  const rivals = isInteger(as) ? rivalsOfHalves : rivalsOfDigits
  const allDigits = Array.from({ length: isInteger(as) ? 16 : 10 }, (_, digit) => digit)
  const found = halvesOfDigits(as, mask).flatMap((bits, at) => {
    if (bits === 0) return []
    const fitting = rivals.filter((rival) =>
      isConstant(digits.map((ofLock) => rival(ofLock[at] ?? 0, (ofLock[at] ?? 0) ^ bits))),
    )
    const isDifferent = fitting.some(
      (rival) => !isConstant(allDigits.map((digit) => rival(digit, digit ^ bits))),
    )
    return [{ isExplained: fitting.length > 0, isDifferent }]
  })
  return found.every(({ isExplained }) => isExplained) && found.some(({ isDifferent }) => isDifferent)
}

/** Where the first digit is: it alone differs between the regions. */
const firstDigitAt = (length: number, reversed: boolean): number => (reversed ? length - 1 : 0)

const needOf = (
  { mask, isProven, evidence }: Masked,
  { as, reversed }: { readonly as: ExtractBy['as']; readonly reversed: boolean },
  both: boolean,
): Need | null => {
  if (evidence < minEvidence) return 'another-lock'
  if (new Set(mask).size === 1 && isProven.filter(Boolean).length >= minOfOneMask) return null
  if (isInteger(as)) {
    // The lower four bytes of a number determine its region, so they must all have changed.
    const low = as === 'uint-le' ? isProven.slice(0, 4) : isProven.slice(1)
    return low.every(Boolean) && !reversed ? null : both ? null : 'other-region'
  }
  return both && isProven[firstDigitAt(mask.length, reversed)] === true ? null : 'other-region'
}

/** Ten digits under a constant mask. If no two locks prove a byte, all that the known locks share must stay as it is. */
export const searchMasked = (source: Source, numbers: readonly string[]): Candidate[] => {
  const both = hasBothRegions(numbers)
  return maskedEncodings.flatMap((encoding) => {
    const { as, reversed, encode } = encoding
    const stored = numbers.map(encode)
    const length = stored[0]?.length ?? 0
    const bitsPerChange = isInteger(as) || as.startsWith('bcd') ? bitsPerByte : bitsPerDigit
    const found: Candidate[] = []
    for (let at = 0; at + length <= source.isStable.length; at += 1) {
      const masked = maskAt(source, stored, at, bitsPerChange)
      if (masked === null || !source.isStable.slice(at, at + length).every(Boolean)) continue
      const { mask, isProven, evidence } = masked
      const isOneMask = new Set(mask).size === 1
      // Any constant byte of the source may contain the digits that no two locks prove, under a mask of its own.
      const expect =
        isOneMask || isProven.every(Boolean) ? [] : expectedBytes(source, constantPositions(source))
      const extract: ExtractBy = {
        offset: at,
        length,
        as,
        prefix: '',
        xor: Uint8Array.from(isOneMask ? mask.slice(0, 1) : mask),
        ...(reversed ? { reversed } : {}),
        ...(expect.length > 0 ? { expect } : {}),
      }
      found.push({
        source,
        extract,
        span: [at, at + length],
        evidence,
        needs: hasRival(as, stored, mask) ? 'another-lock' : needOf(masked, encoding, both),
      })
    }
    return found
  })
}
