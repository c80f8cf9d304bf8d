import type { CheckBy, ExtractBy, LockProfile } from '../profiles/profile'
import { hasBothRegions } from './candidate'
import type { Candidate, Need } from './candidate'
import { isAlone } from '../profiles/extract'
import { findCheck } from './find-check'
import { searchApart } from './search-apart'
import { searchDecimal } from './search-decimal'
import { searchExact } from './search-exact'
import { searchMasked } from './search-masked'
import { searchShifted } from './search-shifted'
import { constantPositions, expectedBytes, sourcesOf } from './sources'
import type { KnownLock, Source } from './sources'

export type SearchResult =
  | {
      readonly state: 'learned'
      readonly source: Source
      readonly extract: ExtractBy
      readonly check: CheckBy
      /** Further places that contain the number of every known lock. */
      readonly also: readonly Pick<Candidate, 'source' | 'extract'>[]
    }
  | { readonly state: 'ambiguous'; readonly needs: Need; readonly readings: number }
  | { readonly state: 'none' }

/** A report that comes by itself needs time. A profile that reads a text opens no device, so it can check no report. */
const readOrder: readonly Source['read']['by'][] = ['feature', 'exchange', 'input', 'serial']
const maxPlaces = 8

const overlap = (one: Candidate, other: Candidate): boolean =>
  one !== other && one.source === other.source && one.span[0] < other.span[1] && other.span[0] < one.span[1]

const byPlace = (one: Candidate, other: Candidate): number =>
  other.evidence - one.evidence ||
  readOrder.indexOf(one.source.read.by) - readOrder.indexOf(other.source.read.by) ||
  one.span[0] - other.span[0]

const isText = ({ as, xor }: ExtractBy): boolean =>
  xor === undefined && (as === 'ascii' || as === 'hex' || as.startsWith('utf-16'))

/**
 * Bytes of a field that no two locks prove, and that stand outside it too: those may be the ones that change
 * with the number.
 */
const rivalPositions = (source: Source, { offset, length }: ExtractBy): number[] => {
  const isInside = (at: number) => at >= offset && at < offset + length
  const [data] = source.data
  const constant = constantPositions(source)
  const unproven = new Set(constant.filter(isInside).map((at) => data?.[at]))
  return constant.filter((at) => !isInside(at) && unproven.has(data?.[at]))
}

/** A text before the number may be longer in another lock: what all known locks have in common must stay. */
const withCommonTraits = (source: Source, extract: ExtractBy): ExtractBy => {
  const { read, reads } = source
  const all = reads.flat()
  const lengths = new Set(all.map(({ length }) => length))
  const [total] = lengths
  const common = read.by === 'serial' && lengths.size === 1 && total !== undefined ? { total } : {}
  if (!isText(extract)) {
    const { expect = expectedBytes(source, rivalPositions(source, extract)) } = extract
    return { ...extract, ...common, ...(expect.length > 0 ? { expect } : {}) }
  }
  if (all.every((data) => isAlone(data, extract))) return { ...extract, ...common, alone: true }
  const neighbors = [extract.offset - 1, extract.offset + extract.length].flatMap((at) => {
    const [value, ...others] = new Set(all.map((data) => data[at]))
    return value === undefined || others.length > 0 ? [] : [{ at, bytes: Uint8Array.of(value) }]
  })
  return { ...extract, ...common, ...(neighbors.length > 0 ? { expect: neighbors } : {}) }
}

/**
 * Two readings of the same bytes contradict each other for some number, so both are left out. Several places
 * that have the number need one more lock than a single one: one of them may only resemble it. A byte beside the
 * reading that changes as one of its own does needs two: a check digit follows a digit by chance in one lock of ten.
 */
