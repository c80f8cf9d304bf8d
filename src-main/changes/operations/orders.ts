import { z } from 'zod'
import { changeRowSchemas } from '#shared/model/changes/change-rows'
import type { LicenseOrder } from '#shared/model/api/order-requests'
import { isSecretField } from '#shared/model/secret-fields'
import { parseJson } from '../../platform/response/json'
import { defineOperation, completed } from './change-operation'

/** All strings under a secret property name, at any depth. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
const secretsOf = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, each]) => (isSecretField(name) ? textsIn(each) : secretsOf(each)))

const batch = changeRowSchemas['order.batchOrder'].omit({ orderList: true })

export const batchOrderOperation = defineOperation({
  operation: 'order.batchOrder',
  isCumulative: true,
  // Orders may contain product passwords, so the whole batch is the row's secret and not journaled.
  stored: batch.extend({
    sequences: z.array(z.int().nullable()),
    /** The orders without product passwords, for display. */
    orders: z.json().optional(),
  }),
  needsSecret: true,
  secretsIn: (orderList) => secretsOf(parseJson(orderList)),
  rowsPerRequest: () => 1,
  request: ([row]) => {
    if (row === undefined) throw new Error('a request without rows')
    const { channelCode, channelOrderId, syncMode } = row.stored
    const orderList = parseJson(row.secret ?? '[]') as LicenseOrder[]
    return { body: { channelCode, channelOrderId, syncMode, orderList } }
  },
  read: (rows, results) =>
    rows.map(() => ({
      ...completed,
      result: results.map(({ sequence, licenseOrderId, customerId }) => ({
        sequence,
        licenseOrderId,
        customerId,
      })),
    })),
  readBack: null,
})

export const allocateShellNumbersOperation = defineOperation({
  operation: 'order.allocateShellNumbers',
  isCumulative: true,
  stored: changeRowSchemas['order.allocateShellNumbers'],
  rowsPerRequest: () => 1,
  request: ([row]) => ({ body: { size: row?.stored.size ?? 0 } }),
  read: (rows, numbers) => rows.map(() => ({ ...completed, result: [...numbers] })),
  readBack: null,
})
