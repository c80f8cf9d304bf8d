import { connectCommandNames } from './connect-commands'
import type { ConnectCommands } from './connect-commands'
import { deviceCommandNames } from './device-commands'
import type { DeviceCommands } from './device-commands'
import { diagnoseCommandNames } from './diagnose-commands'
import type { DiagnoseCommands } from './diagnose-commands'
import { draftCommandNames } from './draft-commands'
import type { DraftCommands } from './draft-commands'
import { journalCommandNames } from './journal-commands'
import type { JournalCommands } from './journal-commands'
import { listCommandNames } from './list-commands'
import type { ListCommands } from './list-commands'
import { loanCommandNames } from './loan-commands'
import type { LoanCommands } from './loan-commands'
import { outboxCommandNames } from './outbox-commands'
import type { OutboxCommands } from './outbox-commands'
import { settleCommandNames } from './settle-commands'
import type { SettleCommands } from './settle-commands'
import { updateCommandNames } from './update-commands'
import type { UpdateCommands } from './update-commands'
import type { ChangeAction, LockAction, ChangeRequest, JournalEntry } from './model/change'
import type { Job, JobRequest } from './model/job'
import type { LabelSettings } from './model/label'
import type { Licences, LockRecord } from './model/lock-record'
import type { Opening } from './model/opening'
import type {
  BrokenProfile,
  EnabledModel,
  PluggedLock,
  ProfileFacts,
  SimulatedLock,
  TrayGesture,
} from './model/plugged-lock'
import type { ShellNumber } from './model/shell-number'
import type { TimeUnit } from './model/timestamp'
import type { Outcome } from './outcome'
import type { PlatformFailure } from './platform-failure'

// No schema code in this file: the preload script loads it. The schemas are in commands-schema.ts.

export const languages = ['system', 'en', 'zh'] as const
export const themes = ['system', 'light', 'dark'] as const

export interface Settings {
  readonly language: (typeof languages)[number]
  readonly theme: (typeof themes)[number]
  readonly railCollapsed: boolean
  /** Name, mobile or e-mail of the person at this desk; goes out with every disable and enable. */
  readonly operatorIdentity: string
  readonly timeUnit: TimeUnit
  /** Who works at this desk, the one who came last first; `operatorIdentity` is who is there now. */
  readonly operators: readonly string[]
  /** Minutes without a hand at the desk until it asks who is there; 0 never asks. */
  readonly idleLockMinutes: number
  readonly sound: boolean
  /** How many locks go out in one call (how many the platform takes is not in the API document). */
  readonly chunkSize: number
  /** What labels look like and on what they are printed. */
  readonly labels: LabelSettings
  /** Hours after which a change that waits for the platform is no longer sent. */
  readonly queueHours: number
  /** The short course of the first minutes. */
  readonly opening: Opening
}

/** Something the app met at start and set right or could not; shown until dismissed. */
export interface Notice {
  readonly id: string
  readonly code:
    | 'settings-unreadable'
    | 'register-unreadable'
    | 'loans-unreadable'
    | 'models-unreadable'
    | 'secrets-unreadable'
    | 'environments-unreadable'
    | 'journal-unreadable'
    | 'journal-shut'
    | 'journal-locked'
    | 'journal-newer'
    | 'queue-unreadable'
    | 'file-newer'
    | 'file-unreachable'
    | 'profile-broken'
    | 'training-unavailable'
  /** A file's name or a short English detail; never a secret. */
  readonly detail: string
}

export interface AppDescription {
  readonly version: string
  readonly electron: string
  readonly training: boolean
  /** Whether there is a tray of simulated locks. */
  readonly simulatedLocks: boolean
  readonly systemLanguage: 'en' | 'zh'
  readonly notices: readonly Notice[]
}

export interface PlatformStatus {
  readonly training: boolean
  readonly baseUrl: string | null
  readonly state: 'starting' | 'reachable' | 'unreachable' | 'refused'
  /**
   * What is lacking where it is not reachable: this computer has no network, the platform does not answer over it, or
   * it answers and does not let this desk in.
   */
  readonly lacks: 'network' | 'platform' | 'permission' | null
  /** When the platform last answered or failed to, ms since 1970. */
  readonly checkedAt: number | null
  readonly failure: PlatformFailure | null
  readonly signedInAs: string | null
  /** The kept sign-in is not accepted any more, or there is none: what needs a user waits for one. */
  readonly needsSignIn: boolean
}

export interface RegisteredEnterprise {
  readonly enterpriseGlobalId: string
  readonly enterpriseName: string | null
  readonly channelCode: string | null
  readonly channelCustomerId: string | null
  readonly assets: number | null
  /** When its asset list was last read. */
  readonly readAt: number | null
  readonly failure: PlatformFailure | null
}

