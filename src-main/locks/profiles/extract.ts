import { fail, succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'
import { findShellNumbers, isShellNumber } from '#shared/model/locks/shell-number'
import type { ShellNumber } from '#shared/model/locks/shell-number'
import { checkBytes } from './check-bytes'
import type { CheckBy, ExtractBy } from './profile'

/**
 * `too-short`: the profile reads beyond the end · `wrong-check`: the check bytes do not match · `not-digits`:
 * no digits at the position · `not-a-shell-number`: not ten digits starting with 8 or 6 · `no-number`,
 * `several-numbers`: a serial number contains none or more than one.
 */
export type ExtractFailure = Failure<
  'too-short' | 'wrong-check' | 'not-digits' | 'not-a-shell-number' | 'no-number' | 'several-numbers'
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

const ascii = (data: Uint8Array): Outcome<string, ExtractFailure> => {
  // Fixed-length fields are padded with NUL or spaces.
  const text = Buffer.from(data)
    .toString('latin1')
    .replace(/[\0 ]+$/, '')
  return /^\d+$/.test(text) ? succeed(text) : notDigits('ascii')
}

const bcd = (data: Uint8Array, digitCount: number): Outcome<string, ExtractFailure> => {
  const digits = Buffer.from(data).toString('hex')
  return /^\d+$/.test(digits) ? succeed(padToLength(digits, digitCount)) : notDigits('bcd')
}

const unsigned = (data: Uint8Array, digitCount: number): Outcome<string, ExtractFailure> =>
  succeed(padToLength(BigInt(`0x${Buffer.from(data).toString('hex')}`).toString(), digitCount))

const digitsOf = (data: Uint8Array, { as, prefix }: ExtractBy): Outcome<string, ExtractFailure> => {
  const digitCount = digitsOfAShellNumber - prefix.length
  switch (as) {
    case 'ascii':
      return ascii(data)
    case 'bcd':
      return bcd(data, digitCount)
    case 'uint-be':
      return unsigned(data, digitCount)
    case 'uint-le':
      return unsigned(Uint8Array.from(data).reverse(), digitCount)
  }
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
  const digits = digitsOf(field.value, by.extract)
  if (!digits.ok) return digits
  const number = by.extract.prefix + digits.value
  return isShellNumber(number)
    ? succeed(number)
    : fail({
        code: 'not-a-shell-number',
        message: 'The digits are not a shell number: ten digits starting with 8 or 6.',
      })
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
