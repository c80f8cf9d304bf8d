import type { KnownLock } from '../../../src-main/locks/learn/sources'
import type { Draw } from './families'
import { lookalikeLock } from './lookalikes'

// Models whose stores the search does not know, or knows only as long as the known locks look like it: locks of one batch
// share most digits, so that a wrong reading fits them.

const chars = (text: string): number[] => [...Buffer.from(text, 'latin1')]
const bytesOf = (value: bigint, width: number): number[] =>
  Array.from({ length: width }, (_, at) => Number((value >> BigInt(8 * (width - 1 - at))) & 0xffn))
const digitsOf = (number: string): number[] => Array.from(number, Number)
const packed = (digits: string): number[] => [
  ...Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex'),
]
const swapHalves = (byte: number): number => ((byte & 15) << 4) | (byte >>> 4)
const swapPairs = (text: string): string => text.replaceAll(/(.)(.)/g, '$2$1')
const rotate = (value: bigint, by: number, width: number): bigint => {
  const size = BigInt(width)
  return ((value << BigInt(by)) | (value >> (size - BigInt(by)))) & ((1n << size) - 1n)
}

const luhn = (number: string): number => {
  const sum = digitsOf(number)
    .reverse()
    .reduce((all, digit, at) => all + (at % 2 === 1 ? digit : digit * 2 > 9 ? digit * 2 - 9 : digit * 2), 0)
  return (10 - (sum % 10)) % 10
}
const weighted = (number: string): number =>
  (digitsOf(number).reduce((sum, digit, at) => sum + digit * (at + 2), 0) % 11) % 10
const checkDigits = [luhn, weighted, (number: string) => Number(BigInt(number) % 7n)] as const

/** Bytes, and what may be done to each of them afterwards. */
type Store = (number: string) => number[]

const stores: Readonly<Record<string, (draw: Draw) => Store>> = {
  'hex text': (draw) => {
    const width = draw.from([9, 10, 12, 16])
    const isUpper = draw.chance(0.5)
    return (number) => {
      const text = BigInt(number).toString(16).padStart(width, '0')
      return chars(isUpper ? text.toUpperCase() : text)
    }
  },
  'hex text of the least byte first': () => (number) =>
    chars(Buffer.from(bytesOf(BigInt(number), 5).reverse()).toString('hex')),
  'hex text reversed': () => (number) => chars(Array.from(BigInt(number).toString(16)).reverse().join('')),
  'pairs of digits swapped': (draw) => {
    const isText = draw.chance(0.5)
    return (number) => (isText ? chars(swapPairs(number)) : digitsOf(swapPairs(number)))
  },
  'BCD, halves swapped': () => (number) => packed(number).map(swapHalves),
  'BCD of pairs in another order': (draw) => {
    const order = draw.from([
      [1, 0, 3, 2, 4],
      [4, 0, 1, 2, 3],
      [2, 3, 4, 0, 1],
    ])
    return (number) => order.map((at) => packed(number)[at] ?? 0)
  },
  'words of 16 bits swapped': () => (number) => {
    const bytes = bytesOf(BigInt(number), 6)
    return [1, 0, 3, 2, 5, 4].map((at) => bytes[at] ?? 0)
  },
  'middle word first': () => (number) => {
    const bytes = bytesOf(BigInt(number), 8)
    return [4, 5, 6, 7, 0, 1, 2, 3].map((at) => bytes[at] ?? 0)
  },
  'halves of each byte swapped': () => (number) => bytesOf(BigInt(number), 5).map(swapHalves),
  'rotated bits': (draw) => {
    const by = 1 + draw.below(39)
    return (number) => bytesOf(rotate(BigInt(number), by, 40), 5)
  },
  'Gray code': () => (number) => bytesOf(BigInt(number) ^ (BigInt(number) >> 1n), 5),
  'a multiple': (draw) => {
    const factor = BigInt(draw.from([3, 5, 7, 11, 257, 65_537]))
    return (number) => bytesOf((BigInt(number) * factor) & 0xff_ffff_ffffn, 5)
  },
  'two numbers of five digits': (draw) => {
    const isLittle = draw.chance(0.5)
    const half = (digits: string) => {
      const bytes = bytesOf(BigInt(digits), 3)
      return isLittle ? bytes.reverse() : bytes
    }
    return (number) => [...half(number.slice(0, 5)), ...half(number.slice(5))]
  },
  'region in the top bit': (draw) => {
    const isLittle = draw.chance(0.5)
    return (number) => {
      const value = BigInt(number.slice(1)) | (number.startsWith('8') ? 1n << 31n : 0n)
      const bytes = bytesOf(value, 4)
      return isLittle ? bytes.reverse() : bytes
    }
  },
  'base 36': () => (number) => chars(BigInt(number).toString(36).padStart(7, '0').toUpperCase()),
  'a check digit inside': (draw) => {
    const at = draw.below(11)
    const check = draw.from(checkDigits)
    const write = draw.from([chars, digitsOf, packed])
    return (number) => write(`${number.slice(0, at)}${check(number)}${number.slice(at)}`)
  },
  'a check digit in place of a zero': (draw) => {
    const check = draw.from(checkDigits)
    const write = draw.from([chars, digitsOf])
    return (number) => write(`${number.slice(0, 1)}${check(number)}${number.slice(1, 10)}`)
  },
  'each digit by the one before': (draw) => {
    const write = draw.from([
      (digits: number[]) => digits,
      (digits: number[]) => digits.map((one) => one + 0x30),
    ])
    return (number) => write(digitsOf(number).map((digit, at, all) => (digit + (all[at - 1] ?? 0)) % 10))
  },
  'each byte by the one before': (draw) => {
    const isSum = draw.chance(0.5)
    return (number) => {
      let before = 0
      return bytesOf(BigInt(number), 5).map(
        (byte) => (before = isSum ? (before + byte) & 255 : before ^ byte),
      )
    }
  },
  'digits by a table': (draw) => {
    const table = [3, 7, 0, 9, 1, 5, 8, 2, 6, 4]
    const turn = draw.below(10)
    const write = draw.from([(digits: number[]) => digits, (digits: number[]) => packed(digits.join(''))])
    return (number) => write(digitsOf(number).map((digit) => table[(digit + turn) % 10] ?? 0))
  },
  plain: (draw) => draw.from([chars, digitsOf, packed, (number: string) => bytesOf(BigInt(number), 5)]),
}

