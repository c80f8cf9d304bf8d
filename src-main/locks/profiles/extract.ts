import { fail, succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'
import { findShellNumbers, isShellNumber } from '#shared/model/locks/shell-number'
import type { ShellNumber } from '#shared/model/locks/shell-number'
import { hexOf } from '../hex'
import { checkBytes } from './check-bytes'
import type { CheckBy, ExtractBy, LockProfile } from './profile'

/**
 * `too-short`: the profile reads beyond the end · `wrong-check`: the check bytes do not match · `unexpected-bytes`:
 * a learned profile was made from locks with other bytes, or its places differ · `not-digits`: no digits at the position · `not-a-shell-number`: not ten digits starting with 8 or 6 · `no-number`,
 * `several-numbers`: a serial number contains none or more than one.
 */
export type ExtractFailure = Failure<
  | 'too-short'
  | 'wrong-check'
  | 'unexpected-bytes'
  | 'not-digits'
  | 'not-a-shell-number'
  | 'no-number'
  | 'several-numbers'
>

const digitsOfAShellNumber = 10

const slice = (data: Uint8Array, from: number, to: number): Outcome<Uint8Array, ExtractFailure> =>
  to <= data.length
    ? succeed(data.subarray(from, to))
    : fail({
        code: 'too-short',
        message: `The response has ${data.length} bytes; the profile reads up to byte ${to}.`,
      })

const verify = (data: Uint8Array, { kind, over, at }: CheckBy): Outcome<null, ExtractFailure> => {
  if (kind === 'none' || over === undefined || at === undefined) return succeed(null)
  const covered = slice(data, over[0], over[1])
  if (!covered.ok) return covered
  const expected = checkBytes(kind, covered.value)
  const actual = slice(data, at, at + expected.length)
  if (!actual.ok) return actual
  return expected.every((byte, index) => actual.value[index] === byte)
    ? succeed(null)
    : fail({ code: 'wrong-check', message: `The ${kind} check of the response does not match.` })
}

const notDigits = (as: string) =>
  fail({ code: 'not-digits' as const, message: `No digits at the position in the profile (${as}).` })

/** Pads a number with zeros to ten digits, or drops leading zeros if whole bytes hold too many. */
const padToLength = (digits: string, digitCount: number): string => {
  const surplus = digits.length - digitCount
  if (surplus <= 0) return digits.padStart(digitCount, '0')
  return /^0+$/.test(digits.slice(0, surplus)) ? digits.slice(surplus) : digits
}

const partOf = (text: string, { digits }: ExtractBy): string =>
  digits === undefined ? text : text.slice(digits[0], digits[1])

/** Fixed-length fields are padded with NUL or spaces. */
const unpadded = (text: string): string => text.replace(/[\0 ]+$/, '')

const utf16 = (data: Uint8Array, isBigEndian: boolean): string => {
  const bytes = Buffer.from(data.subarray(0, data.length & ~1))
  return (isBigEndian ? bytes.swap16() : bytes).toString('utf16le')
}

/** The digits as stored; null if the field contains none. */
export const storedText = (data: Uint8Array, { as }: Pick<ExtractBy, 'as'>): string | null => {
  switch (as) {
    case 'ascii':
      return unpadded(Buffer.from(data).toString('latin1'))
    case 'utf-16le':
    case 'utf-16be':
      return unpadded(utf16(data, as === 'utf-16be'))
    case 'digits':
      return [...data].map((byte) => (byte <= 9 ? String(byte) : '?')).join('')
    case 'digits-high':
      return [...data].map((byte) => ((byte & 0x0f) === 0 ? (byte >>> 4).toString(16) : '?')).join('')
    case 'bcd':
      return hexOf(data)
    case 'bcd-swapped':
      return hexOf(data.map((byte) => ((byte & 0x0f) << 4) | (byte >>> 4)))
    case 'hex': {
      const text = unpadded(Buffer.from(data).toString('latin1'))
      return /^[\da-f]+$/i.test(text) ? BigInt(`0x${text}`).toString() : null
    }
    case 'uint-be':
      return BigInt(`0x${hexOf(data)}`).toString()
    case 'uint-le':
      return BigInt(`0x${hexOf(Uint8Array.from(data).reverse())}`).toString()
  }
}

/** Texts contain all their digits; numbers and packed digits may lack zeros or have too many. */
const isPadded = ({ as, digits }: ExtractBy): boolean =>
  digits === undefined && (as === 'hex' || as.startsWith('bcd') || as.startsWith('uint'))

const digitsOf = (data: Uint8Array, by: ExtractBy): Outcome<string, ExtractFailure> => {
  const { xor, plus, prefix, region, reversed } = by
  const digitCount = digitsOfAShellNumber - prefix.length - (region === undefined ? 0 : 1)
  const field = xor === undefined ? data : data.map((byte, index) => byte ^ (xor[index % xor.length] ?? 0))
  const part = partOf(storedText(field, by) ?? '', by)
  if (!/^\d+$/.test(part)) return notDigits(by.as)
  const digits = isPadded(by) ? padToLength(part, digitCount) : part
  const ordered = reversed === true ? Array.from(digits).reverse().join('') : digits
  if (plus === undefined) return succeed(ordered)
  return succeed(String(BigInt(ordered) + BigInt(plus)).padStart(digitCount, '0'))
}

/** The digits before those of the field: a fixed prefix, or the region digit stored apart. */
const leadingDigits = (data: Uint8Array, { prefix, region }: ExtractBy): Outcome<string, ExtractFailure> => {
  if (region === undefined) return succeed(prefix)
  const byte = slice(data, region.at, region.at + 1)
  if (!byte.ok) return byte
  const value = byte.value[0] ?? 0
  return succeed(region.as === 'ascii' ? String.fromCharCode(value) : String(value))
}

const isDigitAt = (data: Uint8Array, as: ExtractBy['as'], at: number): boolean => {
  const width = as.startsWith('utf-16') ? 2 : 1
  if (at < 0 || at + width > data.length) return false
  return /^\d$/.test(storedText(data.subarray(at, at + width), { as: width === 2 ? as : 'ascii' }) ?? '')
}

/** Whether no digit is directly before or after the field, for texts. */
export const isAlone = (
  data: Uint8Array,
  { as, offset, length }: Pick<ExtractBy, 'as' | 'offset' | 'length'>,
): boolean =>
  !isDigitAt(data, as, offset - (as.startsWith('utf-16') ? 2 : 1)) && !isDigitAt(data, as, offset + length)

const differs = (message: string) => fail({ code: 'unexpected-bytes' as const, message })

const hasExpectedBytes = (data: Uint8Array, by: ExtractBy): Outcome<null, ExtractFailure> => {
  const { expect = [], total, alone } = by
  const other = expect.find(({ at, bytes }) => bytes.some((byte, index) => data[at + index] !== byte))
  if (other !== undefined) return differs(`Other bytes than expected at byte ${other.at}.`)
  if (total !== undefined && data.length !== total) {
    return differs(`${data.length} bytes instead of ${total}.`)
  }
  if (alone === true && !isAlone(data, by)) return differs('The field is next to a digit.')
  return succeed(null)
}

/** Extracts the shell number from a lock's response. `data` is untrusted; never throws. */
export const extractShellNumber = (
  data: Uint8Array,
  by: { readonly extract: ExtractBy; readonly check: CheckBy },
): Outcome<ShellNumber, ExtractFailure> => {
  const verified = verify(data, by.check)
  if (!verified.ok) return verified
  const field = slice(data, by.extract.offset, by.extract.offset + by.extract.length)
  if (!field.ok) return field
  const expected = hasExpectedBytes(data, by.extract)
  if (!expected.ok) return expected
  const leading = leadingDigits(data, by.extract)
  if (!leading.ok) return leading
  const digits = digitsOf(field.value, by.extract)
  if (!digits.ok) return digits
  const number = leading.value + digits.value
  return isShellNumber(number)
    ? succeed(number)
    : fail({
        code: 'not-a-shell-number',
        message: 'The digits are not a shell number: ten digits starting with 8 or 6.',
      })
}

/** Whether all further places contain the number; `data` is per place, in their order. */
export const agreesWith = (
  number: ShellNumber,
  places: LockProfile['also'],
  data: readonly Uint8Array[],
): Outcome<ShellNumber, ExtractFailure> => {
  const agree = (places ?? []).every(({ extract }, index) => {
    const found = extractShellNumber(data[index] ?? new Uint8Array(), { extract, check: { kind: 'none' } })
    return found.ok && found.value === number
  })
  return agree ? succeed(number) : differs('The places of the number differ.')
}

/** The only shell number in a USB serial number. */
export const onlyShellNumber = (serialNumber: string | null): Outcome<ShellNumber, ExtractFailure> => {
  const [found, second] = findShellNumbers(serialNumber ?? '')
  if (found === undefined) {
    return fail({ code: 'no-number', message: 'The USB serial number contains no shell number.' })
  }
  return second === undefined
    ? succeed(found)
    : fail({ code: 'several-numbers', message: 'The USB serial number contains more than one shell number.' })
}
