import { z } from 'zod'
import { changeRows } from '#shared/model/change-rows'
import type { LicenseOrder } from '#shared/model/order-requests'
import { isSecretField } from '#shared/model/secret-fields'
import { parseJson } from '../../platform/json'
import { defineKind, done } from './kind'

/** Every text in what stands under a secret's name, however deep. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
const secretsOf = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, each]) => (isSecretField(name) ? textsIn(each) : secretsOf(each)))

const batch = changeRows['order.batchOrder'].omit({ orderList: true })

export const orderingBatch = defineKind({
  operation: 'order.batchOrder',
  addsUp: true,
  // The orders may hold products' passwords, so they are the row's secret as a whole and not the journal's.
  stored: batch.extend({
    sequences: z.array(z.int().nullable()),
    /** The orders without their products' passwords, for people to read. */
    orders: z.json().optional(),
  }),
  needsSecret: true,
  secretsIn: (orderList) => secretsOf(parseJson(orderList)),
  rowsPerCall: () => 1,
  request: ([row]) => {
    if (row === undefined) throw new Error('a call without a row')
    const { channelCode, channelOrderId, syncMode } = row.stored
    const orderList = parseJson(row.secret ?? '[]') as LicenseOrder[]
    return { body: { channelCode, channelOrderId, syncMode, orderList } }
  },
  read: (rows, results) =>
    rows.map(() => ({
      ...done,
      result: results.map(({ sequence, licenseOrderId, customerId }) => ({
        sequence,
        licenseOrderId,
        customerId,
      })),
    })),
  readBack: null,
})

export const allocatingShellNumbers = defineKind({
  operation: 'order.allocateShellNumbers',
  addsUp: true,
  stored: changeRows['order.allocateShellNumbers'],
  rowsPerCall: () => 1,
  request: ([row]) => ({ body: { size: row?.stored.size ?? 0 } }),
  read: (rows, numbers) => rows.map(() => ({ ...done, result: [...numbers] })),
  readBack: null,
})
