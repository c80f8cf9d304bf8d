/**
 * `off` never checks by itself · `ask` checks once a day and downloads on request · `download` also downloads,
 * but never installs by itself.
 */
export const updateModes = ['off', 'ask', 'download'] as const

export type UpdateMode = (typeof updateModes)[number]

export interface UpdateChoices {
  readonly mode: UpdateMode
  /** A company's mirror of the published files; null uses the built-in server. */
  readonly server: string | null
}

/** Whether an address is allowed as update server: https, without password and query. */
export const isUpdateServer = (address: string): boolean =>
  /^https:\/\/[\w.-]+(:\d{1,5})?(\/[^\s\\?#@]*)?$/i.test(address) && URL.canParse(address)

/**
 * Who installs updates: the app, or the administrator (for a Debian package, an MSI and an installation for all
 * users). `none`: not installed, or without a key to verify updates.
 */
export type UpdateDelivery = 'itself' | 'administrator' | 'none'

export interface UpdateOffer {
  readonly version: string
  /** Plain text from the publisher; may be empty. */
  readonly notes: string
}

/**
 * `no-files`: no files for this app on the server · `not-genuine`: not signed by the publisher · `expired`:
 * signed too long ago, or this computer's clock is ahead · `clock`: signed in the future, so this computer's
 * clock is behind · `damaged`: a file differs from the published one · `no-room`: the disk is full. Of a chosen
 * file only: `not-newer` than the running version · `other-system`: not the update file of this system · `unreadable`.
 */
export const updateProblems = [
  'unreachable',
  'no-files',
  'not-genuine',
  'expired',
  'clock',
  'damaged',
  'no-room',
  'not-newer',
  'other-system',
  'unreadable',
  'other',
] as const

export type UpdateProblem = (typeof updateProblems)[number]

/** `file`: a chosen file was checked or copied. */
export type UpdateActivity = 'check' | 'download' | 'file' | 'install'

export type UpdateProgress =
  | { readonly step: 'idle' | 'checking' | 'none' }
  | { readonly step: 'available' | 'installing'; readonly offer: UpdateOffer }
  | { readonly step: 'downloading' | 'copying'; readonly offer: UpdateOffer; readonly percent: number }
  /** `waits`: a job runs and is not interrupted. */
  | { readonly step: 'ready'; readonly offer: UpdateOffer; readonly waits: boolean }
  | {
      readonly step: 'failed'
      readonly during: UpdateActivity
      readonly problem: UpdateProblem
      /** English, for support. */
      readonly detail: string
      readonly offer: UpdateOffer | null
    }

/** Whether another check or file has to wait. */
export const isUpdateInProgress = ({ step }: UpdateProgress): boolean =>
  ['checking', 'downloading', 'copying', 'ready', 'installing'].includes(step)

export interface UpdateState {
  /** The running version. */
  readonly current: string
  readonly delivery: UpdateDelivery
  readonly builtInServer: string | null
  readonly choices: UpdateChoices
  /** False until the user chooses: nothing is checked automatically, and Settings asks. */
  readonly isChosen: boolean
  /** When a server last responded, in ms since 1970. */
  readonly checkedAt: number | null
  readonly progress: UpdateProgress
}