export interface RegisterSlice {
  readonly rows: readonly RegisteredEnterprise[]
  /** All there are; `from` of the next slice is `from` and the length of `rows`, until it is this. */
  readonly total: number
  /** Another number than before: others are registered, and a reader in the middle begins again at 0. */
  readonly version: number
}

export type LookUp =
  | { readonly state: 'found'; readonly record: LockRecord; readonly failure: PlatformFailure | null }
  /** A second asset carries the same digits: a person must say which. */
  | { readonly state: 'ambiguous'; readonly records: readonly LockRecord[] }
  /** On none of the lists of the registered enterprises: it may exist all the same. */
  | { readonly state: 'not-listed'; readonly enterprises: number; readonly failure: PlatformFailure | null }
  /** Not a shell number, and not an asset number of the lists. */
  | { readonly state: 'not-a-number' }

/** Paper of one's own, in millimetres, without margins, header and footer; absent, it is what the country's offices use. */
export interface PageSize {
  readonly width: number
  readonly height: number
}

/** What a list's number was found to be; like `LookUp`, for many at once. */
export type ListLookUp =
  | { readonly state: 'found'; readonly record: LockRecord }
  | { readonly state: 'ambiguous'; readonly records: readonly LockRecord[] }
  | { readonly state: 'not-listed' | 'not-a-number' }

export const savedKinds = ['csv', 'xlsx', 'json', 'pdf', 'txt', 'rules'] as const

interface Command<Input, Value> {
  readonly input: Input
  readonly value: Value
}

/** Every command the renderer may give: its name, what it takes and what it answers. */
export interface Commands
  extends
    DeviceCommands,
    DiagnoseCommands,
    ConnectCommands,
    JournalCommands,
    ListCommands,
    LoanCommands,
    DraftCommands,
    SettleCommands,
    UpdateCommands,
    OutboxCommands {
  'app/describe': Command<undefined, AppDescription>
  'app/dismiss-notice': Command<{ readonly id: string }, null>
  /** `forgetAfterMs` for a secret: the clipboard is emptied after so long, where it still holds it. */
  'app/copy': Command<{ readonly text: string; readonly forgetAfterMs?: number }, null>
  'settings/read': Command<undefined, Settings>
  'settings/change': Command<Partial<Settings>, Settings>
  'platform/status': Command<undefined, PlatformStatus>
  'platform/check': Command<undefined, PlatformStatus>
  'locks/list': Command<undefined, readonly PluggedLock[]>
  'locks/rescan': Command<undefined, null>
  'locks/models': Command<
    undefined,
    {
      readonly enabled: readonly EnabledModel[]
      readonly profiles: readonly ProfileFacts[]
      readonly broken: readonly BrokenProfile[]
    }
  >
  'locks/enable-model': Command<{ readonly plugId: string; readonly comparedNumber: ShellNumber }, null>
  'locks/forget-model': Command<{ readonly vendorId: number; readonly productId: number }, null>
  'tray/list': Command<undefined, readonly SimulatedLock[]>
  'tray/act': Command<{ readonly trayId: string; readonly gesture: TrayGesture }, null>
  /** `known` answers from what was read last; `fresh` asks the platform first. */
  'desk/look-up': Command<{ readonly number: string; readonly freshness: 'known' | 'fresh' }, LookUp>
  'desk/licences': Command<{ readonly assetId: string }, Licences>
  'desk/change': Command<ChangeRequest, JournalEntry>
  /** Reads the record to find out what became of an unknown change; never sends it again. */
  'desk/settle': Command<{ readonly entryId: string }, JournalEntry>
  /** Many numbers at once, answered in their order. */
  'desk/look-up-many': Command<
    { readonly numbers: readonly string[]; readonly freshness: 'known' | 'fresh' },
    {
      readonly looked: readonly ListLookUp[]
      readonly enterprises: number
      readonly failure: PlatformFailure | null
    }
  >
  /** Each lock read from now on is changed at once, until disarmed; confirmed once, in a dialog of the system's. */
  'desk/arm': Command<{ readonly action: LockAction; readonly operatorIdentity: string }, null>
  'desk/disarm': Command<undefined, null>
  /** Answers when the job is on the disk and begins; its course is told by `jobs/changed` and `jobs/rows`. */
  'jobs/start': Command<JobRequest, Job>
  'jobs/pause': Command<{ readonly jobId: string }, Job>
  'jobs/resume': Command<{ readonly jobId: string }, Job>
  /** What has not been sent is not sent any more; what is on its way comes back. */
  'jobs/cancel': Command<{ readonly jobId: string }, Job>
  /** Newest first. */
  'jobs/list': Command<{ readonly limit: number; readonly action?: ChangeAction }, readonly Job[]>
  /** In the order of the rows as they were asked for. */
  'jobs/read': Command<
    { readonly jobId: string },
    { readonly job: Job; readonly rows: readonly JournalEntry[] }
  >
  /** Reads the records of the job's unknown rows to learn what became of them; sends nothing again. */
  'jobs/settle': Command<{ readonly jobId: string }, Job>
  /** Asks where to, in the system's dialog, and writes; null where the person thought better of it. */
  'files/save': Command<
    {
      readonly name: string
      readonly kind: (typeof savedKinds)[number]
      readonly bytes: Uint8Array
    },
    { readonly savedAs: string } | null
  >
  /** Prints the page as its print styles show it, or saves it as a PDF. */
  'window/print': Command<
    | { readonly to: 'printer'; readonly page?: PageSize }
    | { readonly to: 'pdf'; readonly name: string; readonly page?: PageSize },
    { readonly savedAs: string } | null
  >
  /** How many made passwords stand nowhere but in the page: closing the window asks while there are any. */
  'window/hold': Command<{ readonly madePasswords: number }, null>
  'journal/recent': Command<{ readonly limit: number }, readonly JournalEntry[]>
  /** In the order in which they were registered. */
  'register/list': Command<{ readonly from: number; readonly limit: number }, RegisterSlice>
  /** Those of them that are registered, as they are now. */
  'register/some': Command<
    { readonly enterpriseGlobalIds: readonly string[] },
    readonly RegisteredEnterprise[]
  >
  'register/add': Command<
    | { readonly by: 'id'; readonly enterpriseGlobalId: string; readonly enterpriseName: string }
    | { readonly by: 'channel'; readonly channelCode: string; readonly channelCustomerId: string },
    null
  >
  'register/remove': Command<{ readonly enterpriseGlobalId: string }, null>
  'register/refresh': Command<undefined, null>
}

