import type { Notice, PlatformStatus } from '#shared/bridge/app-commands'
import type { KeptLoan } from '#shared/bridge/draft-commands'
import type { EventName, Events } from '#shared/bridge/events'
import type { JournalEntry } from '#shared/model/changes/change'
import type { Job } from '#shared/model/changes/job'
import type { OfflineQueue } from '#shared/model/changes/queued-change'
import type { AllViews } from '#shared/model/app/saved-view'
import { defaultSettings } from '#shared/model/app/settings'
import type { Settings } from '#shared/model/app/settings'
import type { VaultStatus } from '#shared/model/app/vault-status'
import type { EmployeeRecord } from '#shared/model/employee-record'
import type { LockName } from '#shared/model/locks/lock-name'
import type { LockRecord } from '#shared/model/locks/lock-record'
import type { LoanFact } from '#shared/model/changes/loan-fact'
import { platform } from '../../../renderer/support/samples'
import { trainingData } from './training-data'

/** Enterprises of the training data, by their place there. */
export const enterprises = { northBridge: 0, riverside: 1, lionCity: 2, pilot: 3 } as const
export type EnterpriseName = keyof typeof enterprises

export const idOf = (name: EnterpriseName): string =>
  trainingData().enterprises[enterprises[name]]?.enterpriseGlobalId ?? ''

export interface WorldOptions {
  readonly register?: readonly EnterpriseName[]
  readonly settings?: Partial<Settings>
}

/** What main and the platform would know. The answers read and change it; a test may do both, too. */
export interface World {
  settings: Settings
  platform: PlatformStatus
  notices: Notice[]
  vault: VaultStatus
  /** The IDs of the registered enterprises. */
  registered: string[]
  /** Of all enterprises, registered or not. */
  records: LockRecord[]
  employees: EmployeeRecord[]
  names: LockName[]
  loanFacts: LoanFact[]
  views: AllViews
  /** Numbers for labels that were not printed, and the choices of a loan that was not sent. */
  labels: readonly string[]
  loan: KeptLoan | null
  outbox: OfflineQueue
  /** Newest first. */
  jobs: Job[]
  /** The rows of each job, by its ID. */
  readonly rows: Map<string, JournalEntry[]>
  /** The numbers of the plugged-in simulated locks, and the count of plug-ins, which names the next one. */
  readonly plugged: Map<string, { readonly plugId: string; readonly pluggedAt: number }>
  plugIns: number
  /** Files that the page saved, oldest first. */
  readonly saved: { readonly name: string; readonly bytes: Uint8Array }[]
  /** The text of the clipboard. */
  copied: string
  /** Changes when rows of a list change. */
  version: number
  /** While it is set, a job sends nothing more. */
  held: Promise<void> | null
  emit<Name extends EventName>(name: Name, payload: Events[Name]): void
}

/** A computer with the training data: an operator, the given enterprises, no change yet, two locks plugged in. */
export const createWorld = ({ register = ['northBridge'], settings = {} }: WorldOptions): World => {
  const { records, employees } = trainingData()
  const now = Date.now()
  return {
    settings: { ...defaultSettings, language: 'en', theme: 'light', operatorIdentity: 'Li Wei', ...settings },
    platform: { ...platform(now), training: false, signedInAs: 'counter' },
    notices: [],
    vault: { state: 'keyring', backend: 'gnome_libsecret', kept: 3, unreadable: 0 },
    registered: register.map(idOf),
    records: [...records],
    employees: [...employees],
    names: [],
    loanFacts: [],
    views: {},
    labels: [],
    loan: null,
    outbox: { changes: [], ended: [], isChecking: false },
    jobs: [],
    rows: new Map(),
    plugged: new Map(
      ['8000000017', '8000000018'].map((number) => [number, { plugId: `plug-${number}`, pluggedAt: now }]),
    ),
    plugIns: 0,
    saved: [],
    copied: '',
    version: 1,
    held: null,
    emit: () => undefined,
  }
}

/** Changes some records as the platform would, and tells the page that the lists were read again. */
export const changeRecords = (
  world: World,
  change: (record: LockRecord) => Partial<LockRecord> | undefined,
): void => {
  const touched = new Set<string>()
  world.records = world.records.map((record) => {
    const changed = change(record)
    if (changed === undefined) return record
    touched.add(record.enterpriseGlobalId)
    return { ...record, ...changed, updatedAt: Date.now(), readAt: Date.now() }
  })
  world.version += 1
  for (const enterpriseGlobalId of touched) world.emit('records/refreshed', { enterpriseGlobalId })
}
