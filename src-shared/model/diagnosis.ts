/** The checks in the order of the page, and the group that each stands in. */
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
  answers: 'platform',
  failures: 'platform',
  space: 'storage',
  journal: 'storage',
  owner: 'storage',
  vault: 'storage',
  rights: 'storage',
  versions: 'app',
  environment: 'app',
  running: 'app',
  settings: 'app',
  index: 'app',
  log: 'app',
  update: 'app',
} as const

export type CheckId = keyof typeof checkGroupOf
export const checkIds = Object.keys(checkGroupOf) as CheckId[]

export const checkGroups = ['usb', 'platform', 'storage', 'app'] as const
export type CheckGroup = (typeof checkGroups)[number]

/** `note` is worth knowing and nothing to mend; the worst of a group's lines is the group's. */
export const findingLevels = ['ok', 'note', 'warning', 'problem'] as const
export type FindingLevel = (typeof findingLevels)[number]

/**
 * What a fact is, which decides how it is shown and what of it may leave the house (src-main/diagnose/bundle):
 * `duration` in ms · `time` in ms since 1970 · `word`, `words` are stable codes of ours · `host` is a host, with its port
 * perhaps · `given` is a name that the person at this desk gave · `ids` are USB ids (0529:0001) · `hash` is the journal's · `outside` is text of a device, a platform or the
 * system · `person` is somebody's name, shown here and never given out.
 */
export interface FactTypes {
  count: number
  bytes: number
  duration: number
  time: number
  word: string
  words: readonly string[]
  version: string
  host: string
  ids: string
  hash: string
  outside: string
  given: string
  person: string
}
export type FactKind = keyof FactTypes

/** Everything that can be found: the code, and its facts by kind. What is not in this table is neither shown nor sent. */
export const findingFacts = {
  'usb-runs': { since: 'time' },
  'usb-restarted': { restarts: 'count', at: 'time', how: 'outside' },
  'usb-starts': {},
  'usb-down': { restarts: 'count', how: 'outside' },
  'stack-there': { controllers: 'count', devices: 'count' },
  'stack-missing': {},
  'stack-no-controller': {},
  'stack-no-hid': {},
  'stack-not-told': { detail: 'outside' },
  'devices-listed': { devices: 'count' },
  'devices-none': {},
  'devices-awaited': {},
  'devices-failed': { detail: 'outside' },
  'locks-read': { locks: 'count' },
  'locks-none': {},
  'locks-awaited': { locks: 'count' },
  'lock-no-permission': { id: 'ids', device: 'outside', locks: 'count' },
  'lock-busy': { id: 'ids', device: 'outside', locks: 'count' },
  'lock-unknown-model': { id: 'ids', device: 'outside', locks: 'count' },
  'lock-silent': { id: 'ids', device: 'outside', locks: 'count' },
  'lock-unreadable': { id: 'ids', device: 'outside', locks: 'count' },
  'lock-gone': { id: 'ids', device: 'outside', locks: 'count' },
  'rule-there': { file: 'word' },
  'rule-missing': {},
  'rule-not-needed': {},
  'driver-fine': {},
  'driver-trouble': { id: 'ids', trouble: 'word', devices: 'count' },
  'permission-by-system': {},
  'name-found': { host: 'host', address: 'host' },
  'name-not-needed': { host: 'host' },
  'no-address': {},
  'training-down': {},
  /** A step of the way to the platform that does not hold; `trouble` as in testing a connection. */
  'way-trouble': { trouble: 'word', subject: 'host', detail: 'outside' },
  'connection-stands': { host: 'host', took: 'duration' },
  'certificate-good': { host: 'host', issuer: 'outside', until: 'time' },
  'certificate-ends': { host: 'host', issuer: 'outside', until: 'time' },
  'certificate-endless': { host: 'host', issuer: 'outside' },
  'plain-here': { host: 'host' },
  'plain-http': { host: 'host' },
  'proxy-none': {},
  'proxy-used': { host: 'host', proxy: 'host' },
  'latency-good': { took: 'duration' },
  'latency-long': { took: 'duration' },
  'no-http-answer': { detail: 'outside' },
  'clock-right': { off: 'duration' },
  'clock-ahead': { off: 'duration' },
  'clock-behind': { off: 'duration' },
  'clock-not-told': {},
  'token-good': { module: 'word', until: 'time', scopes: 'words' },
  'token-good-unsaid': { module: 'word', until: 'time' },
  'scope-missing': { module: 'word', scopes: 'words', wanted: 'word' },
  'module-unused': { module: 'word' },
  'secret-missing': { module: 'word' },
  'signed-in': { user: 'person', until: 'time' },
  'sign-in-unused': {},
  'sign-in-needed': {},
  'sign-in-refused': { detail: 'outside' },
  'answers-given': { modules: 'words' },
  'answers-refused': { module: 'word', code: 'word', detail: 'outside' },
  'failures-none': {},
  'failures-recent': { failures: 'count', at: 'time', failure: 'word' },
  'space-enough': { free: 'bytes' },
  'space-low': { free: 'bytes' },
  'space-out': { free: 'bytes' },
  'space-not-told': { detail: 'outside' },
  'journal-whole': { records: 'count', files: 'count', head: 'hash' },
  'journal-empty': {},
  'journal-damaged': { lines: 'count', records: 'count', head: 'hash' },
  'journal-noted': { records: 'count', lines: 'count', head: 'hash' },
  'journal-newer': {},
  'journal-shut': { detail: 'outside' },
  'owner-here': {},
  'owner-elsewhere': {},
  'owner-nobody': {},
  vault: { state: 'word', backend: 'word', kept: 'count', unreadable: 'count' },
  'rights-private': { files: 'count' },
  'rights-open': { files: 'count', file: 'word' },
  'rights-foreign': { file: 'word' },
  'rights-unwritable': {},
  'rights-by-system': {},
  versions: { app: 'version', electron: 'version', chromium: 'version', node: 'version', system: 'outside' },
  'environment-training': {},
  'environment-open': { name: 'given', host: 'host' },
  running: { uptime: 'duration', memory: 'bytes', processes: 'count' },
  'running-heavy': { uptime: 'duration', memory: 'bytes', processes: 'count' },
  'settings-usual': {},
  'settings-own': { settings: 'words' },
  'index-fresh': { assets: 'count', enterprises: 'count', oldest: 'time' },
  'index-old': { assets: 'count', enterprises: 'count', oldest: 'time' },
  'index-unread': { unread: 'count', enterprises: 'count' },
  'index-none': {},
  'log-quiet': { warnings: 'count' },
  'log-errors': { errors: 'count', warnings: 'count', at: 'time' },
  'update-current': { version: 'version' },
  'update-waiting': { version: 'version' },
  'update-off': {},
  'update-failed': { detail: 'outside' },
  /** What it builds on did not hold. */
  skipped: { after: 'word' },
  late: { limit: 'duration' },
  broken: { detail: 'outside' },
} as const satisfies Record<string, Record<string, FactKind>>

