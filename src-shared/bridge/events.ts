import type { BranchView } from '../model/branch/branch-view'
import type { LockInChange } from '../model/branch/lock-in-change'
import type { AttachedDevices } from '../model/locks/attached-device'
import type { Diagnosis } from '../model/app/diagnosis'
import type { EnterpriseImportChange } from '../model/enterprise-import'
import type { PlatformList, TestStep } from '../model/app/saved-platform'
import type { Job, JobRowResult } from '../model/changes/job'
import type { PluggedLock, SimulatedLock } from '../model/locks/plugged-lock'
import type { Settings } from '../model/app/settings'
import type { CountSource, Stocktake, StocktakeRow } from '../model/stocktake'
import type { UpdateState } from '../model/app/update'
import type { ProxyRequest } from '../model/app/proxy'
import type { VaultStatus } from '../model/app/vault-status'
import type { Notice, PlatformStatus } from './app-commands'
import type { CommandFailure } from './commands'
import type { EmployeesChanged } from './list-commands'

/** The payload's type exists only at compile time. */
interface Event<Payload> {
  readonly payload?: Payload
}
const event = <Payload>(): Event<Payload> => ({})

/** Events from main to the page. Contains no schema code, because the preload script loads it. */
export const events = {
  'connect/steps': event<readonly TestStep[]>(),
  'environments/changed': event<PlatformList>(),
  /** A proxy waits for credentials; null when it no longer does. */
  'proxy/request-changed': event<ProxyRequest | null>(),
  'vault/changed': event<VaultStatus>(),
  /** Null in no branch. */
  'branch/changed': event<BranchView | null>(),
  /** All that other desks of the branch change on this platform now. */
  'branch/changing': event<readonly LockInChange[]>(),
  'diagnose/changed': event<Diagnosis>(),
  /** At most five times a second while rows are looked up, and at each change of state. */
  'enterprises/import-changed': event<EnterpriseImportChange>(),
  /** At most five times a second while pages arrive, and at the end. */
  'employees/changed': event<EmployeesChanged>(),
  /** The result of `loans/list` may have changed. */
  'loans/changed': event<null>(),
  /** The queue has changed and must be requested again. */
  'outbox/changed': event<null>(),
  /** Rows that were counted; without rows, the stocktake's state or its whole list has changed. */
  'stocktakes/changed': event<{
    readonly stocktake: Stocktake
    readonly rows: readonly StocktakeRow[]
    /** Rows of numbers that were counted before. */
    readonly repeated: readonly StocktakeRow[]
    readonly by: CountSource
  }>(),
  /** A plugged-in lock was read and could not be counted. */
  'stocktakes/not-counted': event<{ readonly id: string; readonly failure: CommandFailure }>(),
  'updates/changed': event<UpdateState>(),
  'locks/changed': event<readonly PluggedLock[]>(),
  /** A desk of the branch has used work orders: the open one may be among them. */
  'work-orders/used': event<null>(),
  /** Another desk of the branch has named locks: the result of `locks/names` may have changed. */
  'locks/names-changed': event<null>(),
  'simulator/changed': event<readonly SimulatedLock[]>(),
  'devices/changed': event<AttachedDevices>(),
  'platform/status': event<PlatformStatus>(),
  'settings/changed': event<Settings>(),
  'app/notices': event<readonly Notice[]>(),
  /** A link or a clicked notification waits for `app/take-link`. */
  'app/link': event<null>(),
  /** A system dialog over the window was closed. */
  'window/dialog-closed': event<null>(),
  /** New lists were read: displayed records must be requested again. */
  'records/refreshed': event<{ readonly enterpriseGlobalId: string }>(),
  /** A running job has changed assets since their lists were read: displayed records must be requested again. */
  'records/changed-locally': event<{ readonly enterpriseGlobalIds: readonly string[] }>(),
  /** What other desks of the branch changed. */
  'journal/shared-changed': event<null>(),
  'journal/changed': event<{ readonly jobId: string }>(),
  'jobs/changed': event<Job>(),
  /** Rows of a running job with a new state. */
  'jobs/rows': event<{ readonly jobId: string; readonly rows: readonly JobRowResult[] }>(),
  /** Continuous mode was stopped, for the given reason. */
  'continuous/stopped': event<{ readonly because: 'requested' | 'idle' | 'away' | 'look-only' }>(),
}

export type EventName = keyof typeof events
export type Events = {
  readonly [Name in EventName]: (typeof events)[Name] extends Event<infer Payload> ? Payload : never
}

export const eventNames = Object.keys(events) as EventName[]
