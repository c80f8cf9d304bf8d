import type { DiagnosedSetting, Settings } from './settings'
import type { ViewPage } from './saved-view'

// No schema code in this file: the page loads it at startup.

/** The settings in a set-up file. Left out: who works here, the tour, the state of the window, and what a dialog allows. */
export const setupSettings = [
  'language',
  'theme',
  'timeUnit',
  'idleLockMinutes',
  'sound',
  'notifications',
  'signatures',
  'chunkSize',
  'employeesPerCall',
  'assetsPerCall',
  'numbersPerCall',
  'maxFailedPercent',
  'labels',
  'queueHours',
] as const satisfies readonly DiagnosedSetting[]
/** In files of earlier versions: a shorter time deletes signatures, so it is set on each computer. */
export const unimportedSettings = ['signatureDays'] as const satisfies readonly DiagnosedSetting[]
export type SetupSetting = (typeof setupSettings | typeof unimportedSettings)[number]

/** In the order in which they are written. */
export const setupGroups = [
  'platforms',
  'enterprises',
  'names',
  'views',
  'profiles',
  'operators',
  'settings',
] as const
export type SetupGroup = (typeof setupGroups)[number]

/** Why an item cannot be imported. */
export type SetupConflict = 'managed' | 'platform-not-allowed' | 'limit-reached' | 'deletes-data'

/** A setting's value, or a name. */
type ShownValue = Exclude<Settings[SetupSetting], string> | string

/** What an item replaces, and by what: the value of a setting, or the name of a platform. */
export interface SetupChange {
  readonly before: ShownValue
  readonly after: ShownValue
}

/** A part of a set-up file, compared with this computer. Enterprises and names of locks count together. */
export interface SetupItem {
  readonly key: string
  readonly group: SetupGroup
  /** A name; for a setting, its key; for enterprises and names, the platform's address. */
  readonly label: string
  /** What the label belongs to: an address; null for what belongs to the whole computer. */
  readonly platform: string | null
  readonly page: ViewPage | null
  readonly count: number
  /** `changed`: replaces what is here. `conflict`: cannot be imported. */
  readonly state: 'new' | 'changed' | 'same' | 'conflict'
  readonly conflict: SetupConflict | null
  /** The platform is look only in the file, and no change is sent to it after the import. */
  readonly lookOnly?: true
  /** Null unless a setting or the name of a platform differs. */
  readonly change: SetupChange | null
}

export const setupProblems = [
  'too-large',
  'empty',
  'not-utf8',
  'not-json',
  'too-deep',
  'too-many-values',
  'too-slow',
  'duplicate-key',
  'not-a-setup-file',
  'newer-version',
  'hidden-character',
  'unknown-field',
  'missing',
  'wrong-type',
  'too-long',
  'slow-pattern',
  'twice',
  'invalid-value',
] as const

/** Why a file is refused, and where. */
export interface SetupProblem {
  readonly code: (typeof setupProblems)[number]
  /** As in `platforms.0.name`; empty for the whole file. */
  readonly path: string
  /** Both start at 1. */
  readonly line: number
  readonly column: number
}

export type SetupPreview =
  | { readonly state: 'read'; readonly items: readonly SetupItem[] }
  | { readonly state: 'refused'; readonly problem: SetupProblem }

export interface SetupResult {
  /** What was written. After a failure, the same file can be imported again. */
  readonly imported: number
  /** The first group that could not be written, with the system's message. */
  readonly failed: { readonly group: SetupGroup; readonly message: string } | null
}

export const setupExtension = 'lockdesk-setup'
/** Far more than 10,000 enterprises and names of locks. */
export const maxSetupBytes = 16 * 1024 * 1024
