import { lstat, mkdtemp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { messageOf } from '#shared/error-message'
import { orderFailureCodes } from '#shared/model/changes/order-failure'
import { fail, succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'
import type { StartFailure } from '../../changes/jobs/job-runner'
import { saveNewDurably } from '../../util/files/durable-file'
import { readBytes } from '../../util/files/regular-file'
import { maxFileBytes } from '../../work-orders/limits'
import type { WorkOrderResult } from '../../work-orders/file-forms'
import type { OrderService } from '../../work-orders/order-service'
import { reportFailure } from '../command-services'
import type { CommandServices, Running } from '../command-services'
import { errorLine, exitStatus } from '../protocol'
import type { ExitStatus, OutputLine } from '../protocol'
import type { OrderFailureName } from '../error-code'
import { orderTextsEn } from './order-texts'

export interface OrderContext {
  readonly orders: OrderService
  readonly running: Running
  readonly app: CommandServices['app']
  readonly start: CommandServices['start']
}
/** A failure with its place in a file, if it has one. */
type PlacedFailure = Failure<OrderFailureName> & { readonly at?: string | number | null }

const orderFailures: ReadonlySet<string> = new Set([
  ...orderFailureCodes,
  ...Object.keys(orderTextsEn.failure),
])
const isOrderFailure = (failure: PlacedFailure | StartFailure): failure is PlacedFailure =>
  orderFailures.has(failure.code)

const missingCodes = new Set<PlacedFailure['code']>(['key-not-readable', 'key-not-storable'])

/** Reports a failure of files, keys, the list of used orders or the platform. */
export const reportOrderFailure = (
  failure: PlacedFailure | StartFailure,
  { running, app }: Pick<OrderContext, 'running' | 'app'>,
): ExitStatus => {
  if (!isOrderFailure(failure)) return reportFailure(failure, running, app)
  const { code, message, at = null } = failure
  const place = at === null || at === '' ? null : String(at)
  running.emit(errorLine(code, message, { place }))
  return missingCodes.has(code) ? exitStatus.missing : exitStatus.failed
}

export const readOrderFile = async (
  path: string,
): Promise<Outcome<Buffer, Failure<'file-too-large' | 'order-file-unreadable'>>> => {
  try {
    return succeed(await readBytes(path, maxFileBytes))
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_FS_FILE_TOO_LARGE'
    return fail({ code: isTooLarge ? 'file-too-large' : 'order-file-unreadable', message: messageOf(error) })
  }
}

/**
 * Why a new file cannot be made at the path, or null. Checked before what cannot be taken back; `saveNewFile` checks it
 * again.
 */
export const refuseOut = async (path: string): Promise<Failure<'file-exists' | 'file-not-saved'> | null> => {
  const isThere = await lstat(path).then(
    () => true,
    () => false,
  )
  if (isThere) return { code: 'file-exists', message: path }
  try {
    // Rights alone do not tell whether the folder takes a file.
    await rm(await mkdtemp(join(dirname(path), '.lock-desk-')), { recursive: true })
    return null
  } catch (error) {
    return { code: 'file-not-saved', message: messageOf(error) }
  }
}

/** Never replaces a file: a signed file cannot be made again. */
export const saveNewFile = async (
  path: string,
  content: Uint8Array,
): Promise<Outcome<null, Failure<'file-exists' | 'file-not-saved'>>> => {
  try {
    await saveNewDurably(path, content)
    return succeed(null)
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST'
    return fail(
      isThere
        ? { code: 'file-exists', message: path }
        : { code: 'file-not-saved', message: messageOf(error) },
    )
  }
}

export const resultLine = (result: WorkOrderResult, out: string | null): OutputLine => ({
  type: 'work-order-result',
  id: result.order.id,
  action: result.action,
  operator: result.operator,
  used: result.used,
  made: result.made,
  signer: result.signer.name,
  key: result.signer.key,
  journal: {
    job: result.journal.job ?? null,
    records: result.journal.records,
    hash: result.journal.hash,
  },
  out,
})

/** Which other computer used the order and when, as far as that is known here. */
export const reportUse = async (bytes: Uint8Array, { orders, running }: OrderContext): Promise<void> => {
  const inspected = await orders.inspect(bytes)
  if (!inspected.ok || inspected.value.usedElsewhere === null) return
  const { computer, at, operator } = inspected.value.usedElsewhere
  running.emit({ type: 'order-use', id: inspected.value.order.id, computer, used: at, operator })
}

/** Saves the result of a used order. */
export const saveResult = async (
  bytes: Uint8Array,
  out: string,
  context: OrderContext,
): Promise<ExitStatus> => {
  const madeResult = await context.orders.makeResult(bytes)
  if (!madeResult.ok) return reportOrderFailure(madeResult.error, context)
  const saved = await saveNewFile(out, madeResult.value.bytes)
  if (!saved.ok) return reportOrderFailure(saved.error, context)
  context.running.emit(resultLine(madeResult.value.result, out))
  return exitStatus.ok
}
