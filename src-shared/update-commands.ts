interface Command<Input, Value> {
  readonly input: Input
  readonly value: Value
}

/**
 * `off` asks nobody by itself · `ask` looks once a day and fetches only when told to · `download` fetches too, and
 * never installs by itself either.
 */
export const updateModes = ['off', 'ask', 'download'] as const
export type UpdateMode = (typeof updateModes)[number]

export interface UpdateChoices {
  readonly mode: UpdateMode
  /** A company's own server, which mirrors the files as they were published; null takes the built-in one. */
  readonly server: string | null
}

/** Whether an address may be asked for updates: https, and neither a password nor a query in it. */
export const isUpdateServer = (address: string): boolean =>
  /^https:\/\/[\w.-]+(:\d{1,5})?(\/[^\s\\?#@]*)?$/i.test(address)

/**
 * Who puts a newer version in place: the app, or whoever installed it (a Debian package belongs to the system and its
 * administrator). `none`: it was not installed, or nothing is in it by which an update could be known to be genuine.
 */
export type UpdateDelivery = 'itself' | 'administrator' | 'none'

export interface UpdateOffer {
  readonly version: string
  /** Plain text, as its makers wrote it; empty where they wrote none. */
  readonly notes: string
}

/**
 * `no-files`: the server has nothing of ours · `not-genuine`: what it says is not signed by our makers, or a program is
 * not · `damaged`: a file is not the one that was published · `no-room`: the disk is full.
 */
export const updateTroubles = [
  'unreachable',
  'no-files',
  'not-genuine',
  'damaged',
  'no-room',
  'other',
] as const
export type UpdateTrouble = (typeof updateTroubles)[number]

export type UpdateCourse =
  | { readonly step: 'idle' | 'checking' | 'none' }
  | { readonly step: 'available' | 'installing'; readonly offer: UpdateOffer }
  | { readonly step: 'downloading'; readonly offer: UpdateOffer; readonly percent: number }
  /** `waits`: a job runs, and is not interrupted for this. */
  | { readonly step: 'ready'; readonly offer: UpdateOffer; readonly waits: boolean }
  | {
      readonly step: 'failed'
      readonly during: 'check' | 'download' | 'install'
      readonly trouble: UpdateTrouble
      /** In English, for support. */
      readonly detail: string
      readonly offer: UpdateOffer | null
    }

export interface UpdateState {
  /** The version that runs. */
  readonly current: string
  readonly delivery: UpdateDelivery
  readonly builtInServer: string | null
  readonly choices: UpdateChoices
  /** When a server last answered, ms since 1970. */
  readonly checkedAt: number | null
  readonly course: UpdateCourse
}

/** Each answers how things stand at once; their further course is told by `updates/changed`. */
export interface UpdateCommands {
  'updates/state': Command<undefined, UpdateState>
  'updates/choose': Command<UpdateChoices, UpdateState>
  'updates/check': Command<undefined, UpdateState>
  'updates/download': Command<undefined, UpdateState>
  /** Ends the app and starts the new version; while a job runs it does nothing but say so. */
  'updates/install': Command<undefined, UpdateState>
  /** Opens the notices of the software inside, or Chromium's, in the system's viewer. */
  'app/notices-file': Command<{ readonly of: 'libraries' | 'chromium' }, null>
}

export interface UpdateEvents {
  'updates/changed': UpdateState
}

export const updateCommandNames: Record<keyof UpdateCommands, true> = {
  'updates/state': true,
  'updates/choose': true,
  'updates/check': true,
  'updates/download': true,
  'updates/install': true,
  'app/notices-file': true,
}

export const updateEventNames: Record<keyof UpdateEvents, true> = { 'updates/changed': true }
