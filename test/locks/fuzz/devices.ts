import { checkBytes } from '../../../src-main/locks/profiles/check-bytes'
import type { HidEntry } from '../../../src-main/locks/hid/hid-port'
import type { LockProfile } from '../../../src-main/locks/profiles/profile'
import type { Draw } from './draw'
import { products, vendors } from './profiles'

const texts: readonly (string | null)[] = [
  null,
  '',
  'Dongle',
  'Lock Desk v3',
  'a'.repeat(126),
  `${'a'.repeat(125)}!`,
  'x'.repeat(63) + 'y'.repeat(63),
  '8000000017',
  'SN-8000000017/6000000011',
  '80000000178',
  '\u202e\u0000\u001b[31m',
  '八零零零零零零零一七',
  '𝟠𝟘𝟘𝟘𝟘𝟘𝟘𝟘𝟙𝟟',
  '\ud800',
]

/** A listing of one device: one row per usage, some with the same path. */
export const drawEntries = (draw: Draw, profile: LockProfile | null): HidEntry[] => {
  const { match } = profile ?? {}
  const isOther = match === undefined || draw.chance(0.1)
  const shared = {
    vendorId: isOther ? draw.one(vendors) : match.vendorId,
    productId: isOther ? draw.one(products) : match.productId,
    product: draw.one(texts),
    manufacturer: draw.one(texts),
    serialNumber: draw.one(texts),
    physical: draw.chance(0.5) ? '/sys/devices/usb1/1-1' : null,
  }
  const interfaceNumber = match?.interface ?? draw.between(0, 2)
  return Array.from({ length: draw.between(1, 3) }, (_, row) => ({
    ...shared,
    path: draw.chance(0.7) ? '/dev/hidraw0' : `/dev/hidraw${row}`,
    usagePage: draw.chance(0.8) ? (match?.usagePage ?? 0xff00) : draw.one([null, 1, 7, 0xf1d0, 0xffff]),
    usage: draw.chance(0.8) ? (match?.usage ?? 1) : draw.one([null, 0, 2, 6, 0xffff]),
    interface: draw.chance(0.8) ? interfaceNumber : draw.one([null, 0, 255]),
    instance: draw.one([null, '1', '2']),
  }))
}

export interface DrawnReport {
  readonly data: Uint8Array
  /** The number in the report, which must be found again. */
  readonly planted: string | null
}

const encoded = (number: string, length: number, as: string): Uint8Array | null => {
  const digits = Buffer.alloc(length)
  if (as === 'ascii') {
    if (length < number.length) return null
    digits.write(number, 'latin1')
    return digits
  }
  const hexDigits = as === 'bcd' ? number : BigInt(number).toString(16)
  if (hexDigits.length > 2 * length) return null
  const bytes = Buffer.from(hexDigits.padStart(2 * length, '0'), 'hex')
  return as === 'uint-le' ? bytes.reverse() : bytes
}

const apart = (one: readonly [number, number], other: readonly [number, number]) =>
  one[1] <= other[0] || other[1] <= one[0]

/** A report with a number and check as the profile requires; null where the profile contradicts itself. */
const plant = (draw: Draw, { extract, check, read }: LockProfile): DrawnReport | null => {
  if (extract === undefined) return null
  const number = `${draw.one(['8', '6'])}${String(draw.below(1_000_000_000)).padStart(9, '0')}`
  if (!number.startsWith(extract.prefix)) return null
  const body = encoded(number.slice(extract.prefix.length), extract.length, extract.as)
  if (body === null) return null
  const place = [extract.offset, extract.offset + extract.length] as const
  const head = [0, read.answer.startsWith?.length ?? 0] as const
  const { kind, over, at } = check
  const sum = kind === 'none' || over === undefined || at === undefined ? null : { over, at }
  const sumPlace = sum === null ? null : ([sum.at, sum.at + (kind === 'crc16-modbus' ? 2 : 1)] as const)
  const ends = [place[1], head[1], sumPlace?.[1] ?? 0, over?.[1] ?? 0]
  const data = draw.bytes(Math.max(...ends, draw.between(0, 64)))
  data.set(read.answer.startsWith ?? [])
  data.set(body, place[0])
  if (sum !== null && sumPlace !== null) {
    data.set(checkBytes(kind, data.subarray(sum.over[0], sum.over[1])), sumPlace[0])
  }
  const isWhole =
    apart(place, head) &&
    (sum === null || sumPlace === null || [place, head, sum.over].every((part) => apart(part, sumPlace)))
  return { data, planted: isWhole ? number : null }
}

/** A response as the profile requires, a damaged one, or noise. */
export const drawReport = (draw: Draw, profile: LockProfile): DrawnReport => {
  const good = draw.chance(0.9) ? plant(draw, profile) : null
  if (good === null) return { data: draw.bytes(draw.one([0, 8, 64, 64, draw.below(200)])), planted: null }
  if (draw.chance(0.6)) return good
  const length = draw.chance(0.3) ? draw.below(good.data.length + 1) : good.data.length
  const data = Uint8Array.from(good.data.subarray(0, length))
  const at = draw.below(data.length + 1)
  if (at < data.length) data[at] = draw.below(256)
  return { data, planted: null }
}
