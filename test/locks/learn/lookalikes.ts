import { checkBytes } from '../../../src-main/locks/profiles/check-bytes'
import type { KnownLock } from '../../../src-main/locks/learn/sources'
import type { DeviceSample } from '../../../src-shared/model/locks/device-sample'
import type { ShellNumber } from '../../../src-shared/model/locks/shell-number'
import type { Draw } from './families'

type Report = () => readonly number[]
interface Shown {
  readonly serial?: string
  readonly product?: string
  readonly features?: Readonly<Record<number, Report>>
  readonly input?: Report
}
/** What the lock with this number and place among the known locks shows. */
type Model = (draw: Draw) => (number: string, index: number) => Shown

const text = (value: string) => [...Buffer.from(value, 'latin1')]
const bcd = (digits: string) => [...Buffer.from(digits, 'hex')]
const swapped = (byte: number) => ((byte & 15) << 4) | (byte >>> 4)
const digits = (value: string) => Array.from(value).map(Number)
const integer = (value: bigint, width: number) => [
  ...Buffer.from(
    BigInt.asUintN(8 * width, value)
      .toString(16)
      .padStart(2 * width, '0'),
    'hex',
  ),
]
const plus = (number: string, difference: number) => String(BigInt(number) + BigInt(difference))
const bytes = (draw: Draw, count: number) => Array.from({ length: count }, () => draw.below(256))
const otherNumber = (draw: Draw) => `8${100_000_000 + draw.below(800_000_000)}`
const filled = (data: readonly number[], value: number) => [
  ...data,
  ...Array.from({ length: 40 - data.length }, () => value),
]
/** One feature report. */
const report =
  (bytesOf: (number: string, draw: Draw) => readonly number[]): Model =>
  (draw) =>
  (number) => ({ features: { 1: () => bytesOf(number, draw) } })

