import type { KnownLock } from '../../../src-main/locks/learn/sources'
import type { Draw } from './families'
import { lookalikeLock } from './lookalikes'

// Pairs of models that store the known locks alike and others differently: the constants of the second one come from the
// first known lock, and further locks are drawn until both agree.

/** Digits of the stored number, the least significant one first, in the base of the store. */
type Symbols = readonly number[]

interface Store {
  readonly base: 10 | 16
  readonly count: number
  readonly write: (symbols: Symbols) => readonly number[]
}

const pairs = (symbols: Symbols): number[] =>
  Array.from(
    { length: symbols.length / 2 },
    (_, at) => (symbols[2 * at] ?? 0) | ((symbols[2 * at + 1] ?? 0) << 4),
  )
const stores = {
  'uint-le': { base: 16, count: 10, write: pairs },
  'uint-be': { base: 16, count: 10, write: (symbols) => pairs(symbols).reverse() },
  'uint-le-8': { base: 16, count: 16, write: pairs },
  digits: { base: 10, count: 10, write: (symbols) => symbols.toReversed() },
  text: { base: 10, count: 10, write: (symbols) => symbols.toReversed().map((each) => each + 0x30) },
  bcd: { base: 10, count: 10, write: (symbols) => pairs(symbols).reverse() },
  'bcd reversed': { base: 10, count: 10, write: pairs },
} as const satisfies Readonly<Record<string, Store>>

const symbolsOf = (value: bigint, { base, count }: Store): number[] =>
  Array.from(value.toString(base).padStart(count, '0'), (each) => Number.parseInt(each, base)).reverse()
const valueOf = (symbols: Symbols, base: number): bigint =>
  symbols.reduceRight((sum, each) => sum * BigInt(base) + BigInt(each), 0n)

const kinds = ['add', 'subtract from', 'mask'] as const
type Kind = (typeof kinds)[number]

/** How a constant changes each segment of a number, without a carry from one segment to the next. */
interface Arithmetic {
  readonly kind: Kind
  /** Symbols per segment. */
  readonly width: number
  readonly constants: readonly bigint[]
}

const segmentsOf = (symbols: Symbols, width: number): Symbols[] =>
  Array.from({ length: Math.ceil(symbols.length / width) }, (_, at) =>
    symbols.slice(at * width, (at + 1) * width),
  )

const applied = (
  segment: Symbols,
  { kind, constant, base }: { kind: Kind; constant: bigint; base: number },
): number[] => {
  const size = BigInt(base) ** BigInt(segment.length)
  const value = valueOf(segment, base)
  if (kind === 'mask') {
    const mask = symbolsOf(constant, { base: 16, count: segment.length, write: pairs })
    return segment.map((each, at) => each ^ (mask[at] ?? 0))
  }
  const changed = kind === 'add' ? value + constant : constant - value
  const inside = ((changed % size) + size) % size
  return symbolsOf(inside, { base: base === 10 ? 10 : 16, count: segment.length, write: pairs })
}

/** The constant with which `kind` makes `after` of `before`. */
const constantOf = (kind: Kind, before: Symbols, after: Symbols, base: number): bigint => {
  if (kind === 'mask')
    return valueOf(
      before.map((each, at) => each ^ (after[at] ?? 0)),
      16,
    )
  const [from, to] = [valueOf(before, base), valueOf(after, base)]
  return kind === 'add' ? to - from : to + from
}

const store = (number: string, to: Store, { kind, width, constants }: Arithmetic): readonly number[] =>
  to.write(
    segmentsOf(symbolsOf(BigInt(number), to), width).flatMap((segment, at) =>
      applied(segment, { kind, constant: constants[at] ?? 0n, base: to.base }),
    ),
  )

const widths = { 10: [1, 2, 3, 4, 5, 10], 16: [1, 2, 3, 4, 8, 16] } as const

const drawConstant = (draw: Draw, size: number): bigint =>
  draw.chance(0.5)
    ? BigInt(draw.from([1, 2, 3, -1, 16, 10, 0x80, 100]))
    : BigInt(draw.below(Math.min(size, 2 ** 40)))

