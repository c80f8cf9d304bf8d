import type { ExtractBy } from '../profiles/profile'
import type { Source } from './sources'

/** What another lock must show before the reading is certain. */
export type Need = 'another-lock' | 'other-region'

/** A reading that gives the number of every known lock. */
export interface Candidate {
  readonly source: Source
  readonly extract: ExtractBy
  /** The bytes it depends on. */
  readonly span: readonly [from: number, to: number]
  /** Bits by which it is more than a coincidence. */
  readonly evidence: number
  /** Null if the known locks prove it. */
  readonly needs: Need | null
}

/** Bits below which a small counter may explain the known locks too. */
export const minEvidence = 36

export const hasBothRegions = (numbers: readonly string[]): boolean =>
  new Set(numbers.map((number) => number[0])).size > 1
