import { z } from 'zod'
import { maxQueued } from '../model/changes/queued-change'
import type { OfflineQueue } from '../model/changes/queued-change'
import {
  action,
  changingCommand,
  command,
  lockRow,
  lockRows,
  nonEmptyText,
  noInput,
  operatorName,
} from './command'

const ids = z.array(nonEmptyText).min(1).max(maxQueued)

/** Commands about changes that wait for the platform. */
export const queueCommands = {
  'outbox/list': command(noInput).returns<OfflineQueue>(),
  /**
   * More than fifty rows within ten minutes need a confirmation in a system dialog, now and not when they are
   * sent.
   */
  'outbox/add': changingCommand(
    z.strictObject({ action, operatorIdentity: operatorName, rows: lockRows(lockRow, maxQueued) }),
  ).returns<{
    readonly queued: number
    /** Rows that were already queued for the same action. */
    readonly already: number
  }>(),
  /** Returns the number canceled; rows being sent cannot be canceled. */
  'outbox/cancel': command(z.strictObject({ ids })).returns<{ readonly canceled: number }>(),
  /**
   * Sends held changes if the record is still as it is now; it is checked again. Without an operator, as who
   * confirmed each last.
   */
  'outbox/release': changingCommand(
    z.strictObject({ ids, operatorIdentity: operatorName.optional() }),
  ).returns<null>(),
  /** Clears the ended changes. */
  'outbox/dismiss': command(noInput).returns<null>(),
}
