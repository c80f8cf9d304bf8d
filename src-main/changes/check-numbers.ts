import type { PlatformFailure } from '#shared/model/api/platform-failure'
import type { LockAction } from '#shared/model/changes/change'
import { preFlight } from '#shared/model/changes/preflight'
import type { PreflightRow } from '#shared/model/changes/preflight'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { AssetDirectory } from '../directory/asset-directory'
import type { ReportedState } from '#shared/model/changes/work-order'

/** Why a row is certainly not sent, in the words of files and of the command line. */
export interface Unsent {
  readonly state: Extract<ReportedState, 'not-sent' | 'skipped'>
  readonly reason: string
}

const unsentReasons = {
  malformed: { state: 'not-sent', reason: 'invalid-number' },
  repeated: { state: 'skipped', reason: 'duplicate' },
  ambiguous: { state: 'not-sent', reason: 'ambiguous' },
  'no-record': { state: 'not-sent', reason: 'not-found' },
  already: { state: 'skipped', reason: 'already' },
} as const satisfies Readonly<Record<string, Unsent>>

const isUnsentResult = (result: string): result is keyof typeof unsentReasons => result in unsentReasons

/** Why a checked number is certainly not sent; null if it can be sent. */
export const unsentOf = ({ result, assetNum }: Pick<PreflightRow, 'result' | 'assetNum'>): Unsent | null => {
  if (!isUnsentResult(result) || (result === 'no-record' && assetNum !== null)) return null
  return unsentReasons[result]
}

/** Checks the numbers against the lists, which are read for it; the results are in order. */
export const checkNumbers = async (
  numbers: readonly string[],
  {
    action,
    includeUnlisted = false,
    freshness = 'now',
  }: {
    readonly action: LockAction | null
    readonly includeUnlisted?: boolean
    /** `fresh` takes lists that were read a moment ago for the same purpose. */
    readonly freshness?: 'fresh' | 'now'
  },
  directory: Pick<AssetDirectory, 'lookUpMany'>,
): Promise<Outcome<readonly PreflightRow[], PlatformFailure>> => {
  const { results, failure } = await directory.lookUpMany(numbers, freshness)
  if (failure !== null) return fail(failure)
  return succeed(
    preFlight(
      numbers.map((number, at) => ({
        number,
        lookup: results[at] ?? null,
        chosen: null,
        // The lists were just read.
        isConfirmedMissing: includeUnlisted,
      })),
      action,
    ),
  )
}
