import type { PlatformFailure } from './api/platform-failure'
import type { Name } from './name'

/** The most rows of one import. */
export const maxImportRows = 100_000

/** Why a row of a sheet is not looked up; it is kept for the results. */
export const importFindings = [
  'missing',
  'no-channel',
  'no-customer',
  'characters',
  'exponent',
  'too-long',
  'name-too-long',
  'duplicate',
  'cell-error',
  'cell-no-result',
] as const
export type ImportFinding = (typeof importFindings)[number]

/** A row of a sheet: an enterprise ID, the customer of a channel, or both. */
export interface EnterpriseImportRow {
  /** The row of the sheet, from 1. */
  readonly line: number
  readonly enterpriseGlobalId: string | null
  readonly enterpriseName: Name | null
  readonly channelCode: string | null
  readonly channelCustomerId: string | null
  /** With a finding the row is kept for the results and never looked up. */
  readonly finding: ImportFinding | null
  /** The earlier row of a duplicate. */
  readonly firstLine: number | null
}

/** The result of a row; `waiting` is not looked up yet, or no longer after the import was canceled. */
export type EnterpriseImportResult =
  | { readonly state: 'waiting' | 'invalid' | 'not-found' }
  | {
      /** `known` was in the list already. */
      readonly state: 'added' | 'known'
      readonly enterpriseGlobalId: string
      /** As it is stored. */
      readonly enterpriseName: Name | null
      /** The list had another name for the enterprise, or none. */
      readonly isRenamed?: true
    }
  | { readonly state: 'failed'; readonly failure: PlatformFailure }
  /** The sheet's enterprise ID is not the one of the sheet's customer. */
  | { readonly state: 'failed'; readonly failure: null; readonly enterpriseGlobalId: string | null }

export const importStates = ['added', 'known', 'not-found', 'failed', 'waiting', 'invalid'] as const
export type EnterpriseImportState = (typeof importStates)[number]

/** Why an import waits for the user. */
export type EnterpriseImportPause =
  | { readonly kind: 'requested' | 'platform-switched' }
  /** The platform does not respond or denies access; the rows concerned are looked up again. */
  | { readonly kind: 'platform'; readonly failure: PlatformFailure }
  | { readonly kind: 'not-saved'; readonly message: string }

/** An import without its rows. */
export interface EnterpriseImport {
  /** Counts the imports of this start of the app. */
  readonly number: number
  readonly state: 'running' | 'paused' | 'ended'
  readonly pause: EnterpriseImportPause | null
  readonly rows: number
  /** Rows per state; the sum is `rows`. */
  readonly counts: Readonly<Record<EnterpriseImportState, number>>
}

export interface EnterpriseImportRowResult {
  readonly index: number
  readonly result: EnterpriseImportResult
}

/** Rows with a new result since the last event. */
export interface EnterpriseImportChange {
  /** Null after it was dismissed. */
  readonly import: EnterpriseImport | null
  readonly rows: readonly EnterpriseImportRowResult[]
}
