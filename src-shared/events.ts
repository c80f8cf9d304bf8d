import { connectEventNames } from './connect-commands'
import type { ConnectEvents } from './connect-commands'
import { diagnoseEventNames } from './diagnose-commands'
import type { DiagnoseEvents } from './diagnose-commands'
import { listEventNames } from './list-commands'
import type { ListEvents } from './list-commands'
import { loanEventNames } from './loan-commands'
import type { LoanEvents } from './loan-commands'
import { outboxEventNames } from './outbox-commands'
import type { OutboxEvents } from './outbox-commands'
import { updateEventNames } from './update-commands'
import type { UpdateEvents } from './update-commands'
import type { Notice, PlatformStatus, Settings } from './commands'
import type { AttachedDevices } from './model/attached-device'
import type { Job, JobRowResult } from './model/job'
import type { PluggedLock, SimulatedLock } from './model/plugged-lock'

/** What main tells the renderer unasked. */
export interface Events
  extends ConnectEvents, DiagnoseEvents, ListEvents, LoanEvents, OutboxEvents, UpdateEvents {
  'locks/changed': readonly PluggedLock[]
  'tray/changed': readonly SimulatedLock[]
  'devices/changed': AttachedDevices
  'platform/status': PlatformStatus
  'settings/changed': Settings
  'app/notices': readonly Notice[]
  /** New lists were read: whoever shows a record asks for it again. */
  'records/refreshed': { readonly enterpriseGlobalId: string }
  /** A running job has changed assets since their lists were read: whoever shows one asks for it again. */
  'records/changed-here': { readonly enterpriseGlobalIds: readonly string[] }
  'journal/changed': { readonly jobId: string }
  'jobs/changed': Job
  /** Rows of a running job that have a new state. */
  'jobs/rows': { readonly jobId: string; readonly rows: readonly JobRowResult[] }
  /** Armed no more, for the reason given. */
  'desk/disarmed': { readonly because: 'asked' | 'idle' }
}

export type EventName = keyof Events

const named: Record<EventName, true> = {
  ...connectEventNames,
  ...diagnoseEventNames,
  ...listEventNames,
  ...loanEventNames,
  ...outboxEventNames,
  ...updateEventNames,
  'locks/changed': true,
  'tray/changed': true,
  'devices/changed': true,
  'platform/status': true,
  'settings/changed': true,
  'app/notices': true,
  'records/refreshed': true,
  'records/changed-here': true,
  'journal/changed': true,
  'jobs/changed': true,
  'jobs/rows': true,
  'desk/disarmed': true,
}

export const eventNames = Object.keys(named) as EventName[]