/** The true arithmetic: one constant in all segments, or one in each. */
const drawArithmetic = (draw: Draw, { base, count }: Store): Arithmetic => {
  const kind = draw.from(kinds)
  const width = draw.from(widths[base])
  const size = base ** width
  const isOne = draw.chance(0.5)
  const one = drawConstant(draw, size)
  const isSparse = draw.chance(0.3)
  const constants = Array.from({ length: Math.ceil(count / width) }, () => {
    if (isSparse && draw.chance(0.6)) return 0n
    return isOne ? one : drawConstant(draw, size)
  })
  const positive = constants.map((each) => (kind === 'mask' ? (each < 0n ? -each : each) : each))
  return { kind, width, constants: positive }
}

const numberings: readonly ((draw: Draw, index: number) => string)[] = [
  (draw) => `${draw.from(['8', '6'])}${String(draw.below(1e9)).padStart(9, '0')}`,
  (draw) => `8${String(draw.below(1e9)).padStart(9, '0')}`,
  (draw) => `${draw.from(['8', '6'])}${712_345_000 + draw.below(3000)}`,
  (draw, index) => `${draw.from(['8', '6'])}${712_345_600 + index * (1 + draw.below(3))}`,
  (draw) => `${draw.from(['8', '6'])}${Array.from({ length: 9 }, () => 2 * draw.below(5)).join('')}`,
]

export interface DecoderPair {
  readonly about: string
  /** Both models store these alike. */
  readonly known: readonly string[]
  /** Most of these are stored differently. */
  readonly others: readonly string[]
  readonly lock: (number: string) => KnownLock
}

const maxKnown = 12

const isSame = (one: readonly number[], other: readonly number[]): boolean => one.join() === other.join()

export const drawPair = (draw: Draw): DecoderPair => {
  const storeName = draw.from(Object.keys(stores) as [keyof typeof stores])
  const to: Store = stores[storeName]
  const first = drawArithmetic(draw, to)
  const numberOf = draw.from(numberings as [(typeof numberings)[number]])
  const known = [numberOf(draw, 0)]
  const [start = ''] = known
  // The number that is stored itself is a second model too, for a constant that was not needed so far.
  const kind = draw.from(kinds)
  const width = draw.from(widths[to.base])
  const before = segmentsOf(symbolsOf(BigInt(start), to), width)
  const stored = segmentsOf(symbolsOf(BigInt(start), to), first.width).flatMap((segment, at) =>
    applied(segment, { kind: first.kind, constant: first.constants[at] ?? 0n, base: to.base }),
  )
  const after = segmentsOf(stored, width)
  const constants = before.map((segment, at) => constantOf(kind, segment, after[at] ?? [], to.base))
  const second: Arithmetic = { kind, width, constants }
  const agrees = (number: string) => isSame(store(number, to, first), store(number, to, second))
  for (let tries = 0; tries < 60 && known.length < maxKnown; tries += 1) {
    const number = numberOf(draw, tries + 1)
    if (!known.includes(number) && agrees(number)) known.push(number)
  }
  const others: string[] = []
  for (let tries = 0; tries < 40 && others.length < 8; tries += 1) {
    const from = draw.chance(0.5)
      ? numberOf(draw, tries)
      : draw.from(numberings as [typeof numberOf])(draw, tries)
    // Near a known number, and where a digit or a byte overflows.
    const near = draw.chance(0.5) ? from : `${start.slice(0, 1)}${from.slice(1)}`
    if (!known.includes(near) && (!agrees(near) || draw.chance(0.1))) others.push(near)
  }
  const prefix = draw.chance(0.5) ? [draw.below(256), 7] : []
  return {
    about: `${storeName}: ${first.kind} by ${first.width} [${first.constants.join()}], or ${kind} by ${width}`,
    known,
    others,
    lock: (number) =>
      lookalikeLock(number, { features: { 1: () => [...prefix, ...store(number, to, first), 9] } }),
  }
}