export type FindingCode = keyof typeof findingFacts
export const findingCodes = Object.keys(findingFacts) as FindingCode[]

export type FactsOf<Code extends FindingCode> = {
  readonly [Name in keyof (typeof findingFacts)[Code]]: (typeof findingFacts)[Code][Name] extends FactKind
    ? FactTypes[(typeof findingFacts)[Code][Name]]
    : never
}

/** Places of the app that a line can lead to. */
export type DiagnosePlace =
  | 'devices'
  | 'journal'
  | 'desk'
  | 'settings'
  | 'settings#environments'
  | 'settings#vault'
  | 'settings#enterprises'
  | 'settings#data'

/** The one thing to do next. */
export type NextAction =
  | { readonly kind: 'again' }
  | { readonly kind: 'open'; readonly place: DiagnosePlace }
  /** Shows the udev rule for one model, with a check afterwards. */
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
  /** Of this run, or of the one before until this one has an answer. */
  readonly finding: Finding | null
  /** When it was answered, ms since 1970, and how long that took. */
  readonly checkedAt: number | null
  readonly tookMs: number | null
}

export interface Diagnosis {
  readonly state: 'never' | 'running' | 'done' | 'stopped'
  readonly startedAt: number | null
  readonly endedAt: number | null
  /** Those that apply here, in the order of the page. */
  readonly lines: readonly DiagnosisLine[]
}

export const noDiagnosis: Diagnosis = { state: 'never', startedAt: null, endedAt: null, lines: [] }

/** The worst of what was found; null where nothing was yet. */
export const worstLevel = (lines: readonly DiagnosisLine[]): FindingLevel | null => {
  const found = lines.flatMap(({ finding }) =>
    finding === null ? [] : [findingLevels.indexOf(finding.level)],
  )
  return found.length === 0 ? null : (findingLevels[Math.max(...found)] ?? null)
}