/** Models that invite a wrong reading. Those that can be read at all are marked. */
export const lookalikes: Readonly<Record<string, { readonly model: Model; readonly readable?: true }>> = {
  'a time that looks like a number': {
    readable: true,
    model: (draw) => {
      let clock = 8_500_000_000 + draw.below(9999)
      return (number) => ({ features: { 1: () => text(`${(clock += 3)}${number}`) } })
    },
  },
  'a date that looks like a number': {
    readable: true,
    model: (draw) => (number) => {
      const date = 8_100_000_000 + draw.below(500_000_000)
      return { features: { 1: () => text(`${date}${number}`) } }
    },
  },
  'a counter beside an encrypted number': {
    model: (draw) => {
      let counter = draw.below(1000)
      return (number) => {
        const own = (counter += 7)
        return {
          features: { 1: () => [...integer(BigInt(own), 4), ...integer(BigInt(number) * 2654435761n, 5)] },
        }
      }
    },
  },
  'text of the next number': { model: report((number) => text(plus(number, 1))) },
  'BCD of a later number': { model: report((number) => bcd(plus(number, 2))) },
  'BCD of a number much later': { model: report((number) => [7, ...bcd(plus(number, 1000)), 3]) },
  'digits of the number before': { model: report((number) => digits(plus(number, -1))) },
  'swapped BCD of a later number': { model: report((number) => bcd(plus(number, 8)).map(swapped)) },
  'the next number before the number': {
    readable: true,
    model: report((number) => text(`${plus(number, 1)}${number}`)),
  },
  'each digit one higher': {
    model: report((number) => text(number.replace(/\d/g, (digit) => String((Number(digit) + 1) % 10)))),
  },
  'letters instead of digits': { model: report((number) => text(number).map((byte) => byte + 17)) },
  'the difference of each digit to nine': {
    model: report((number) => digits(number).map((digit) => 9 - digit)),
  },
  'a constant added to each byte': {
    model: report((number) => bcd(number).map((byte) => (byte + 0x33) & 255)),
  },
  'swapped BCD within other digits': {
    readable: true,
    model: report((number) => bcd(`5${number}7`).map(swapped)),
  },
  'reversed bytes': { readable: true, model: report((number) => bcd(number).reverse()) },
  'a mask of one byte': {
    readable: true,
    model: (draw) => {
      const mask = draw.below(256)
      return report((number) => [1, 2, ...bcd(number).map((byte) => byte ^ mask)])(draw)
    },
  },
  'a mask in the last digit alone': {
    readable: true,
    model: report((number) => text(number).map((byte, at) => (at === 9 ? byte ^ 1 : byte))),
  },
  'a mask of its own in each lock': {
    model: (draw) => (number) => {
      const mask = draw.below(256)
      return { features: { 1: () => [mask, ...bcd(number).map((byte) => byte ^ mask)] } }
    },
  },
  'a mask over an integer': {
    readable: true,
    model: (draw) => {
      const mask = bytes(draw, 5)
      return report((number) => integer(BigInt(number), 5).map((byte, at) => byte ^ (mask[at] ?? 0)))(draw)
    },
  },
  // Without a carry at every place, a constant in each byte explains the locks as well.
  'an integer a little later': { model: report((number) => integer(BigInt(number) + 3n, 5).reverse()) },
  'an integer much later': {
    readable: true,
    model: report((number) => integer(BigInt(number) + 0x7a_9b5c_6d83n, 5).reverse()),
  },
  'an integer with each byte one higher': {
    model: report((number) => integer(BigInt(number), 5).map((byte) => (byte + 1) & 255)),
  },
  'an integer with each byte one lower': {
    model: report((number) => integer(BigInt(number), 5).map((byte) => (byte - 1) & 255)),
  },
  'an integer with each first half one higher': {
    model: report((number) => integer(BigInt(number), 5).map((byte) => (byte + 16) & 255)),
  },
  'an integer in twice the number': { model: report((number) => integer(BigInt(number) * 2n, 5)) },
  'an integer counted down': { model: report((number) => integer(9_999_999_999n - BigInt(number), 5)) },
  'the lower four bytes': { model: report((number) => integer(BigInt(number), 4)) },
  'nine digits and a flag': {
    model: report((number) => [number.startsWith('8') ? 0 : 1, ...integer(BigInt(number.slice(1)), 4)]),
  },
  'nine digits behind a constant 8': {
    readable: true,
    model: report((number) => text(`8${number.slice(1)}${number[0]}`)),
  },
  'nine digits and the first one in another report': {
    model: () => (number) => ({
      features: { 1: () => [0, ...text(number.slice(1))], 2: () => [...text(number.slice(0, 1)), 0] },
    }),
  },
  'a serial number that is the number of two locks': {
    readable: true,
    model: (draw) => (number, index) => ({
      serial: index < 2 ? number : otherNumber(draw),
      features: { 1: () => bcd(number) },
    }),
  },
  'a serial number that is the number of three locks': {
    model: (draw) => (number, index) => ({
      serial: index < 3 ? number : otherNumber(draw),
      features: { 1: () => bcd(number) },
    }),
  },
  'two fields that agree in three locks': {
    model: (draw) => (number, index) => {
      const other = index < 3 ? number : otherNumber(draw)
      return { features: { 1: () => text(`${other} ${number}`) } }
    },
  },
  'two reports that agree in three locks': {
    model: (draw) => (number, index) => {
      const other = index < 3 ? number : otherNumber(draw)
      return { features: { 1: () => text(other), 2: () => bcd(number) } }
    },
  },
  'a text before the number that grows': {
    model: (draw) => (number, index) => ({ product: `Key ${index < 3 ? 3 : 60 + draw.below(30)}${number}` }),
  },
  'a counter before the number that grows': {
    readable: true,
    model: (draw) => (number, index) => ({
      serial: `${10 + draw.below(90)}${index < 12 ? '' : '8'}${number}`,
    }),
  },
  'letters before the number that grow': {
    model: (draw) => (number, index) => ({
      serial: `${'K'.repeat(index < 4 ? 2 : 1 + draw.below(4))}${number}${draw.below(10)}`,
    }),
  },
  'a name in the report that grows': {
    readable: true,
    model: () => (number, index) => ({
      features: { 1: () => filled(text(`${index < 12 ? 'AB' : 'AB8'}${number}`), 0) },
    }),
  },
  'digits before the number that grow': {
    model: (draw) => (number, index) => {
      const before = index < 12 ? '21' : '86'.slice(draw.below(2))
      return { features: { 1: () => filled(text(before + number), 0x30) } }
    },
  },
  'UTF-16 between bytes that change': {
    readable: true,
    model: (draw) => (number) => {
      const [before, after] = [draw.below(3), draw.below(3)]
      return { features: { 1: () => [before, ...Buffer.from(number, 'utf16le'), after] } }
    },
  },
  'a check over bytes that change': {
    readable: true,
    model: (draw) => (number) => ({
      input: () => {
        const data = [9, ...bcd(number), draw.below(256)]
        return [...data, ...checkBytes('crc16-modbus', Uint8Array.from(data))]
      },
    }),
  },
  'a number that is not always there': {
    model: report((number, draw) => text(draw.chance(0.5) ? number : '0000000000')),
  },
}

export const lookalikeLock = (
  number: string,
  { serial, product, features = {}, input }: Shown,
): KnownLock => {
  const readsOf = (each: Report) => [each(), each()].map((data) => Buffer.from(data).toString('hex'))
  const facts = {
    vendorId: 0x1bc0,
    productId: 0x8100,
    product: product ?? 'Key',
    manufacturer: 'Maker',
    serialNumber: serial ?? null,
  }
  const reports: DeviceSample['reports'] = [
    ...Object.entries(features).map(([id, each]) => ({
      kind: 'feature' as const,
      interface: null,
      reportId: Number(id),
      reads: readsOf(each),
    })),
    ...(input === undefined
      ? []
      : [{ kind: 'input' as const, interface: null, reportId: 2, reads: readsOf(input) }]),
  ]
  return { number: number as ShellNumber, sample: { facts, reports, skipped: [], hasDescriptor: true } }
}

/** Numbers that a technician may have at hand. */
export const samplings: Readonly<Record<string, (draw: Draw, index: number) => string>> = {
  'both regions': (draw) => `${draw.from(['8', '6'])}${String(draw.below(1e9)).padStart(9, '0')}`,
  'one region': (draw) => `8${String(draw.below(1e9)).padStart(9, '0')}`,
  'one batch': (draw, index) => `8${String(712_345_600 + index * (1 + draw.below(3))).padStart(9, '0')}`,
  'even digits': (draw) =>
    `${draw.from(['8', '6'])}${Array.from({ length: 9 }, () => 2 * draw.below(5)).join('')}`,
  'close numbers': (draw) => `${draw.from(['8', '6'])}${712_345_000 + draw.below(3000)}`,
}
