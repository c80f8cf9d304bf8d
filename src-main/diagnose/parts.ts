import type { AppDescription, PlatformStatus, RegisteredEnterprise, Settings } from '#shared/commands'
import type { JournalReport } from '#shared/journal-commands'
import type { AttachedDevices } from '#shared/model/attached-device'
import type { VaultStatus } from '#shared/model/vault-status'
import type { Outcome } from '#shared/outcome'
import type { Journal } from '../journal/journal'
import type { FileToVerify } from '../journal/verify'
import type { UsbHealth } from '../locks/usb-supervisor'
import type { LogCounts } from '../log/log'
import type { Credentials } from '../platform/credentials'
import type { Connected } from '../platform/environment'
import type { NetworkSurroundings } from '../platform/transport'
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
  /** The operating system with its version and the processor's kind. */
  readonly system: string
}

/** Everything a diagnosis looks at; each part is asked when a check runs. It changes none of it. */
export interface DiagnoseParts {
  readonly platform: NodeJS.Platform
  readonly now: () => number
  readonly training: boolean
  /** On one that the person entered: its name. Null in training, and for the command line's. */
  readonly environmentName: string | null
  readonly usb: { readonly health: () => UsbHealth; readonly system: SystemUsb }
  /** Real devices and those of the training tray. */
  readonly devices: () => AttachedDevices
  /** That are read here, by profiles and by what the person enabled. */
  readonly models: () => readonly { readonly vendorId: number; readonly productId: number }[]
  readonly network: NetworkSurroundings
  readonly connected: Promise<Outcome<Connected>>
  readonly status: () => PlatformStatus
  readonly credentials: Credentials
  /** An enterprise of this platform that the desk knows. */
  readonly enterpriseGlobalId: () => string | null
  readonly failures: FailureLog
  readonly folder: string
  readonly journal: Journal
  /** Why the journal is not open; null where it is. */
  readonly journalProblem: {
    readonly code: 'locked' | 'newer' | 'not-writable'
    readonly message: string
  } | null
  readonly verifyJournal: (
    files: readonly FileToVerify[],
    signal: AbortSignal,
  ) => Promise<JournalReport | null>
  readonly vault: () => VaultStatus
  readonly versions: Versions
  readonly notices: () => AppDescription['notices']
  /** Since the app was started; `memory` of all its processes. */
  readonly load: () => { readonly uptimeMs: number; readonly memoryBytes: number; readonly processes: number }
  readonly settings: () => Settings
  /** What a fresh desk has. */
  readonly usualSettings: Settings
  readonly enterprises: () => readonly RegisteredEnterprise[]
  readonly logCounts: () => LogCounts
  /** Null where this app is not updated by itself. */
  readonly update: (() => UpdateFacts) | null
}
