import type { LockState } from '#shared/model/locks/lock-record'
import type { StocktakeResult, StocktakeRow, StocktakeScope } from '#shared/model/stocktake'
import type { Name } from '#shared/model/name'
import type { OutColumn } from '../../ui/sheets/write/write-sheet'
import type { Tone } from '../../ui/tag/tone'

export const scopeName = (scope: StocktakeScope): Name =>
  scope.kind === 'enterprise' ? (scope.enterpriseName ?? scope.enterpriseGlobalId) : scope.name

/** What a result is called: while locks are counted, one that is not counted may still come. */
export const resultName = (
  result: StocktakeResult,
  isCounting: boolean,
): StocktakeResult | 'not-counted-yet' =>
  result === 'not-counted' && isCounting ? 'not-counted-yet' : result

/** The tone of a result's chip (FilterChips). */
export const chipTones: Readonly<Record<StocktakeResult, Tone>> = {
  missing: 'danger',
  'not-counted': 'quiet',
  lent: 'quiet',
  disabled: 'warning',
  unexpected: 'warning',
  'not-found': 'unknown',
  present: 'good',
}
/** The class of a result's text. */
export const resultClasses: Readonly<Record<StocktakeResult, string>> = {
  missing: 'text-danger',
  'not-counted': 'quiet',
  lent: 'quiet',
  disabled: 'text-warning',
  unexpected: 'text-warning',
  'not-found': 'text-unknown',
  present: 'text-good',
}

/** What is said of a lock that was found disabled comes first; a row keeps only the most important status. */
export const statesOfRow = ({
  result,
  status,
}: Pick<StocktakeRow, 'result' | 'status'>): readonly LockState[] => {
  if (status === null) return []
  return result === 'disabled' && status !== 'disabled' ? ['disabled', status] : [status]
}

/** The columns of the exported report. Other programs read them: names and values are fixed (docs/stocktake.md). */
export const reportColumns: readonly OutColumn<StocktakeRow>[] = [
  { title: 'number', width: 16, value: ({ number }) => number },
  { title: 'asset_number', width: 18, value: ({ assetNum }) => assetNum ?? '' },
  { title: 'enterprise', width: 32, value: ({ enterpriseName }) => enterpriseName ?? '' },
  { title: 'result', width: 12, value: ({ result }) => result },
  { title: 'status', width: 12, value: ({ status }) => status ?? '' },
  { title: 'change', width: 14, value: ({ comparison }) => comparison ?? '' },
  {
    title: 'counted_at',
    width: 26,
    value: ({ counted }) => (counted === null ? '' : new Date(counted.at).toISOString()),
  },
  { title: 'counted_by', width: 20, value: ({ counted }) => counted?.operator ?? '' },
  { title: 'source', width: 10, value: ({ counted }) => counted?.by ?? '' },
  { title: 'two_devices', width: 12, value: ({ isDouble }) => (isDouble ? 'yes' : '') },
  { title: 'lent_to', width: 20, value: ({ lentTo }) => lentTo ?? '' },
]