export type CommandName = keyof Commands
export type CommandInput<Name extends CommandName> = Commands[Name]['input']
export type CommandValue<Name extends CommandName> = Commands[Name]['value']

export type CommandFailure =
  | PlatformFailure
  | {
      /**
       * `refused-sender`: the call did not come from the app's own page · `invalid-input`: it does not fit the
       * command's schema · `not-found`: what it names is gone · `not-saved`: the disk did not take it ·
       * `own-folder`: it holds the app's own files · `not-confirmed`: the person said no in the system's dialog ·
       * `too-early`: nobody can know it yet · `switching`: one platform is being left for another
       * · `internal`: a fault of ours, in the log.
       */
      readonly code:
        | 'refused-sender'
        | 'invalid-input'
        | 'not-found'
        | 'not-saved'
        | 'own-folder'
        | 'not-confirmed'
        | 'too-early'
        | 'switching'
        | 'internal'
      readonly message: string
    }

export type CommandOutcome<Name extends CommandName> = Outcome<CommandValue<Name>, CommandFailure>

const named: Record<CommandName, true> = {
  ...deviceCommandNames,
  ...diagnoseCommandNames,
  ...connectCommandNames,
  ...listCommandNames,
  ...loanCommandNames,
  ...journalCommandNames,
  ...settleCommandNames,
  ...outboxCommandNames,
  ...draftCommandNames,
  ...updateCommandNames,
  'app/describe': true,
  'app/dismiss-notice': true,
  'app/copy': true,
  'settings/read': true,
  'settings/change': true,
  'platform/status': true,
  'platform/check': true,
  'locks/list': true,
  'locks/rescan': true,
  'locks/models': true,
  'locks/enable-model': true,
  'locks/forget-model': true,
  'tray/list': true,
  'tray/act': true,
  'desk/look-up': true,
  'desk/licences': true,
  'desk/change': true,
  'desk/settle': true,
  'desk/look-up-many': true,
  'desk/arm': true,
  'desk/disarm': true,
  'jobs/start': true,
  'jobs/pause': true,
  'jobs/resume': true,
  'jobs/cancel': true,
  'jobs/list': true,
  'jobs/read': true,
  'jobs/settle': true,
  'files/save': true,
  'window/print': true,
  'window/hold': true,
  'journal/recent': true,
  'register/list': true,
  'register/some': true,
  'register/add': true,
  'register/remove': true,
  'register/refresh': true,
}

/** The names at run time; a command missing here does not compile. */
export const commandNames = Object.keys(named) as CommandName[]
