import type {
  EnterpriseImport,
  EnterpriseImportResult,
  EnterpriseImportRow,
} from '#shared/model/enterprise-import'
import type { Tone } from '../../../ui/tag/tone'

/** A row as shown: before the lookup without a result. */
export interface ShownImportRow extends EnterpriseImportRow {
  /** Its position in the import. */
  readonly id: number
  readonly result: EnterpriseImportResult | null
  /** Before the lookup: the list has it already. */
  readonly isKnown: boolean
}

export const rowGroups = [
  'ready',
  'waiting',
  'not-looked-up',
  'added',
  'known',
  'not-found',
  'failed',
  'duplicate',
  'invalid',
] as const
export type RowGroup = (typeof rowGroups)[number]

/** @param job null before the lookup */
export const groupOf = (row: ShownImportRow, job: EnterpriseImport | null): RowGroup => {
  if (row.finding !== null) return row.finding === 'duplicate' ? 'duplicate' : 'invalid'
  if (row.result === null) return row.isKnown ? 'known' : 'ready'
  const { state } = row.result
  if (state === 'waiting') return job?.state === 'ended' ? 'not-looked-up' : 'waiting'
  return state
}

export const toneOf = (group: RowGroup): Tone => {
  if (group === 'added') return 'good'
  if (group === 'failed' || group === 'invalid') return 'danger'
  return group === 'not-found' || group === 'duplicate' || group === 'not-looked-up' ? 'warning' : 'plain'
}
