import type { ExtractBy } from '../profiles/profile'
import { hasBothRegions, minEvidence } from './candidate'
import type { Candidate } from './candidate'
import { findFields } from './search-exact'
import type { Source } from './sources'

const regionPlaces = (
  { data, isStable }: Source,
  numbers: readonly string[],
  [from, to]: readonly [number, number],
): NonNullable<ExtractBy['region']>[] =>
  isStable.flatMap((stable, at) => {
    if (!stable || (at >= from && at < to)) return []
    const forms = [
      { as: 'digit' as const, valueOf: Number },
      { as: 'ascii' as const, valueOf: (digit: string) => digit.charCodeAt(0) },
    ]
    return forms.flatMap(({ as, valueOf }) =>
      data.every((each, index) => each[at] === valueOf(numbers[index]?.[0] ?? '')) ? [{ at, as }] : [],
    )
  })

/**
 * Nine digits in a field and the first digit in a byte of its own. Locks of one region cannot show which byte
 * that is, or whether there is one.
 */
export const searchApart = (source: Source, numbers: readonly string[]): Candidate[] => {
  const sequences = numbers.map((number) => number.slice(1))
  const bits = sequences.reduce((sum, digits) => sum + Math.log2(Number(digits) + 1), 0)
  const both = hasBothRegions(numbers)
  return findFields(source, sequences).flatMap(({ extract, span }): Candidate[] => {
    if (!both) return [{ source, extract, span, evidence: bits, needs: 'other-region' }]
    return regionPlaces(source, numbers, span).map((region) => ({
      source,
      extract: { ...extract, region },
      span,
      evidence: bits,
      needs: bits < minEvidence ? 'another-lock' : null,
    }))
  })
}
