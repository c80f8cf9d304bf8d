import { succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { PlatformFailure } from '#shared/model/api/platform-failure'
import type { WorkOrder } from '../../work-orders/file-forms'
import type { OrderPlatform, UnsentRow } from '../../work-orders/work-orders'
import type { CommandSession } from '../command-services'
import { checkNumbers, unsentRow } from '../send-rows'
import type { CheckedNumber, Sendable } from '../send-rows'

export const platformOf = ({ environment }: CommandSession): OrderPlatform => ({
  id: environment.id,
  address: environment.training ? 'training' : (environment.address ?? environment.id),
})

/** A row of an order: what the lists say about it now. Exactly one of the two is null. */
interface OrderRow {
  readonly assetNum: string
  readonly unsent: UnsentRow | null
  readonly sendable: Sendable | null
}

const unsentOf = (
  row: CheckedNumber,
  { enterprises }: WorkOrder,
): Pick<UnsentRow, 'state' | 'reason'> | null => {
  const { record, number } = row
  const unsent = unsentRow(row)
  if (unsent !== null) return { state: unsent.state, reason: unsent.reason ?? 'not-found' }
  // An order names complete asset numbers; a number that leads to another lock is not the one that was signed.
  if (record?.assetNum !== number) return { state: 'not-sent', reason: 'not-found' }
  return enterprises.includes(record.enterpriseGlobalId)
    ? null
    : { state: 'not-sent', reason: 'other-enterprise' }
}

/** Holds each row of the order against the lists, which are read for it. */
export const classifyRows = async (
  order: WorkOrder,
  leaveOut: readonly string[],
  session: CommandSession,
): Promise<Outcome<readonly OrderRow[], PlatformFailure>> => {
  const leftOut = new Set(leaveOut)
  const numbers = order.rows.flatMap(({ assetNum }, at) =>
    leftOut.has(assetNum) ? [] : [{ number: assetNum, line: at + 1 }],
  )
  const { action } = order
  const checked = await checkNumbers(numbers, { action, includeUnlisted: false }, session)
  if (!checked.ok) return checked
  const byNumber = new Map(checked.value.map((row) => [row.number, row]))
  return succeed(
    order.rows.map(({ assetNum }): OrderRow => {
      const row = byNumber.get(assetNum)
      if (row === undefined)
        return { assetNum, unsent: { assetNum, state: 'not-sent', reason: 'left-out' }, sendable: null }
      const unsent = unsentOf(row, order)
      return unsent === null
        ? { assetNum, unsent: null, sendable: { ...row, assetNum } }
        : { assetNum, unsent: { assetNum, ...unsent }, sendable: null }
    }),
  )
}