const chooseCandidate = (
  candidates: readonly Candidate[],
  locks: readonly KnownLock[],
  locksNeeded: number,
): SearchResult => {
  const readings = candidates.length
  const clear = candidates.filter((one) => !candidates.some((other) => overlap(one, other)))
  const [best] = clear.filter(({ needs }) => needs === null).sort(byPlace)
  const region = candidates.every(({ needs }) => needs === 'other-region')
  if (best === undefined) {
    return { state: 'ambiguous', needs: region ? 'other-region' : 'another-lock', readings }
  }
  const moreNeeded = hasRivalByte(best, candidates) ? 2 : readings > 1 ? 1 : 0
  if (locks.length < locksNeeded + moreNeeded) {
    return { state: 'ambiguous', needs: 'another-lock', readings }
  }
  const { source, extract, span } = best
  const also = clear
    .filter(
      (each) =>
        each !== best &&
        each.needs === null &&
        // A profile sends one request.
        (each.source === best.source || each.source.asked === null) &&
        (each.source.interface === null || each.source.interface === source.interface),
    )
    .slice(0, maxPlaces)
  return {
    state: 'learned',
    source,
    extract: withCommonTraits(source, extract),
    check: findCheck(source, span),
    also: also.map((each) => ({ ...each, extract: withCommonTraits(each.source, each.extract) })),
  }
}

/** Whether two bytes differ by the same mask, or by the same difference, in all locks. */
const areAlike = (data: readonly Uint8Array[], one: number, other: number): boolean => {
  const pairs = data.map((each) => [each[one] ?? 0, each[other] ?? 0] as const)
  return (
    new Set(pairs.map(([a, b]) => a ^ b)).size === 1 ||
    new Set(pairs.map(([a, b]) => (a - b) & 0xff)).size === 1
  )
}

/** Whether a byte outside all readings changes with one of the reading as the known locks do. */
const hasRivalByte = ({ source, span: [from, to] }: Candidate, candidates: readonly Candidate[]): boolean => {
  const { data, isStable } = source
  const spans = candidates.flatMap((each) => (each.source === source ? [each.span] : []))
  const changing = isStable.flatMap((stable, at) =>
    stable && data.some((each) => each[at] !== data[0]?.[at]) ? [at] : [],
  )
  const inside = changing.filter((at) => at >= from && at < to)
  const outside = changing.filter((at) => !spans.some(([start, end]) => at >= start && at < end))
  return outside.some((other) => inside.some((one) => areAlike(data, one, other)))
}

const isDigitwise = ({ extract }: Candidate): boolean =>
  extract.as !== 'hex' && !extract.as.startsWith('uint') && extract.region === undefined

/** A byte outside the readings that may be the first digit, since it is the same in all known locks. */
const hasDigitElsewhere = (
  sources: readonly Source[],
  candidates: readonly Candidate[],
  region: string,
): boolean =>
  sources.some((source) => {
    const { read, isStable, data } = source
    if (read.text !== undefined) return false
    const spans = candidates.flatMap((each) => (each.source === source ? [each.span] : []))
    return isStable.some((stable, at) => {
      if (!stable || spans.some(([from, to]) => at >= from && at < to)) return false
      const [value] = data.map((each) => each[at])
      const isDigit = value === Number(region) || value === region.charCodeAt(0)
      return isDigit && data.every((each) => each[at] === value)
    })
  })

/**
 * Locks of one region cannot prove that the digit in front of nine others belongs to them: it may be a constant,
 * and another byte the region.
 */
const withRegionProven = (
  candidates: readonly Candidate[],
  sources: readonly Source[],
  numbers: readonly string[],
): Candidate[] => {
  if (hasBothRegions(numbers) || !hasDigitElsewhere(sources, candidates, numbers[0]?.[0] ?? '')) {
    return [...candidates]
  }
  return candidates.map((each) =>
    isDigitwise(each) && each.needs === null ? { ...each, needs: 'other-region' as const } : each,
  )
}

/**
 * Finds where and how the known locks store their numbers. Pure. Never guesses: a reading with constants of its
 * own (mask, offset, region digit apart) must be proven by more locks than it has constants.
 */
export const searchReading = (
  locks: readonly KnownLock[],
  asking: readonly LockProfile[] = [],
): SearchResult => {
  if (locks.length < 2) return { state: 'ambiguous', needs: 'another-lock', readings: 0 }
  const numbers = locks.map(({ number }) => number)
  const sources = sourcesOf(locks, asking)
  const exact = sources.flatMap((source) => searchExact(source, numbers))
  if (exact.length > 0) return chooseCandidate(withRegionProven(exact, sources, numbers), locks, 2)
  const others = sources.flatMap((source) => [
    ...searchApart(source, numbers),
    ...searchMasked(source, numbers),
    ...searchShifted(source, numbers),
    ...searchDecimal(source, numbers),
  ])
  return others.length === 0
    ? { state: 'none' }
    : chooseCandidate(withRegionProven(others, sources, numbers), locks, 3)
}
