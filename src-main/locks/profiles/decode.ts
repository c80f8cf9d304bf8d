import type { Decoded } from '#shared/model/locks/attached-device'
import { hexOf } from '../hex'
import { checkBytes } from './check-bytes'
import { agreesWith, extractShellNumber, onlyShellNumber } from './extract'
import type { LockProfile } from './profile'

const part = (data: Uint8Array, from: number, to: number): string | null =>
  to <= data.length ? hexOf(data.subarray(from, to)) : null

const checkOf = (data: Uint8Array, { check }: LockProfile): Decoded['check'] => {
  const { kind, over, at } = check
  if (kind === 'none' || over === undefined || at === undefined) return null
  const covered = data.subarray(over[0], over[1])
  const expected = checkBytes(kind, covered)
  return {
    kind,
    over: { from: over[0], to: over[1] },
    at: { from: at, to: at + expected.length },
    expected: over[1] <= data.length ? hexOf(expected) : null,
    carried: part(data, at, at + expected.length),
  }
}

/**
 * Splits a response into the profile's fields for display; the result equals that of a normal read
 * (extract.ts).
 */
export const decodeResponse = (
  data: Uint8Array,
  profile: LockProfile,
  places: readonly Uint8Array[],
): Decoded => {
  const { extract, check, also } = profile
  const read =
    extract === undefined
      ? onlyShellNumber(Buffer.from(data).toString('utf8'))
      : extractShellNumber(data, { extract, check })
  const found = read.ok ? agreesWith(read.value, also, places) : read
  return {
    bytes: hexOf(data),
    numberAt: extract === undefined ? null : { from: extract.offset, to: extract.offset + extract.length },
    check: checkOf(data, profile),
    number: found.ok ? found.value : null,
    problem: found.ok ? null : found.error.code,
  }
}
