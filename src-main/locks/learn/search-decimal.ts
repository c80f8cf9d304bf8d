import { storedText } from '../profiles/extract'
import type { ExtractBy } from '../profiles/profile'
import type { Candidate } from './candidate'
import { hasBothRegions, minEvidence } from './candidate'
import { showsCarries } from './carries'
import { orderOf } from './encodings'
import type { Source } from './sources'

const widths = [
  ['ascii', 10],
  ['utf-16le', 20],
  ['utf-16be', 20],
  ['digits', 10],
  ['digits-high', 10],
  ['bcd', 5],
  ['bcd-swapped', 5],
] as const satisfies readonly (readonly [ExtractBy['as'], number])[]

/** Ten digits in the order of the number; null if there are others. */
const digitsAt = (data: Uint8Array, as: ExtractBy['as'], reversed: boolean): string | null => {
  const text = storedText(data, { as })
  return text !== null && /^\d{10}$/.test(text) ? orderOf(text, reversed) : null
}

/** Between all digits but the first: another first digit is that of no shell number. */
const carrySteps = Array.from({ length: 8 }, (_, at) => 10n ** BigInt(at + 1))

/** Ten digits that differ from the numbers by a constant. */
export const searchDecimal = (source: Source, numbers: readonly string[]): Candidate[] => {
  const values = numbers.map(BigInt)
  const distances = values.map((value) => Math.abs(Number(value - (values[0] ?? 0n))))
  const evidence = distances.reduce((sum, distance) => sum + Math.log2(distance + 1), 0)
  const both = hasBothRegions(numbers)
  return widths.flatMap(([as, length]) =>
    [false, true].flatMap((reversed) => {
      const found: Candidate[] = []
      for (let at = 0; at + length <= source.isStable.length; at += 1) {
        const [first, ...others] = source.data
        const stored0 = digitsAt((first ?? new Uint8Array()).subarray(at, at + length), as, reversed)
        if (stored0 === null) continue
        const plus = (values[0] ?? 0n) - BigInt(stored0)
        const stored = [
          stored0,
          ...others.map((data) => digitsAt(data.subarray(at, at + length), as, reversed) ?? ''),
        ]
        const fits = stored.every((digits, index) => digits !== '' && BigInt(digits) + plus === values[index])
        if (!fits || plus === 0n || !source.isStable.slice(at, at + length).every(Boolean)) continue
        const extract: ExtractBy = {
          offset: at,
          length,
          as,
          prefix: '',
          plus: String(plus),
          ...(reversed ? { reversed } : {}),
        }
        const isProven = evidence >= minEvidence && showsCarries(stored.map(BigInt), plus, carrySteps)
        const needs = !isProven ? 'another-lock' : both ? null : 'other-region'
        found.push({ source, extract, span: [at, at + length], evidence, needs })
      }
      return found
    }),
  )
}