/** What is done to the bytes of a store: each alone, by a constant or by its place. */
const coverings: readonly ((draw: Draw) => (byte: number, at: number) => number)[] = [
  () => (byte) => byte,
  () => (byte) => byte,
  (draw) => {
    const mask = draw.below(256)
    return (byte) => byte ^ mask
  },
  (draw) => {
    const masks = Array.from({ length: 32 }, () => draw.below(256))
    return (byte, at) => byte ^ (masks[at] ?? 0)
  },
  (draw) => {
    const plus = draw.from([1, 2, 255, 16, 240, draw.below(256)])
    return (byte) => (byte + plus) & 255
  },
  (draw) => {
    const plus = Array.from({ length: 32 }, () => (draw.chance(0.5) ? 0 : draw.below(256)))
    return (byte, at) => (byte + (plus[at] ?? 0)) & 255
  },
  (draw) => {
    const step = draw.from([1, 3, 17])
    return (byte, at) => (byte + step * at) & 255
  },
  () => (byte) => 255 - byte,
  (draw) => {
    const by = 1 + draw.below(7)
    return (byte) => ((byte << by) | (byte >> (8 - by))) & 255
  },
]

export interface UnlikeModel {
  readonly about: string
  readonly known: readonly string[]
  readonly others: readonly string[]
  readonly lock: (number: string) => KnownLock
}

const maxKnown = 8

export const drawUnlikeModel = (draw: Draw): UnlikeModel => {
  const names = Object.keys(stores) as [string, ...string[]]
  const name = draw.from(names)
  const store = stores[name]?.(draw)
  if (store === undefined) throw new Error(name)
  const which = draw.below(coverings.length)
  const cover = coverings[which]?.(draw) ?? ((byte: number) => byte)
  const start = 100_000_000 + draw.below(800_000_000)
  const step = draw.from([1, 2, 10, 100, 256, 1000, 65_536, 1_000_000])
  const isBatch = draw.chance(0.7)
  const regions = draw.chance(0.5) ? (['8', '6'] as const) : (['8'] as const)
  const near = (index: number) => (start + index * step * (1 + draw.below(9))) % 1_000_000_000
  const numberOf = (index: number, isNear: boolean) =>
    `${draw.from(regions)}${String(isNear ? near(index) : draw.below(1e9)).padStart(9, '0')}`
  const known = new Set<string>()
  for (let index = 0; known.size < maxKnown && index < 100; index += 1) known.add(numberOf(index, isBatch))
  const others = Array.from({ length: 10 }, (_, index) => {
    const other = numberOf(index + 50, draw.chance(0.4))
    return draw.chance(0.3) ? `${draw.from(['8', '6'])}${other.slice(1)}` : other
  })
  const prefix = draw.chance(0.5) ? [draw.below(256), 8] : []
  return {
    about: `${name}, covering ${which}`,
    known: [...known],
    others,
    lock: (number) =>
      lookalikeLock(number, { features: { 1: () => [...prefix, ...store(number).map(cover), 9] } }),
  }
}
