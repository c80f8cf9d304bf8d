import type { ChangeReason, ChangeState, LockAction } from './model/change'
import type { JobRowRequest } from './model/job'
import type { ShellNumber } from './model/shell-number'

interface Command<Input, Value> {
  readonly input: Input
  readonly value: Value
}

/** The most changes that wait for a platform at one time. */
export const mostQueued = 5_000
/** Hours after which a queued change is no longer sent; a setting. */
export const queueHours = { least: 1, usual: 24, most: 168 } as const

/**
 * Why a queued change was not sent when the connection came back and a person must say what is to be done:
 * `record-changed`, somebody changed the record since · `other-enterprise`, it belongs to another one now ·
 * `not-listed`, no list has it any more · `no-record-before`, it was queued without a record and has one now ·
 * `state-not-told`, the record does not say whether it is disabled · `changed-here`, another change of the lock was
 * asked for at this desk since · `list-not-read`, the platform answers but does not give the list ·
 * `not-sent`, the platform did not take it · `file-damaged`, the queue had to be taken from an older copy ·
 * `journal-restored`, the journal was, which does not know what has left the queue since.
 */
export const heldReasons = [
  'record-changed',
  'other-enterprise',
  'not-listed',
  'no-record-before',
  'state-not-told',
  'changed-here',
  'list-not-read',
  'not-sent',
  'file-damaged',
  'journal-restored',
] as const
export type HeldReason = (typeof heldReasons)[number]

/** A disable or enable that a person put by for when the platform can be reached. Times in ms since 1970. */
export interface QueuedChange {
  readonly id: string
  readonly action: LockAction
  readonly assetNum: string
  readonly shellNumber: ShellNumber | null
  readonly enterpriseName: string | null
  readonly operatorIdentity: string
  readonly queuedAt: number
  readonly expiresAt: number
  /** `waiting` for the platform · `held` for a person · `leaving`, it is a row of a job and no longer to be withdrawn. */
  readonly state: 'waiting' | 'held' | 'leaving'
  readonly held: { readonly because: HeldReason; readonly at: number } | null
}

/**
 * What became of a change that is no longer queued: `sent` (the journal's entry says the rest) · `already`, the record
 * was in that state · `expired` · `replaced` by a later one of the same lock. One that was withdrawn is not told.
 */
export interface QueueEnd {
  readonly id: string
  readonly action: LockAction
  readonly assetNum: string
  readonly shellNumber: ShellNumber | null
  readonly how: 'sent' | 'already' | 'expired' | 'replaced'
  readonly at: number
  /** Of the journal's entry, where it was sent. */
  readonly state: ChangeState | null
  readonly reason: ChangeReason | null
}

export interface Outbox {
  /** Oldest first. */
  readonly changes: readonly QueuedChange[]
  /** Newest first, until they are put away. */
  readonly ended: readonly QueueEnd[]
  /** Records are being read before anything is sent. */
  readonly isChecking: boolean
}

/** Commands about what waits for the connection. */
export interface OutboxCommands {
  'outbox/list': Command<undefined, Outbox>
  /** More than fifty rows within ten minutes are confirmed in main's own dialog, here and not when they leave. */
  'outbox/queue': Command<
    {
      readonly action: LockAction
      readonly operatorIdentity: string
      readonly rows: readonly Omit<JobRowRequest, 'plugId'>[]
    },
    {
      readonly queued: number
      /** Those that were queued for the same before. */
      readonly already: number
    }
  >
  /** Answers how many were withdrawn; what is leaving is not. */
  'outbox/withdraw': Command<{ readonly ids: readonly string[] }, { readonly withdrawn: number }>
  /** Sends held ones all the same, as the record is now; they are checked against it once more. */
  'outbox/release': Command<{ readonly ids: readonly string[] }, null>
  /** What ended is not told any more. */
  'outbox/put-away': Command<undefined, null>
}

export const outboxCommandNames: Record<keyof OutboxCommands, true> = {
  'outbox/list': true,
  'outbox/queue': true,
  'outbox/withdraw': true,
  'outbox/release': true,
  'outbox/put-away': true,
}

export interface OutboxEvents {
  /** Whoever shows the queue asks for it again. */
  'outbox/changed': null
}

export const outboxEventNames: Record<keyof OutboxEvents, true> = {
  'outbox/changed': true,
}
