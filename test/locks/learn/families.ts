import type { DeviceSample } from '../../../src-shared/model/locks/device-sample'
import type { ShellNumber } from '../../../src-shared/model/locks/shell-number'
import { checkBytes } from '../../../src-main/locks/profiles/check-bytes'
import type { KnownLock } from '../../../src-main/locks/learn/sources'

export interface Draw {
  readonly below: (limit: number) => number
  readonly from: <Item>(items: readonly [Item, ...Item[]]) => Item
  readonly chance: (share: number) => boolean
}

/** mulberry32 */
export const drawFrom = (seed: number): Draw => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    from: (items) => items[below(items.length)] ?? items[0],
    chance: (share) => next() < share,
  }
}

const chars = (text: string) => [...Buffer.from(text, 'latin1')]
const reverse = (text: string) => Array.from(text).reverse().join('')
const integer = (value: bigint, width: number) => [
  ...Buffer.from(
    BigInt.asUintN(8 * width, value)
      .toString(16)
      .padStart(2 * width, '0'),
    'hex',
  ),
]
const swapped = (byte: number) => ((byte & 15) << 4) | (byte >>> 4)

/** Written from the list, not from the search: a family must not share its mistakes. */
const stores = {
  ascii: chars,
  'utf-16': (digits: string) => [...Buffer.from(digits, 'utf16le')],
  bcd: (digits: string) => [...Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex')],
  'bcd-swapped': (digits: string) =>
    [...Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex')].map(swapped),
  unpacked: (digits: string) => Array.from(digits).map(Number),
  'unpacked-high': (digits: string) => Array.from(digits).map((digit) => Number(digit) << 4),
  'uint-be-5': (digits: string) => integer(BigInt(digits), 5),
  'uint-le-5': (digits: string) => integer(BigInt(digits), 5).reverse(),
  'uint-be-8': (digits: string) => integer(BigInt(digits), 8),
  'uint-le-8': (digits: string) => integer(BigInt(digits), 8).reverse(),
  hex: (digits: string) => chars(BigInt(digits).toString(16).padStart(10, '0')),
  HEX: (digits: string) => chars(BigInt(digits).toString(16).padStart(10, '0').toUpperCase()),
}
type Store = keyof typeof stores
const storeNames = Object.keys(stores) as [Store, ...Store[]]

const twists = [
  'plain',
  'plain',
  'plain',
  'reversed',
  'prefix-suffix',
  'region-apart',
  'region-elsewhere',
  'no-region',
  'xor-byte',
  'xor-mask',
  'offset',
  'offset-large',
] as const

export interface Family {
  readonly about: string
  readonly lock: (number: string) => KnownLock
  readonly numbers: (count: number) => readonly string[]
}

/** A model of lock: where its number is, and everything else that it shows. */
export const drawFamily = (seed: number): Family => {
  const draw = drawFrom(seed)
  const store = draw.from(storeNames)
  const twist = draw.from(twists)
  const isText = store === 'ascii' || store === 'hex' || store === 'HEX'
  const place =
    isText && draw.chance(0.5) && !twist.startsWith('xor')
      ? 'serial'
      : draw.from(['feature', 'feature', 'input'] as const)
  const mask =
    twist === 'xor-byte' ? [1 + draw.below(255)] : Array.from({ length: 20 }, () => draw.below(256))
  const offset = twist === 'offset' ? BigInt(1 + draw.below(500_000_000)) : BigInt(draw.below(2 ** 40))
  const [prefix, suffix] = [`${10 + draw.below(90)}`, `${10 + draw.below(90)}`]
  const before = draw.below(20)
  const after = 1 + draw.below(30)
  const constants = Array.from({ length: before + after }, () => (draw.chance(0.4) ? 0 : draw.below(256)))
  const noiseAt = draw.chance(0.5) ? [draw.below(before + after)] : []
  const check = draw.from(['none', 'none', 'sum8', 'xor8', 'crc16-modbus'] as const)
  const regionBefore = draw.chance(0.5)
  const regionAsText = draw.chance(0.5)
  const hasTimestamp = draw.chance(0.4)
  const hasCounter = draw.chance(0.4)
  const hasNeighbor = draw.chance(0.2)
  const hasCopy = draw.chance(0.2)
  const numbering = draw.from(['spread', 'spread', 'one-region', 'one-region', 'batch'] as const)
  const batch = 600_000_000 + draw.below(100_000_000)
  let counter = draw.below(100_000)
  let clock = 1_700_000_000 + draw.below(100_000_000)

  const field = (number: string): number[] => {
    const encode = stores[store]
    switch (twist) {
      case 'plain':
        return encode(number)
      case 'reversed':
        return encode(reverse(number))
      case 'prefix-suffix':
        return store.startsWith('uint') ? encode(number) : encode(prefix + number + suffix)
      case 'region-apart': {
        const region = regionAsText ? number.charCodeAt(0) : Number(number[0])
        const rest = encode(number.slice(1))
        return regionBefore ? [region, 0x2d, ...rest] : [...rest, region]
      }
      case 'region-elsewhere':
      case 'no-region':
        return encode(number.slice(1))
      case 'xor-byte':
      case 'xor-mask':
        return encode(number).map((byte, index) => byte ^ (mask[index % mask.length] ?? 0))
      case 'offset':
      case 'offset-large':
        return store.startsWith('uint') ? encode(String(BigInt(number) + offset)) : encode(number)
    }
  }

  const lock = (number: string): KnownLock => {
    const stored = field(number)
    counter += 1 + draw.below(3)
    const ownCounter = counter
    const read = (): string => {
      clock += 1 + draw.below(2)
      const data = [...constants.slice(0, before), ...stored, ...constants.slice(before)]
      for (const at of noiseAt) {
        const index = at < before ? at : at + stored.length
        data[index] = draw.below(256)
      }
      if (check !== 'none') data.push(...checkBytes(check, Uint8Array.from(data)))
      return Buffer.from(data).toString('hex')
    }
    const extra = (): string => {
      const parts = [
        ...(hasTimestamp ? chars(`8${clock}`.slice(0, 10)) : []),
        ...(hasCounter ? integer(BigInt(ownCounter), 4) : []),
        ...(hasNeighbor ? integer(BigInt(number) + 1n, 5) : []),
        ...(hasCopy ? stores.bcd(number) : []),
        twist === 'region-elsewhere' ? (number.startsWith('8') ? 8 : 6) : 7,
      ]
      return Buffer.from(parts).toString('hex')
    }
    const serial =
      place === 'serial' ? `LD${Buffer.from(stored).toString('latin1')}X` : `A${ownCounter % 10}B`
    const sample: DeviceSample = {
      facts: {
        vendorId: 0x1bc0,
        productId: 0x8100,
        product: 'Key',
        manufacturer: 'Maker',
        serialNumber: serial,
      },
      reports: [
        ...(place === 'serial'
          ? []
          : [{ kind: place, interface: null, reportId: 1, reads: [read(), read()] }]),
        { kind: 'feature', interface: null, reportId: 9, reads: [extra(), extra()] },
      ],
      skipped: [],
      hasDescriptor: true,
    }
    return { number: number as ShellNumber, sample }
  }

  const numbers = (count: number): readonly string[] => {
    const drawn = new Set<string>()
    while (drawn.size < count) {
      const region = numbering === 'one-region' ? '8' : draw.from(['8', '6'] as const)
      const sequence = numbering === 'batch' ? batch + draw.below(60) : draw.below(1_000_000_000)
      drawn.add((numbering === 'batch' ? '8' : region) + String(sequence).padStart(9, '0'))
    }
    return [...drawn]
  }
  return { about: `${seed}: ${store} ${twist} ${place} ${numbering}`, lock, numbers }
}

/** Any number of either region: a model known from one region exists in the other one too. */
export const anyNumber = (draw: Draw): string =>
  draw.from(['8', '6']) + String(draw.below(1_000_000_000)).padStart(9, '0')
