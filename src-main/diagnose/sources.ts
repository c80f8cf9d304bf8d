import type { AppDescription, PlatformStatus } from '#shared/bridge/app-commands'
import type { RegisteredEnterprise } from '#shared/bridge/enterprise-commands'
import type { Settings } from '#shared/model/app/settings'
import type { JournalReport } from '#shared/bridge/journal-commands'
import type { AttachedDevices } from '#shared/model/locks/attached-device'
import type { ResultLogState } from '#shared/model/app/result-log'
import type { VaultStatus } from '#shared/model/app/vault-status'
import type { Outcome } from '#shared/outcome'
import type { Journal } from '../journal/journal'
import type { FileToVerify } from '../journal/verify/verify'
import type { UsbHealth } from '../locks/usb-process/usb-supervisor'
import type { LogCounts } from '../log/log'
import type { Credentials } from '../platform/auth/credentials'
import type { ConnectedClient } from '../platform/connected-client'
import type { NetworkDeps } from '../platform/transport/transport'
import type { NotifierState } from '../reminders/notifier'
import type { ArchiveFacts } from '../updates/installed-archive'
import type { FailureLog } from './failure-log'
import type { SystemUsb } from './system/system-usb'

export type UpdateFacts =
  | { readonly state: 'current' | 'waiting'; readonly version: string }
  | { readonly state: 'off' }
  | { readonly state: 'failed'; readonly message: string }

export interface Versions {
  readonly app: string
  readonly electron: string
  readonly chromium: string
  readonly node: string
  /** The operating system with its version and the processor architecture. */
  readonly system: string
}

/** What the checks can read; values are read when a check runs. Checks change nothing. */
export interface DiagnosisSources {
  readonly platform: NodeJS.Platform
  readonly now: () => number
  readonly training: boolean
  /** The name of a saved platform; null in training and for the platform of the command line. */
  readonly platformName: string | null
  readonly usb: { readonly health: () => UsbHealth; readonly system: SystemUsb }
  /** USB devices and simulated locks. */
  readonly devices: () => AttachedDevices
  /** Models read on this computer, by profile or because the user enabled them. */
  readonly models: () => readonly { readonly vendorId: number; readonly productId: number }[]
  readonly network: NetworkDeps
  readonly connected: Promise<Outcome<ConnectedClient>>
  readonly status: () => PlatformStatus
  readonly credentials: Credentials
  /** A registered enterprise of this platform. */
  readonly enterpriseGlobalId: () => string | null
  readonly failures: FailureLog
  readonly folder: string
  readonly journal: Journal
  /** Why the journal is not open; null if it is open. */
  readonly journalProblem: {
    readonly code: 'locked' | 'elsewhere' | 'newer' | 'not-writable'
    readonly message: string
  } | null
  readonly verifyJournal: (
    files: readonly FileToVerify[],
    signal: AbortSignal,
  ) => Promise<JournalReport | null>
  readonly vault: () => VaultStatus
  /** Empty if the policy names no log of results. */
  readonly resultLog: () => readonly ResultLogState[]
  readonly versions: Versions
  readonly notices: () => AppDescription['notices']
  /** Since the app started; `memory` covers all its processes. */
  readonly load: () => { readonly uptimeMs: number; readonly memoryBytes: number; readonly processes: number }
  readonly settings: () => Settings
  /** The default settings. */
  readonly defaultSettings: Settings
  readonly enterprises: () => readonly RegisteredEnterprise[]
  readonly notifications: () => NotifierState
  readonly logCounts: () => LogCounts
  /** Reads the installed archive; null if this is no package. */
  readonly archive: ((signal: AbortSignal) => Promise<ArchiveFacts>) | null
  /** Null if this installation does not update itself. */
  readonly update: (() => UpdateFacts) | null
}
