import type { AppDescription } from '#shared/commands'
import type { EventName, Events } from '#shared/events'
import type { UnsentSecrets } from './desk/unsent-secrets'
import type { ConnectDrafts } from './environments/connect-draft'
import type { Environments } from './environments/environments'
import type { Session, SessionSwitch } from './environments/session-switch'
import type { Journal, JournalProblem } from './journal/journal'
import type { Verifier } from './journal/verify-thread'
import type { KeptFiles } from './kept-files'
import type { LaunchOptions } from './launch-options'
import type { DeviceBench } from './locks/device-bench'
import type { LockSource, Recognition } from './locks/lock-source'
import type { ProfileShelf } from './locks/profile-shelf'
import type { UsbHealth } from './locks/usb-supervisor'
import type { Log, LogCounts } from './log/log'
import type { Notices } from './notices/notices'
import type { Credentials } from './platform/credentials'
import type { LongAnswers } from './platform/long-answers'
import type { NetworkSurroundings } from './platform/transport'
import type { SettingsStore } from './settings/settings'
import type { Updates } from './updates/updates'
import type { Vault } from './vault/vault'
import type { Desktop } from './window/desktop'

/** What is there as long as the app runs, whatever platform is open. Each part of a session takes what it needs. */
export interface House {
  readonly options: LaunchOptions
  /** Of the process's environment, taken out of it at the start. */
  readonly launchedCredentials: Credentials
  /** `out/main`, beside which the other programs lie. */
  readonly here: string
  /** Where the app keeps its files. */
  readonly folder: string
  /** What the page is told of the app. */
  readonly describe: (training: boolean) => AppDescription
  readonly desktop: Desktop
  /** Resolves when the window has drawn the page for the first time. */
  readonly firstPicture: Promise<void>
  readonly tell: <Name extends EventName>(name: Name, value: Events[Name]) => void
  readonly log: Log & { counts(): LogCounts }
  readonly notices: Notices
  readonly settings: SettingsStore
  readonly files: KeptFiles
  readonly vault: Vault
  readonly unsentSecrets: UnsentSecrets
  readonly environments: Environments
  readonly drafts: ConnectDrafts
  readonly journal: Journal
  readonly journalProblem: JournalProblem | null
  readonly verifier: Verifier
  /** Of its own: a newer question to a verifier ends the one before. */
  readonly diagnosisVerifier: Verifier
  readonly network: NetworkSurroundings
  /** Whether this computer is on a network that leads to an address. */
  readonly hasNetwork: (baseUrl: string | null) => boolean
  readonly longAnswers: LongAnswers
  readonly usb: LockSource & DeviceBench & { health(): UsbHealth }
  readonly profiles: ProfileShelf
  readonly recognition: () => Recognition
  readonly updates: Updates
  /** Leaves the open platform for another. */
  readonly sessions: Pick<SessionSwitch<Session>, 'to'>
}
