/** The checks in page order with their groups. */
export const checkGroupOf = {
  'usb-process': 'usb',
  'usb-stack': 'usb',
  devices: 'usb',
  locks: 'usb',
  'usb-permission': 'usb',
  name: 'platform',
  connection: 'platform',
  certificate: 'platform',
  proxy: 'platform',
  latency: 'platform',
  clock: 'platform',
  'token-order': 'platform',
  'token-member': 'platform',
  'sign-in': 'platform',
  requests: 'platform',
  failures: 'platform',
  space: 'storage',
  journal: 'storage',
  owner: 'storage',
  vault: 'storage',
  permissions: 'storage',
  'result-log': 'storage',
  versions: 'app',
  environment: 'app',
  running: 'app',
  settings: 'app',
  index: 'app',
  log: 'app',
  notifications: 'app',
  archive: 'app',
  update: 'app',
} as const

export type CheckId = keyof typeof checkGroupOf
export const checkIds = Object.keys(checkGroupOf) as CheckId[]

export const checkGroups = ['usb', 'platform', 'storage', 'app'] as const
export type CheckGroup = (typeof checkGroups)[number]

/** `note` is information without a problem; a group shows its worst level. */
export const findingLevels = ['ok', 'note', 'warning', 'problem'] as const
export type FindingLevel = (typeof findingLevels)[number]

/**
 * The kind of a fact decides how it is shown and what of it is in a support bundle (src-main/diagnose/bundle):
 * `duration` in ms · `time` in ms since 1970 · `code`, `codes` are stable codes · `host` is a host, possibly
 * with port · `name` is a name entered by the user · `ids` are USB IDs (0529:0001) · `hash` is the journal's
 * checksum · `external` is text of a device, a platform or the system · `person` is a person's name, shown but
 * never shared.
 */
export interface FactTypes {
  count: number
  bytes: number
  duration: number
  time: number
  code: string
  codes: readonly string[]
  version: string
  host: string
  ids: string
  hash: string
  external: string
  name: string
  person: string
}
export type FactKind = keyof FactTypes

/** All findings: the code and the kinds of its facts. Anything not in this table is neither shown nor shared. */
export const findingFacts = {
  'usb-running': { since: 'time' },
  'usb-restarted': { restarts: 'count', at: 'time', how: 'external' },
  'usb-starting': {},
  'usb-down': { restarts: 'count', how: 'external' },
  'stack-found': { controllers: 'count', devices: 'count' },
  'stack-missing': {},
  'stack-no-controller': {},
  'stack-no-hid': {},
  'stack-not-reported': { detail: 'external' },
  'devices-listed': { devices: 'count' },
  'devices-none': {},
  'devices-loading': {},
  'devices-failed': { detail: 'external' },
  'locks-read': { locks: 'count' },
  'locks-none': {},
  'locks-reading': { locks: 'count' },
  'lock-no-permission': { id: 'ids', device: 'external', locks: 'count' },
  'lock-busy': { id: 'ids', device: 'external', locks: 'count' },
  'lock-unknown-model': { id: 'ids', device: 'external', locks: 'count' },
  'lock-silent': { id: 'ids', device: 'external', locks: 'count' },
  'lock-unreadable': { id: 'ids', device: 'external', locks: 'count' },
  'lock-gone': { id: 'ids', device: 'external', locks: 'count' },
  'lock-not-compared': { id: 'ids', device: 'external', locks: 'count' },
  'rule-found': { file: 'code' },
  'rule-missing': {},
  'rule-not-needed': {},
  'drivers-ok': {},
  'driver-problem': { id: 'ids', problem: 'code', devices: 'count' },
  'permission-by-system': {},
  'name-found': { host: 'host', address: 'host' },
  'name-not-needed': { host: 'host' },
  'no-address': {},
  'address-invalid': { address: 'external' },
  'training-down': {},
  /** A failed step of the connection; `problem` as in the connection test. */
  'connection-problem': { problem: 'code', subject: 'host', detail: 'external' },
  'connection-ok': { host: 'host', took: 'duration' },
  'certificate-valid': { host: 'host', issuer: 'external', until: 'time' },
  'certificate-expiring': { host: 'host', issuer: 'external', until: 'time' },
  'certificate-without-expiry': { host: 'host', issuer: 'external' },
  'http-loopback': { host: 'host' },
  'plain-http': { host: 'host' },
  'proxy-none': {},
  'proxy-used': { host: 'host', proxy: 'host' },
  'latency-ok': { took: 'duration' },
  'latency-high': { took: 'duration' },
  'no-http-response': { detail: 'external' },
  'clock-ok': { off: 'duration' },
  'clock-ahead': { off: 'duration' },
  'clock-behind': { off: 'duration' },
  'clock-not-reported': {},
  'token-ok': { module: 'code', until: 'time', scopes: 'codes' },
  'token-scopes-unknown': { module: 'code', until: 'time' },
  'scope-missing': { module: 'code', scopes: 'codes', required: 'code' },
  'module-unused': { module: 'code' },
  'secret-missing': { module: 'code' },
  'signed-in': { user: 'person', until: 'time' },
  'sign-in-unused': {},
  'sign-in-needed': {},
  'sign-in-refused': { detail: 'external' },
  'modules-responding': { modules: 'codes' },
  'module-rejected': { module: 'code', code: 'code', detail: 'external' },
  'failures-none': {},
  'failures-recent': { failures: 'count', at: 'time', failure: 'code' },
  'space-enough': { free: 'bytes' },
  'space-low': { free: 'bytes' },
  'space-critical': { free: 'bytes' },
  'space-not-reported': { detail: 'external' },
  'journal-intact': { records: 'count', files: 'count', head: 'hash' },
  'journal-empty': {},
  'journal-damaged': { lines: 'count', records: 'count', head: 'hash' },
  'journal-damage-reported': { records: 'count', lines: 'count', head: 'hash' },
  'journal-newer': {},
  'journal-not-open': { detail: 'external' },
  'owner-here': {},
  'owner-elsewhere': {},
  'owner-none': {},
  vault: { state: 'code', backend: 'code', kept: 'count', unreadable: 'count' },
  'permissions-private': { files: 'count' },
  'permissions-open': { files: 'count', file: 'code' },
  'permissions-foreign': { file: 'code' },
  'permissions-unwritable': {},
  'permissions-by-system': {},
  'result-log-delivered': { waiting: 'count' },
  'result-log-failed': { waiting: 'count', detail: 'external' },
  versions: { app: 'version', electron: 'version', chromium: 'version', node: 'version', system: 'external' },
  'environment-training': {},
  'environment-open': { name: 'name', host: 'host' },
  running: { uptime: 'duration', memory: 'bytes', processes: 'count' },
  'running-heavy': { uptime: 'duration', memory: 'bytes', processes: 'count' },
  'settings-default': {},
  'settings-changed': { settings: 'codes' },
  'index-fresh': { assets: 'count', enterprises: 'count', oldest: 'time' },
  'index-old': { assets: 'count', enterprises: 'count', oldest: 'time' },
  'index-unread': { unread: 'count', enterprises: 'count' },
  'index-none': {},
  'log-ok': { warnings: 'count' },
  'log-errors': { errors: 'count', warnings: 'count', at: 'time' },
  'notifications-on': {},
  'notifications-off': {},
  'notifications-unsupported': {},
  'notifications-failed': { detail: 'external' },
  'archive-unpackaged': {},
  'archive-released': { version: 'version', hash: 'hash' },
  'archive-unsigned': { version: 'version', hash: 'hash' },
  'archive-changed': { version: 'version', hash: 'hash' },
  'update-current': { version: 'version' },
  'update-ready': { version: 'version' },
  'update-off': {},
  'update-failed': { detail: 'external' },
  /** A check it depends on failed. */
  skipped: { after: 'code' },
  'timed-out': { limit: 'duration' },
  'check-failed': { detail: 'external' },
} as const satisfies Record<string, Record<string, FactKind>>

