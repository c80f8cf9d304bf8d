import { defaultLabels } from '../locks/label'
import type { LabelSettings } from '../locks/label'
import { queueHours } from '../changes/queued-change'
import { failedPercents } from '../changes/stop-rule'
import type { TimeUnit } from '../api/timestamp'
import { initialTourProgress } from './tour'
import type { TourProgress } from './tour'
import type { Name } from '../name'

// No schema code in this file: the page loads it at startup. The schema is in settings-schema.ts.

export const languages = ['system', 'en', 'zh'] as const

export const themes = ['system', 'light', 'dark'] as const

/** Ten years. */
export const maxSignatureDays = 3_650

export interface Settings {
  readonly language: (typeof languages)[number]
  readonly theme: (typeof themes)[number]
  readonly railCollapsed: boolean
  /** Name, mobile or e-mail of the operator; sent with every disable and enable. */
  readonly operatorIdentity: Name
  readonly timeUnit: TimeUnit
  /** Known operators, most recent first; `operatorIdentity` is the current one. */
  readonly operators: readonly Name[]
  /** Minutes without input after which the app asks for the operator; 0 never asks. */
  readonly idleLockMinutes: number
  readonly sound: boolean
  /** Notifications of the system: loans, jobs and the offline queue. */
  readonly notifications: boolean
  /** Receipts and handover notes can be signed on screen. */
  readonly signatures: boolean
  /** Days after which a signature is deleted; 0 never. */
  readonly signatureDays: number
  /** Names of people, enterprises and locks are hidden on screen. */
  readonly namesHidden: boolean
  /** Rows per request, by kind; the API states few limits (docs/api.md). */
  readonly chunkSize: number
  readonly employeesPerCall: number
  readonly assetsPerCall: number
  readonly numbersPerCall: number
  /** A job pauses when more than this percentage of its rows failed; 100 never (stop-rule.ts). */
  readonly maxFailedPercent: number
  /** Appearance and paper of labels. */
  readonly labels: LabelSettings
  /** Hours after which a queued change expires. */
  readonly queueHours: number
  /** Whether commands of the command line may change locks; switched on only in a system dialog. */
  readonly commandLineChanges: boolean
  /** Progress of the first-run tour. */
  readonly opening: TourProgress
}

export const defaultSettings: Settings = {
  language: 'system',
  theme: 'system',
  railCollapsed: false,
  operatorIdentity: '',
  timeUnit: 'auto',
  operators: [],
  idleLockMinutes: 0,
  sound: true,
  notifications: true,
  signatures: true,
  signatureDays: 0,
  namesHidden: false,
  chunkSize: 100,
  employeesPerCall: 100,
  assetsPerCall: 100,
  numbersPerCall: 1000,
  maxFailedPercent: failedPercents.default,
  labels: defaultLabels,
  queueHours: queueHours.default,
  commandLineChanges: false,
  opening: initialTourProgress,
}

/** Operators, tour progress and hidden names cannot cause a problem. */
const undiagnosedSettings = ['operatorIdentity', 'operators', 'opening', 'namesHidden'] as const

/** A setting that Diagnostics compares with its default and names if it was changed. */
export type DiagnosedSetting = Exclude<keyof Settings, (typeof undiagnosedSettings)[number]>
export const isDiagnosedSetting = (name: string): name is DiagnosedSetting =>
  name in defaultSettings && !undiagnosedSettings.some((known) => known === name)
