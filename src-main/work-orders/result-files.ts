import { normalized } from '#shared/normalized'
import { fail, succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'
import type { Journal } from '../journal/journal'
import { fileVersion, keyOfRow, orderFormat, resultFormat, workOrder, workOrderResult } from './file-forms'
import type { WorkOrder, WorkOrderResult } from './file-forms'
import type { OrderInspection, OrderPlatform, UsedBy } from './order-inspection'
import { orderRowsOf } from './order-results'
import { readSigned } from './signed-file'
import type { FileFailure } from './signed-file'
import type { KeyFailure, SigningKeys } from './signing-key'
import type { UsedFailure, UsedOrder } from './used-orders'

type UnsignedResult = Omit<WorkOrderResult, 'signer' | 'signature'>
type UnusedFailure = UsedFailure | Failure<'order-not-used' | 'other-content' | 'order-before-loss'>

interface UsedFile {
  readonly order: WorkOrder
  readonly digest: string
  readonly use: UsedOrder
}

/** Makes the signed results of orders, and compares results with their orders. */
export const createResultFiles = ({
  keys,
  journal,
  inspection,
  now,
}: {
  readonly keys: Pick<SigningKeys, 'open' | 'exists'>
  readonly journal: Pick<Journal, 'head' | 'job' | 'jobs'>
  readonly inspection: OrderInspection
  readonly now: () => number
}) => {
  const { inspect, trustProblem } = inspection

  /** A used order, with its entry in the list of used orders. */
  const readUsed = async (bytes: Uint8Array, platform: OrderPlatform, usedBy?: UsedBy) => {
    const inspected = await inspect(bytes, platform, usedBy)
    if (!inspected.ok) return inspected
    const { order, digest, used: use, problem } = inspected.value
    if (use === null && (problem?.code === 'order-used' || problem?.code === 'order-before-loss')) {
      const message = 'the list of used orders has lost the order'
      return fail({ code: 'order-before-loss' as const, message })
    }
    if (use === null)
      return fail({ code: 'order-not-used' as const, message: 'this computer has not used the order' })
    if (use.digest !== digest)
      return fail({ code: 'other-content' as const, message: 'another file with this ID was used' })
    return succeed({ order, digest, use })
  }
  const contentOf = ({ order, digest, use }: UsedFile): UnsignedResult => {
    const { jobId, rows } = orderRowsOf(order, use, journal)
    const { n, hash } = journal.head()
    return {
      format: resultFormat,
      version: fileVersion,
      order: { id: order.id, digest },
      action: order.action,
      operator: normalized(use.operator, 2_000, 'NFC'),
      used: use.at,
      made: now(),
      journal: { ...(jobId === null ? {} : { job: jobId }), records: n, hash },
      rows: rows.map((row) => ({ ...row })),
    }
  }

  return {
    /** The result of a used order without a signature, which needs no key. */
    readOwnResult: async (
      bytes: Uint8Array,
      platform: OrderPlatform,
      usedBy?: UsedBy,
    ): Promise<
      Outcome<{ readonly order: WorkOrder; readonly result: UnsignedResult }, FileFailure | UnusedFailure>
    > => {
      const used = await readUsed(bytes, platform, usedBy)
      return used.ok ? succeed({ order: used.value.order, result: contentOf(used.value) }) : used
    },

    /** The signed result of a used order, from the list of used orders and the journal as they are now. */
    makeResult: async (
      bytes: Uint8Array,
      platform: OrderPlatform,
      usedBy?: UsedBy,
    ): Promise<
      Outcome<
        { readonly bytes: Buffer; readonly order: WorkOrder; readonly result: WorkOrderResult },
        FileFailure | KeyFailure | UnusedFailure
      >
    > => {
      const used = await readUsed(bytes, platform, usedBy)
      if (!used.ok) return used
      const opened = await keys.open()
      if (!opened.ok) return opened
      const signed = opened.value.signFile({ ...contentOf(used.value) }, resultFormat)
      const read = readSigned(signed, resultFormat, workOrderResult)
      const { order } = used.value
      return read.ok ? succeed({ bytes: signed, order, result: read.value.value }) : read
    },

    /** A result, and why its key does not count, or null. */
    readResult: (bytes: Uint8Array) => {
      const read = readSigned(bytes, resultFormat, workOrderResult)
      if (!read.ok) return read
      const { value: result } = read.value
      return succeed({ result, problem: trustProblem(result.signer.key) })
    },

    /** A result beside its order. Both signatures hold; the result's key is trusted, or this computer's. */
    compare: async (orderBytes: Uint8Array, resultBytes: Uint8Array) => {
      const order = readSigned(orderBytes, orderFormat, workOrder)
      if (!order.ok) return order
      const result = readSigned(resultBytes, resultFormat, workOrderResult)
      if (!result.ok) return result
      const ownKey = keys.exists() ? await keys.open() : null
      const isOwn = (key: string) => ownKey?.ok === true && ownKey.value.publicKey === key
      for (const { key } of [order.value.value.signer, result.value.value.signer]) {
        const problem = isOwn(key) ? null : trustProblem(key)
        if (problem !== null) return fail(problem)
      }
      const { order: answered, rows, action } = result.value.value
      const { value, digest } = order.value
      const isOfOrder =
        answered.id === value.id &&
        answered.digest === digest &&
        action === value.action &&
        rows.length === value.rows.length &&
        value.rows.every((row, at) => rows[at]?.key === keyOfRow(row))
      if (!isOfOrder) return fail({ code: 'other-order' as const, message: 'the result is of another order' })
      return succeed({ order: value, digest, result: result.value.value })
    },
  }
}
