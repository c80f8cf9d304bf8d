import { z } from 'zod'
import { licenseOrder } from '#shared/model/api/order-requests'
import { isSecretField } from '#shared/model/secret-fields'
import { fail, succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'
import type { Batch } from '../check/check-batch'
import { expectedIn } from '../check/check-types'
import type { ExpectedType } from '../check/check-types'
import { parseExact, writeExact } from './exact-json'
import type { JsonError } from './exact-json'
import type { BatchFileFailure } from './read-batch-file'
import { unknownFieldsOf, partsOf } from '#shared/model/orders/order-fields'
import { isNode, valueAt } from '#shared/model/orders/order-node'
import type { JsonPath, OrderNode } from '#shared/model/orders/order-node'

/** One mistake with its path in the batch. */
export interface ImportMistake {
  readonly path: JsonPath
  /** Any of these types is accepted. */
  readonly expected: readonly ExpectedType[]
  /** The allowed values for `one-of`. */
  readonly values: readonly string[]
  readonly found: FoundValue
}

interface FoundValue {
  readonly type: 'nothing' | 'text' | 'number' | 'yes-no' | 'list' | 'object'
  /** The value as JSON if it is short and not secret. */
  readonly value: string
}

export type ImportFailure =
  | JsonError
  | BatchFileFailure
  /** Neither a batch nor a list of orders. */
  | Failure<'no-batch'>
  | Failure<'too-deep'>
  | (Failure<'mistakes'> & {
      readonly mistakes: readonly ImportMistake[]
      readonly more: number
    })

export interface ImportedBatch {
  readonly batch: Batch
  /** Fields of orders and their parts that the API does not document: they are sent unchanged. */
  readonly unknownFields: readonly JsonPath[]
  /** Fields of the batch that the operation does not have: they are dropped. */
  readonly droppedFields: readonly string[]
}

const head = z.object({
  channelCode: z.string().optional(),
  channelOrderId: z.string().optional(),
  syncMode: z.enum(['sync', 'async']).optional(),
})

/** The API needs six levels. Main refuses requests of 100 levels; a batch adds a few to its orders. */
export const maxBatchDepth = 90

/** Whether lists and objects are nested more than `maxDepth` levels deep. */
const isDeeper = (value: unknown, maxDepth: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (maxDepth === 0 || Object.values(value).some((inner) => isDeeper(inner, maxDepth - 1)))

/** At most this many mistakes are reported. */
const maxMistakes = 20

const isPath = (path: readonly PropertyKey[]): path is JsonPath =>
  path.every((part) => typeof part !== 'symbol')

/** Drafts and the journal have only the number of passwords: the form reports that the passwords are missing. */
const isCount = (value: unknown, path: JsonPath): boolean =>
  typeof value === 'number' && isSecretField(String(path.at(-1)))

/** Longer values are truncated. */
const maxFoundLength = 40

const foundAt = (value: unknown, path: JsonPath): FoundValue => {
  const isSecret = path.some((part) => isSecretField(String(part)))
  const text = isSecret ? '' : writeExact(value)
  const short = text.length > maxFoundLength ? `${text.slice(0, maxFoundLength)}…` : text
  if (value === undefined || value === null) return { type: 'nothing', value: '' }
  if (Array.isArray(value)) return { type: 'list', value: '' }
  if (typeof value === 'object') return { type: 'object', value: '' }
  if (typeof value === 'string') return { type: 'text', value: short }
  return { type: typeof value === 'boolean' ? 'yes-no' : 'number', value: short }
}

const mistakeOf = (issue: z.core.$ZodIssue, of: unknown, before: JsonPath): ImportMistake => {
  const inside = isPath(issue.path) ? issue.path : []
  return {
    path: [...before, ...inside],
    expected: expectedIn(issue),
    values: issue.code === 'invalid_value' ? issue.values.map((value) => String(value)) : [],
    found: foundAt(valueAt(of, inside), inside),
  }
}

const mistakesIn = (source: OrderNode, list: readonly unknown[]): ImportMistake[] => {
  const read = head.safeParse(source)
  const ofHead = (read.error?.issues ?? []).map((issue) => mistakeOf(issue, source, []))
  const ofOrders = list.flatMap((order, index) => {
    const issues = licenseOrder.safeParse(order).error?.issues ?? []
    return issues.flatMap((issue) => {
      const inside = isPath(issue.path) ? issue.path : []
      if (isCount(valueAt(order, inside), inside)) return []
      return [mistakeOf(issue, order, ['orderList', index])]
    })
  })
  return [...ofHead, ...ofOrders]
}

const batchFields: ReadonlySet<string> = new Set(['channelCode', 'channelOrderId', 'syncMode', 'orderList'])

const unknownFieldsIn = (orders: readonly OrderNode[]): JsonPath[] =>
  orders.flatMap((order, index) =>
    [...partsOf(order)].flatMap(({ node, level, path }) =>
      unknownFieldsOf(node, level).map((name) => ['orderList', index, ...path, name]),
    ),
  )

/**
 * Reads a batch from JSON as the operation takes it (`channelCode`, `channelOrderId`, `syncMode`, `orderList`),
 * or from a list of orders. Values of the wrong type are reported with their paths; violations of other rules
 * are imported and shown in the form.
 */
export const importBatch = (text: string): Outcome<ImportedBatch, ImportFailure> => {
  const parsed = parseExact(text)
  if (!parsed.ok) return parsed
  if (isDeeper(parsed.value, maxBatchDepth)) {
    return fail({ code: 'too-deep', message: 'values are nested too deeply' })
  }
  const source: unknown = Array.isArray(parsed.value)
    ? { orderList: parsed.value as unknown[] }
    : parsed.value
  if (!isNode(source) || !Array.isArray(source['orderList'])) {
    return fail({ code: 'no-batch', message: 'a list of orders, or an object with orderList, is expected' })
  }
  const list = source['orderList'] as readonly unknown[]
  const mistakes = mistakesIn(source, list)
  if (mistakes.length > 0) {
    return fail({
      code: 'mistakes',
      message: 'some values have the wrong type',
      mistakes: mistakes.slice(0, maxMistakes),
      more: Math.max(0, mistakes.length - maxMistakes),
    })
  }
  const orders = list.filter(isNode)
  const { channelCode = '', channelOrderId = '', syncMode = 'sync' } = head.parse(source)
  return succeed({
    batch: { channelCode, channelOrderId, syncMode, orders },
    unknownFields: unknownFieldsIn(orders),
    droppedFields: Object.keys(source).filter((name) => !batchFields.has(name)),
  })
}
