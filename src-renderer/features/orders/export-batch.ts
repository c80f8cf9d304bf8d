import { isSecretField } from '#shared/model/secret-fields'
import type { Batch } from './check-batch'
import { writeExact } from './exact-json'

const withoutSecrets = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) =>
      isSecretField(name) ? [] : [[name, withoutSecrets(each)]],
    ),
  )
}

export const countSecrets = (value: unknown): number => {
  if (Array.isArray(value)) return value.reduce<number>((sum, each) => sum + countSecrets(each), 0)
  if (typeof value !== 'object' || value === null) return 0
  return Object.entries(value).reduce((sum, [name, each]) => {
    if (!isSecretField(name)) return sum + countSecrets(each)
    return sum + (Array.isArray(each) ? each.length : 1)
  }, 0)
}

const asBody = ({ channelCode, channelOrderId, syncMode, orders }: Batch, orderList: unknown) => ({
  channelCode,
  channelOrderId,
  syncMode,
  orderList: orders.length === 0 ? [] : orderList,
})

/** The batch as the operation's body, for a file: passwords are left out, everything else is as it was. */
export const exportBatch = (batch: Batch): string =>
  `${writeExact(asBody(batch, withoutSecrets(batch.orders)), 2)}\n`

/** The batch for the draft that main keeps; main takes the passwords out. */
export const writeDraft = (batch: Batch): string => writeExact(asBody(batch, batch.orders))
