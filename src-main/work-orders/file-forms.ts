import { canBeNormalized, normalized } from '#shared/normalized'
import { z } from 'zod'
import { maxRows } from '#shared/bridge/command'
import { maxLentAssets } from '#shared/model/changes/loan'
import {
  maxValidDays,
  orderActions,
  publicKeyPattern,
  reportedStates,
} from '#shared/model/changes/work-order'
import type { OrderAction } from '#shared/model/changes/work-order'

// The signed files, documented in docs/work-orders.md. Other programs read and write them.

export const fileVersion = 1

export const orderFormat = 'lock-desk-work-order'
export const resultFormat = 'lock-desk-work-order-result'
export const keyFormat = 'lock-desk-key'
export const profileFormat = 'lock-desk-lock-profile'
export const signedFormats = [orderFormat, resultFormat, keyFormat, profileFormat] as const

const maxText = 2_000

/** One form of each text, without controls and without characters that hide or reorder others. */
const isPlain = (text: string): boolean =>
  canBeNormalized(text, maxText) &&
  text === normalized(text, maxText, 'NFC') &&
  !/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(text)

const text = (max: number) =>
  z
    .string()
    .min(1)
    .max(max, { abort: true })
    .refine(isPlain, 'not in Unicode form NFC, or with control characters')
const time = z.int().min(0)
const base64url = (length: number) =>
  z
    .string()
    .length(length)
    .regex(/^[A-Za-z0-9_-]+$/)
    .refine(
      (value) => Buffer.from(value, 'base64url').toString('base64url') === value,
      'not the only form of its bytes',
    )

const maxValidMs = maxValidDays * 24 * 3_600_000

/** 32 bytes: the public key of Ed25519 (RFC 8032). */
export const publicKey = z.string().regex(publicKeyPattern)

const signer = z.strictObject({
  algorithm: z.literal('Ed25519'),
  key: publicKey,
  /** As the computer calls itself. The name that counts is the one stored with the trusted key. */
  name: text(100),
})

const platform = z.strictObject({ id: text(2_048), address: text(2_048) })

const uniqueBy = <Item>(keyOf: (item: Item) => string) =>
  [(items: readonly Item[]) => new Set(items.map(keyOf)).size === items.length, 'an entry twice'] as const

const note = z
  .string()
  .max(maxText, { abort: true })
  .refine(isPlain, 'not in Unicode form NFC, or with control characters')
const employee = { memberGlobalId: text(200), memberName: text(200) }
const assetRow = z.strictObject({ assetNum: text(200), ...employee })

const orderRows = {
  disable: z.strictObject({ assetNum: text(200) }),
  enable: z.strictObject({ assetNum: text(200) }),
  assign: assetRow,
  withdraw: assetRow,
  /** All fields as they are afterwards. A new password is never in an order. */
  'edit-employee': z.strictObject({
    ...employee,
    enterpriseGlobalId: text(200),
    userName: text(200),
    name: text(200),
    departmentId: z.exactOptional(z.string().regex(/^\d{1,19}$/)),
    remark: note,
    passwordMobile: note,
  }),
  /** `assetNum` is the borrowed lock. */
  lend: z.strictObject({
    assetNum: text(200),
    ...employee,
    assets: z
      .array(text(200))
      .min(1)
      .max(maxLentAssets, { abort: true })
      .refine(...uniqueBy((assetNum: string) => assetNum)),
  }),
} as const satisfies Readonly<Record<OrderAction, z.ZodType>>
export type OrderRowOf<Action extends OrderAction> = z.infer<(typeof orderRows)[Action]>
export type OrderRow = OrderRowOf<OrderAction>

/** Names the row in the order, in its result and in the journal: the lock or asset, otherwise the employee. */
export const keyOfRow = (row: OrderRow): string => ('assetNum' in row ? row.assetNum : row.memberGlobalId)

const orderId = z.string().regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)

const orderOf = <Action extends OrderAction>(action: Action) =>
  z
    .strictObject({
      format: z.literal(orderFormat),
      version: z.literal(fileVersion),
      id: orderId,
      platform,
      enterprises: z
        .array(text(200))
        .min(1)
        .max(10_000, { abort: true })
        .refine(...uniqueBy((id: string) => id)),
      action: z.literal(action),
      rows: z
        .array(orderRows[action])
        .min(1)
        .max(maxRows, { abort: true })
        .refine(...uniqueBy(keyOfRow)),
      note,
      preparedBy: text(200),
      created: time,
      notBefore: time,
      expires: time,
      signer,
      signature: base64url(86),
    })
    .refine(({ created, notBefore }) => created <= notBefore, {
      path: ['notBefore'],
      error: 'before created',
    })
    .refine(({ notBefore, expires }) => notBefore < expires, {
      path: ['expires'],
      error: 'not after notBefore',
    })
    .refine(({ notBefore, expires }) => expires - notBefore <= maxValidMs, {
      path: ['expires'],
      error: `more than ${maxValidDays} days after notBefore`,
    })

export const workOrder = z.discriminatedUnion('action', [
  orderOf('disable'),
  orderOf('enable'),
  orderOf('assign'),
  orderOf('withdraw'),
  orderOf('edit-employee'),
  orderOf('lend'),
])
export type WorkOrder = z.infer<typeof workOrder>

export const workOrderResult = z.strictObject({
  format: z.literal(resultFormat),
  version: z.literal(fileVersion),
  /** `digest` is the SHA-256 of the order's bytes, in hex. */
  order: z.strictObject({ id: orderId, digest: z.string().regex(/^[0-9a-f]{64}$/) }),
  action: z.enum(orderActions),
  operator: text(200),
  /** When the order was used, and when this result was made. */
  used: time,
  made: time,
  /** The computer's journal when the result was made. `job` is missing if nothing was sent. */
  journal: z.strictObject({
    job: z.exactOptional(text(200)),
    records: z.int().min(0),
    hash: z.string().regex(/^[0-9a-f]{64}$/),
  }),
  /** Each row of the order, in its order. */
  rows: z
    .array(
      z.strictObject({
        /** Of the order's row. */
        key: text(200),
        state: z.enum(reportedStates),
        reason: z.exactOptional(text(200)),
        businessCode: z.exactOptional(text(200)),
        ended: z.exactOptional(time),
      }),
    )
    .min(1)
    .max(maxRows),
  signer,
  signature: base64url(86),
})
export type WorkOrderResult = z.infer<typeof workOrderResult>

/** What the signature of a lock profile covers: its text, with all names in order. */
export const signedProfile = z.strictObject({
  format: z.literal(profileFormat),
  version: z.literal(fileVersion),
  profile: z.string().max(200_000),
  signer,
  signature: base64url(86),
})

export const keyFile = z.strictObject({
  format: z.literal(keyFormat),
  version: z.literal(fileVersion),
  algorithm: z.literal('Ed25519'),
  key: publicKey,
  name: text(100),
})
export type KeyFile = z.infer<typeof keyFile>
