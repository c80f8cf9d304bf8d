import { fail, succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'
import { findShellNumbers, isShellNumber } from '#shared/model/shell-number'
import type { ShellNumber } from '#shared/model/shell-number'
import { checkBytes } from './checks'
import type { CheckBy, ExtractBy } from './profile'

/**
 * `too-short`: the profile looks beyond the end of the bytes · `wrong-check`: the check they carry does not fit ·
 * `not-digits`: there are no digits at the place · `not-a-shell-number`: digits, but not ten that begin with 8 or 6 ·
 * `no-number`, `several-numbers`: a serial number holds none, or more than one.
 */
export type ExtractFailure = Failure<
  'too-short' | 'wrong-check' | 'not-digits' | 'not-a-shell-number' | 'no-number' | 'several-numbers'
>

const digitsOfAShellNumber = 10

const slice = (data: Uint8Array, from: number, to: number): Outcome<Uint8Array, ExtractFailure> =>
  to <= data.length
    ? succeed(data.subarray(from, to))
    : fail({ code: 'too-short', message: `${data.length} bytes came; the profile looks up to byte ${to}.` })

const verify = (data: Uint8Array, { kind, over, at }: CheckBy): Outcome<null, ExtractFailure> => {
  if (kind === 'none' || over === undefined || at === undefined) return succeed(null)
  const covered = slice(data, over[0], over[1])
  if (!covered.ok) return covered
  const expected = checkBytes(kind, covered.value)
  const carried = slice(data, at, at + expected.length)
  if (!carried.ok) return carried
  return expected.every((byte, index) => carried.value[index] === byte)
    ? succeed(null)
    : fail({ code: 'wrong-check', message: `The ${kind} check of the answer does not fit.` })
}

const notDigits = (as: string) =>
  fail({ code: 'not-digits' as const, message: `No digits where the profile says (${as}).` })

/** Zeros fill a number up to ten digits, or are dropped where a whole number of bytes has too many. */
const fitted = (digits: string, room: number): string => {
  const surplus = digits.length - room
  if (surplus <= 0) return digits.padStart(room, '0')
  return /^0+$/.test(digits.slice(0, surplus)) ? digits.slice(surplus) : digits
}

const ascii = (data: Uint8Array): Outcome<string, ExtractFailure> => {
  // Fixed fields are filled up behind with NUL or space.
  const text = Buffer.from(data)
    .toString('latin1')
    .replace(/[\0 ]+$/, '')
  return /^\d+$/.test(text) ? succeed(text) : notDigits('ascii')
}

const bcd = (data: Uint8Array, room: number): Outcome<string, ExtractFailure> => {
  const digits = Buffer.from(data).toString('hex')
  return /^\d+$/.test(digits) ? succeed(fitted(digits, room)) : notDigits('bcd')
}

const unsigned = (data: Uint8Array, room: number): Outcome<string, ExtractFailure> =>
  succeed(fitted(BigInt(`0x${Buffer.from(data).toString('hex')}`).toString(), room))

const digitsOf = (data: Uint8Array, { as, prefix }: ExtractBy): Outcome<string, ExtractFailure> => {
  const room = digitsOfAShellNumber - prefix.length
  switch (as) {
    case 'ascii':
      return ascii(data)
    case 'bcd':
      return bcd(data, room)
    case 'uint-be':
      return unsigned(data, room)
    case 'uint-le':
      return unsigned(Uint8Array.from(data).reverse(), room)
  }
}

/** The shell number in what a lock answered. `data` comes from the device and may be anything; this never throws. */
export const extractShellNumber = (
  data: Uint8Array,
  by: { readonly extract: ExtractBy; readonly check: CheckBy },
): Outcome<ShellNumber, ExtractFailure> => {
  const verified = verify(data, by.check)
  if (!verified.ok) return verified
  const place = slice(data, by.extract.offset, by.extract.offset + by.extract.length)
  if (!place.ok) return place
  const digits = digitsOf(place.value, by.extract)
  if (!digits.ok) return digits
  const number = by.extract.prefix + digits.value
  return isShellNumber(number)
    ? succeed(number)
    : fail({ code: 'not-a-shell-number', message: 'The digits read are not ten that begin with 8 or 6.' })
}

/** The one shell number standing alone in a USB serial number. */
export const onlyShellNumber = (serialNumber: string | null): Outcome<ShellNumber, ExtractFailure> => {
  const [found, second] = findShellNumbers(serialNumber ?? '')
  if (found === undefined) {
    return fail({ code: 'no-number', message: 'The USB serial number holds no shell number.' })
  }
  return second === undefined
    ? succeed(found)
    : fail({ code: 'several-numbers', message: 'The USB serial number holds more than one shell number.' })
}
