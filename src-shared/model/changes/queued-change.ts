import type { ChangeReason, ChangeState, LockAction } from './change'
import type { ShellNumber } from '../locks/shell-number'
import type { Name } from '../name'

/** The most changes in the queue. */
export const maxQueued = 5_000

/** Hours after which a queued change expires; a setting. */
export const queueHours = { min: 1, default: 24, max: 168 } as const

/**
 * Why a queued change was not sent after the connection returned and needs a decision: `record-changed`, the
 * record has changed since · `other-enterprise`, it belongs to another enterprise now · `not-listed`, it is on
 * no list any more · `no-record-before`, it was queued without a record and has one now · `state-not-told`, the
 * record does not say whether it is disabled · `changed-here`, another change of the lock was requested on this
 * computer since · `list-not-read`, the platform responds but its list cannot be read · `not-sent`, the
 * platform did not accept it · `file-damaged`, the queue was restored from an older copy · `journal-restored`,
 * the journal was restored and may miss sent changes.
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
  'expired',
] as const

export type HeldReason = (typeof heldReasons)[number]

/** A disable or enable queued until the platform is reachable. Times in ms since 1970. */
export interface QueuedChange {
  readonly id: string
  readonly action: LockAction
  readonly assetNum: string
  readonly shellNumber: ShellNumber | null
  readonly enterpriseName: Name | null
  readonly operatorIdentity: Name
  readonly queuedAt: number
  readonly expiresAt: number
  /**
   * `waiting` for the platform · `held` for a decision · `leaving`, it is a row of a job and can no longer be
   * canceled.
   */
  readonly state: 'waiting' | 'held' | 'leaving'
  readonly held: { readonly because: HeldReason; readonly at: number } | null
}

/**
 * The end of a queued change: `sent` (see the journal entry) · `already`, the record had the requested state ·
 * `expired` · `replaced` by a later one of the same lock. Canceled changes are not listed.
 */
export interface QueueEnd {
  readonly id: string
  readonly action: LockAction
  readonly assetNum: string
  readonly shellNumber: ShellNumber | null
  readonly how: 'sent' | 'already' | 'expired' | 'replaced'
  readonly at: number
  /** The state of the journal entry, if it was sent. */
  readonly state: ChangeState | null
  readonly reason: ChangeReason | null
}

export interface OfflineQueue {
  /** Oldest first. */
  readonly changes: readonly QueuedChange[]
  /** Newest first, until dismissed. */
  readonly ended: readonly QueueEnd[]
  /** Records are being read before sending. */
  readonly isChecking: boolean
}
