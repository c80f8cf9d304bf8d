import { z } from 'zod'
import { licenseOrder } from '#shared/model/order-requests'
import { isSecretField } from '#shared/model/secret-fields'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { Batch } from './check-batch'
import { parseExact } from './exact-json'
import type { JsonMistake } from './exact-json'
import { keptFields, partsOf } from './order-fields'
import { isNode, valueAt, writePath } from './order-node'
import type { OrderNode, OrderPath } from './order-node'

/** One mistake with its place, such as `orderList[2].assets[0].limitConcurrent`. */
export interface ImportMistake {
  readonly path: string
  /** What was expected there, in the words of the schema; English. */
  readonly message: string
}

export type ImportFailure =
  | JsonMistake
  /** Neither a batch nor a list of orders. */
  | { readonly code: 'no-batch'; readonly message: string }
  | {
      readonly code: 'mistakes'
      readonly message: string
      readonly mistakes: readonly ImportMistake[]
      readonly more: number
    }

export interface ImportedBatch {
  readonly batch: Batch
  /** Fields of orders and their parts that the document does not know: they go out as they are. */
  readonly kept: readonly string[]
  /** Fields of the batch itself that the operation does not have: they are left out. */
  readonly leftOut: readonly string[]
}

const head = z.object({
  channelCode: z.string().optional(),
  channelOrderId: z.string().optional(),
  syncMode: z.enum(['sync', 'async']).optional(),
})

/** More than this many are no help. */
const mostMistakes = 20

const isPath = (path: readonly PropertyKey[]): path is OrderPath =>
  path.every((part) => typeof part !== 'symbol')

/** A count of passwords is what our own drafts and the journal hold: the form says that they are gone. */
const isCount = (value: unknown, path: OrderPath): boolean =>
  typeof value === 'number' && isSecretField(String(path.at(-1)))

const mistakesIn = (given: OrderNode, list: readonly unknown[]): ImportMistake[] => {
  const read = head.safeParse(given)
  const ofHead = (read.error?.issues ?? []).map(({ path, message }) => ({
    path: isPath(path) ? writePath(path) : '',
    message,
  }))
  const ofOrders = list.flatMap((order, index) => {
    const issues = licenseOrder.safeParse(order).error?.issues ?? []
    return issues.flatMap(({ path, message }) => {
      const inside = isPath(path) ? path : []
      if (isCount(valueAt(order, inside), inside)) return []
      return [{ path: writePath(['orderList', index, ...inside]), message }]
    })
  })
  return [...ofHead, ...ofOrders]
}

const batchFields: ReadonlySet<string> = new Set(['channelCode', 'channelOrderId', 'syncMode', 'orderList'])

const keptIn = (orders: readonly OrderNode[]): string[] =>
  orders.flatMap((order, index) =>
    [...partsOf(order)].flatMap(({ node, level, path }) =>
      keptFields(node, level).map((name) => writePath(['orderList', index, ...path, name])),
    ),
  )

/**
 * A batch from JSON as the operation takes it (`channelCode`, `channelOrderId`, `syncMode`, `orderList`), or from a
 * bare list of orders. Values of the wrong type are refused with their paths; what only the rules forbid comes in.
 */
export const importBatch = (text: string): Outcome<ImportedBatch, ImportFailure> => {
  const parsed = parseExact(text)
  if (!parsed.ok) return parsed
  const given: unknown = Array.isArray(parsed.value) ? { orderList: parsed.value as unknown[] } : parsed.value
  if (!isNode(given) || !Array.isArray(given['orderList'])) {
    return fail({ code: 'no-batch', message: 'there is no orderList' })
  }
  const list = given['orderList'] as readonly unknown[]
  const mistakes = mistakesIn(given, list)
  if (mistakes.length > 0) {
    return fail({
      code: 'mistakes',
      message: mistakes[0]?.message ?? '',
      mistakes: mistakes.slice(0, mostMistakes),
      more: Math.max(0, mistakes.length - mostMistakes),
    })
  }
  const orders = list.filter(isNode)
  const { channelCode = '', channelOrderId = '', syncMode = 'sync' } = head.parse(given)
  return succeed({
    batch: { channelCode, channelOrderId, syncMode, orders },
    kept: keptIn(orders),
    leftOut: Object.keys(given).filter((name) => !batchFields.has(name)),
  })
}
