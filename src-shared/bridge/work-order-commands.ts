import { z } from 'zod'
import { maxValidDays, publicKeyPattern } from '../model/changes/work-order'
import type {
  KnownKey,
  OpenedOrderFile,
  OrderResult,
  OrderRow,
  OrderSummary,
  OwnKey,
  SignedOrderEntry,
  UnsignedOrderResult,
} from '../model/changes/work-order'
import type { Job } from '../model/changes/job'
import {
  action,
  changingCommand,
  command,
  freeText,
  maxRows,
  nonEmptyText,
  noInput,
  operatorName,
} from './command'

/** The content of a work order's or a result's file, or of a key's. */
const bytes = z.instanceof(Uint8Array)
const publicKey = z.string().regex(publicKeyPattern)

/** Commands about signed work orders. */
export const workOrderCommands = {
  /** Made when it is first asked for. */
  'work-orders/own-key': command(noInput).returns<OwnKey>(),
  /** Asks in a system dialog first. */
  'work-orders/replace-key': command(noInput).returns<OwnKey>(),
  'work-orders/keys': command(noInput).returns<readonly KnownKey[]>(),
  /** A system dialog shows the words of the key; trust is given there alone. */
  'work-orders/trust': command(z.strictObject({ key: publicKey, name: nonEmptyText.max(100) })).returns<
    readonly KnownKey[]
  >(),
  'work-orders/withdraw': command(z.strictObject({ key: publicKey })).returns<readonly KnownKey[]>(),
  'work-orders/open': command(z.strictObject({ bytes })).returns<OpenedOrderFile>(),
  /** Reads the lists. */
  'work-orders/check': command(z.strictObject({ bytes })).returns<readonly OrderRow[]>(),
  /** A system dialog shows the order; without it nothing is given out. */
  'work-orders/sign': command(
    z.strictObject({
      action,
      assetNums: z.array(nonEmptyText).min(1).max(maxRows),
      operatorIdentity: operatorName,
      note: freeText(2_000),
      notBefore: z.int().min(0).nullable(),
      validDays: z.int().min(1).max(maxValidDays),
    }),
  ).returns<{ readonly order: OrderSummary; readonly bytes: Uint8Array<ArrayBuffer> }>(),
  /** The orders of the open platform that were signed on this computer, newest first. */
  'work-orders/signed': command(noInput).returns<readonly SignedOrderEntry[]>(),
  /** One of them with its file; null if it is not known, or its file is lost. */
  'work-orders/signed-file': command(z.strictObject({ id: nonEmptyText })).returns<{
    readonly order: OrderSummary
    readonly bytes: Uint8Array<ArrayBuffer>
  } | null>(),
  /** The same with the numbers of its rows, in their order, as its sheet shows them. */
  'work-orders/signed-sheet': command(z.strictObject({ id: nonEmptyText })).returns<{
    readonly order: OrderSummary
    readonly bytes: Uint8Array<ArrayBuffer>
    readonly numbers: readonly string[]
  }>(),
  /** Removes one of them with its file from this computer. A file that was saved elsewhere stays valid. */
  'work-orders/forget': command(z.strictObject({ id: nonEmptyText })).returns<readonly SignedOrderEntry[]>(),
  /** Saves the file of a signed order, byte for byte; null if canceled. */
  'work-orders/save': command(z.strictObject({ id: nonEmptyText, name: nonEmptyText })).returns<{
    readonly savedAs: string
  } | null>(),
  /**
   * Once on this computer, and once in its branch; the job is null if no row needs a change. Unclaimed: the database of the
   * branch was away, so that another computer may use the order, too.
   */
  'work-orders/carry-out': changingCommand(
    z.strictObject({ bytes, leaveOut: z.array(nonEmptyText).max(maxRows), operatorIdentity: operatorName }),
  ).returns<{ readonly job: Job | null; readonly isUnclaimed: boolean }>(),
  /** The signed result of a used order as the activity log has it now. */
  'work-orders/result': command(z.strictObject({ bytes })).returns<{
    readonly result: OrderResult
    readonly bytes: Uint8Array<ArrayBuffer>
    /** A person saved it with these rows. */
    readonly isSaved: boolean
  }>(),
  /** The file of a result was saved; it is a saved one until its rows change. */
  'work-orders/note-result-saved': command(z.strictObject({ bytes })).returns<null>(),
  /** The same without a signature, which needs no key of this computer. */
  'work-orders/own-result': command(z.strictObject({ bytes })).returns<{
    readonly result: UnsignedOrderResult
    readonly isSaved: boolean
  }>(),
  /** Fails if the result is of another order, or if one of the keys does not count. */
  'work-orders/compare': command(z.strictObject({ order: bytes, result: bytes })).returns<{
    readonly order: OrderSummary
    readonly result: OrderResult
  }>(),
}
