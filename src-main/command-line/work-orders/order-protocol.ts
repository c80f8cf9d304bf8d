import { z } from 'zod'
import { maxRows, nonEmptyText, operatorName } from '#shared/bridge/command'
import { maxValidDays, orderActions, reportedStates } from '#shared/model/changes/work-order'

const action = z.enum(orderActions)
const path = z.string().min(1).max(4_096)
const text = z.string()

/** Each with its line in the file, or its place on the command line. */
export const numbers = z
  .array(z.strictObject({ number: nonEmptyText, line: z.int().min(1) }))
  .min(1)
  .max(maxRows)

/** What the commands for work orders ask for. Paths are complete: the app that does the work has another folder. */
export const orderRequests = [
  z.strictObject({ name: z.literal('work-order key'), out: path.nullable(), isNew: z.boolean() }),
  z.strictObject({ name: z.literal('work-order keys') }),
  z.strictObject({ name: z.literal('work-order trust'), file: path, words: nonEmptyText }),
  z.strictObject({ name: z.literal('work-order withdraw'), words: nonEmptyText }),
  z.strictObject({
    name: z.literal('work-order sign'),
    action: z.enum(['disable', 'enable', 'assign', 'withdraw']),
    numbers,
    /** The ID of the employee to whom the assets are assigned, or from whom they are withdrawn. */
    employee: nonEmptyText.nullable(),
    operatorIdentity: operatorName,
    note: z.string().max(2_000),
    notBefore: z.int().min(0).nullable(),
    validDays: z.int().min(1).max(maxValidDays),
    out: path,
  }),
  z.strictObject({ name: z.literal('work-order show'), file: path }),
  z.strictObject({
    name: z.literal('work-order run'),
    /** Null takes the order's. */
    action: action.nullable(),
    file: path,
    /** Asset numbers, or IDs of employees, of the order that are not sent. */
    leaveOut: z.array(nonEmptyText).max(maxRows),
    operatorIdentity: operatorName,
    out: path.nullable(),
    dryRun: z.exactOptional(z.literal(true)),
  }),
  z.strictObject({ name: z.literal('work-order result'), file: path, out: path }),
  z.strictObject({ name: z.literal('work-order compare'), file: path, result: path }),
] as const
export type OrderRequest = z.infer<(typeof orderRequests)[number]>
export type OrderRequestOf<Name extends OrderRequest['name']> = Extract<OrderRequest, { readonly name: Name }>

export const isOrderRequest = (request: { readonly name: string }): request is OrderRequest =>
  request.name.startsWith('work-order ')

/** The lines that these commands print. */
export const orderLines = [
  z.strictObject({
    type: z.literal('key'),
    name: text,
    key: text,
    words: z.array(text),
    wordsZh: z.array(text),
    state: z.enum(['own', 'trusted', 'withdrawn']),
  }),
  z.strictObject({
    type: z.literal('work-order'),
    id: text,
    /** The SHA-256 of the file, in hex. */
    digest: text,
    action,
    platform: text,
    enterprises: z.array(text),
    rows: z.int(),
    note: text,
    preparedBy: text,
    created: z.int(),
    notBefore: z.int(),
    expires: z.int(),
    /** As trusted here; null for an unknown key. */
    signer: text.nullable(),
    key: text,
    /** Null if the order can be carried out here now. */
    problem: text.nullable(),
  }),
  /** Another computer of the branch has used the order. */
  z.strictObject({
    type: z.literal('order-use'),
    id: text,
    computer: text.nullable(),
    used: z.int(),
    operator: text.nullable(),
  }),
  /** How an order that is carried out here is claimed in the branch. */
  z.strictObject({ type: z.literal('order-claim'), id: text, claimed: z.boolean() }),
  z.strictObject({
    type: z.literal('order-row'),
    /** Names the row in the order. */
    key: text,
    state: z.enum(['ready', ...reportedStates]),
    reason: text.nullable(),
    businessCode: text.nullable(),
  }),
  z.strictObject({
    type: z.literal('work-order-result'),
    id: text,
    action,
    operator: text,
    used: z.int(),
    made: z.int(),
    signer: text,
    key: text,
    journal: z.strictObject({ job: text.nullable(), records: z.int(), hash: text }),
    out: text.nullable(),
  }),
] as const