export type FindingCode = keyof typeof findingFacts
export const findingCodes = Object.keys(findingFacts) as FindingCode[]

export type FactsOf<Code extends FindingCode> = {
  readonly [Name in keyof (typeof findingFacts)[Code]]: (typeof findingFacts)[Code][Name] extends FactKind
    ? FactTypes[(typeof findingFacts)[Code][Name]]
    : never
}

/** Places in the app that a finding links to. */
export type DiagnosePlace =
  | 'devices'
  | 'journal'
  | 'desk'
  | 'settings'
  | 'settings#environments'
  | 'settings#vault'
  | 'settings#enterprises'
  | 'settings#data'

/** The suggested next step. */
export type NextAction =
  | { readonly kind: 'again' }
  | { readonly kind: 'open'; readonly place: DiagnosePlace }
  /** Shows the udev rule for one model; the check can be repeated afterwards. */
  | { readonly kind: 'allow'; readonly vendorId: number; readonly productId: number }
  | { readonly kind: 'copy'; readonly what: 'rule' | 'command' | 'hash'; readonly text: string }
  | { readonly kind: 'copy-line' }
  | { readonly kind: 'open-folder' }
  | { readonly kind: 'restart' }

export type FindingOf<Code extends FindingCode> = {
  readonly code: Code
  readonly level: FindingLevel
  readonly facts: FactsOf<Code>
  readonly action: NextAction
}
export type Finding = { [Code in FindingCode]: FindingOf<Code> }[FindingCode]

export interface DiagnosisLine {
  readonly id: CheckId
  readonly state: 'waiting' | 'running' | 'done' | 'stopped'
  /** The finding of this run, or of the previous run until this one has a result. */
  readonly finding: Finding | null
  /** When it finished, in ms since 1970, and how long it took. */
  readonly checkedAt: number | null
  readonly tookMs: number | null
}

export interface Diagnosis {
  readonly state: 'never' | 'running' | 'done' | 'stopped'
  readonly startedAt: number | null
  readonly endedAt: number | null
  /** The checks that apply here, in page order. */
  readonly lines: readonly DiagnosisLine[]
}

export const noDiagnosis: Diagnosis = { state: 'never', startedAt: null, endedAt: null, lines: [] }

/** The worst level found; null without findings. */
export const worstLevel = (lines: readonly DiagnosisLine[]): FindingLevel | null => {
  const found = lines.flatMap(({ finding }) =>
    finding === null ? [] : [findingLevels.indexOf(finding.level)],
  )
  return found.length === 0 ? null : (findingLevels[Math.max(...found)] ?? null)
}
