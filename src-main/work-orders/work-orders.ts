import { normalized } from '#shared/normalized'
import { randomUUID } from 'node:crypto'
import { fail, succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'
import type { OrderAction } from '#shared/model/changes/work-order'
import type { Journal } from '../journal/journal'
import {
  fileVersion,
  keyFile,
  keyFormat,
  keyOfRow,
  orderFormat,
  resultFormat,
  workOrder,
  workOrderResult,
} from './file-forms'
import type { KeyFile, OrderRow, WorkOrder, WorkOrderResult } from './file-forms'
import { writeCanonical } from './canonical-json'
import { orderRowsOf } from './order-results'
import { readForm, readSigned } from './signed-file'
import type { FileFailure } from './signed-file'
import type { OrderUse, OrderUses } from './order-claims'
import type { KeyFailure, SigningKeys } from './signing-key'
import type { TrustedKey, TrustedKeys } from './trusted-keys'
import type { UsedFailure, UsedOrder, UsedOrders } from './used-orders'

/** A platform by its ID on this computer and by its present address; either is enough to be the same. */
export type OrderPlatform = WorkOrder['platform']

export type TrustFailure = Failure<'key-unknown' | 'key-withdrawn'>
export type OrderFailure =
  | TrustFailure
  | UsedFailure
  | Failure<
      | 'other-order-platform'
      | 'order-not-yet-valid'
      | 'order-expired'
      | 'order-used'
      | 'order-used-elsewhere'
      | 'order-before-loss'
    >

export interface InspectedOrder {
  readonly order: WorkOrder
  readonly digest: string
  /** The name under which the signer is trusted, or was; null if the key is unknown. */
  readonly trusted: TrustedKey | null
  /** Why it cannot be carried out now, or null. */
  readonly problem: OrderFailure | null
  /** Null if it was not used on this computer. */
  readonly used: UsedOrder | null
  /** The use on another computer of the branch, which may be beside one here; null without any that is known. */
  readonly usedElsewhere: OrderUse | null
}

/** Who used an order first, as the branch knows it. */
export type UsedBy = (orderId: string) => Promise<OrderUses | null>
const withoutBranch: UsedBy = () => Promise.resolve(null)

export interface OrderDraft {
  readonly action: OrderAction
  readonly platform: OrderPlatform
  readonly enterprises: readonly string[]
  readonly rows: readonly OrderRow[]
  readonly preparedBy: string
  readonly note: string
  /** Null: at once. */
  readonly notBefore: number | null
  readonly validMs: number
}

export type SignFailure = KeyFailure | FileFailure

/** A row that was certainly not sent, and why. */
export type UnsentRow = UsedOrder['unsent'][number]

/** The clocks of two computers may differ by this much, ms. */
const maxSkewMs = 10 * 60_000

const isSamePlatform = (one: OrderPlatform, other: OrderPlatform): boolean =>
  one.id === other.id || one.address === other.address

/** Makes and checks signed work orders and their results. Sends nothing. */
export const createWorkOrders = (deps: {
  readonly keys: SigningKeys
  readonly trusted: TrustedKeys
  readonly used: UsedOrders
  readonly journal: Pick<Journal, 'head' | 'job' | 'jobs'>
  readonly now?: () => number
}) => {
  const { keys, trusted, used, journal } = deps
  const now = deps.now ?? Date.now

  const trustProblem = (key: string): TrustFailure | null => {
    const found = trusted.find(key)
    if (found === null) return { code: 'key-unknown', message: 'this computer does not trust the key' }
    return found.withdrawnAt === null
      ? null
      : { code: 'key-withdrawn', message: `trust in ${found.name} was withdrawn` }
  }

  const timeProblem = ({ notBefore, expires }: WorkOrder): OrderFailure | null => {
    const time = now()
    const clockText = `this computer’s clock says ${new Date(time).toISOString()}`
    const since = `valid from ${new Date(notBefore).toISOString()}; ${clockText}`
    if (time < notBefore - maxSkewMs) return { code: 'order-not-yet-valid', message: since }
    const until = `valid until ${new Date(expires).toISOString()}; ${clockText}`
    return time < expires + maxSkewMs ? null : { code: 'order-expired', message: until }
  }

  const usedHere = async ({ id, created }: WorkOrder): Promise<Pick<InspectedOrder, 'used' | 'problem'>> => {
    const found = await used.find(id)
    if (!found.ok) return { used: null, problem: found.error }
    const { order, since } = found.value
    // The journal vouches where the list has lost an order.
    const job = order === null ? journal.jobs().find(({ intent }) => intent.workOrder?.id === id) : undefined
    if (job !== undefined) {
      const message = `used ${new Date(job.requestedAt).toISOString()} by ${job.intent.operatorIdentity}`
      return { used: null, problem: { code: 'order-used', message } }
    }
    if (order !== null) {
      const message = `used ${new Date(order.at).toISOString()} by ${order.operator}`
      return { used: order, problem: { code: 'order-used', message } }
    }
    return created < since
      ? {
          used: null,
          problem: { code: 'order-before-loss', message: 'the list of used orders was lost since' },
        }
      : { used: null, problem: null }
  }

  const usedAnywhere = async (
    order: WorkOrder,
    usedBy: UsedBy,
  ): Promise<Pick<InspectedOrder, 'used' | 'usedElsewhere' | 'problem'>> => {
    const usedOnThis = await usedHere(order)
    const uses = await usedBy(order.id)
    const usedElsewhere = uses?.elsewhere ?? null
    if (usedOnThis.problem !== null || uses === null) return { ...usedOnThis, usedElsewhere }
    const { first } = uses
    const message = `used ${new Date(first.at).toISOString()} on ${first.computer ?? 'another computer'}`
    // The branch remembers the use of a list that this computer has lost.
    const code = first.isOwn ? ('order-used' as const) : ('order-used-elsewhere' as const)
    return { used: null, usedElsewhere, problem: { code, message } }
  }

  const inspect = async (
    bytes: Uint8Array,
    platform: OrderPlatform,
    usedBy: UsedBy = withoutBranch,
  ): Promise<Outcome<InspectedOrder, FileFailure>> => {
    const read = readSigned(bytes, orderFormat, workOrder)
    if (!read.ok) return read
    const { value: order, digest } = read.value
    const use = await usedAnywhere(order, usedBy)
    const problem =
      trustProblem(order.signer.key) ??
      (isSamePlatform(order.platform, platform)
        ? null
        : { code: 'other-order-platform' as const, message: `the order is for ${order.platform.address}` }) ??
      // A used order is called used, also after its time.
      use.problem ??
      timeProblem(order)
    const { used, usedElsewhere } = use
    return succeed({ order, digest, trusted: trusted.find(order.signer.key), problem, used, usedElsewhere })
  }

  return {
    inspect,

    /** This computer's public key as a file's content; made on first use. */
    ownKey: async (): Promise<Outcome<KeyFile, KeyFailure>> => {
      const opened = await keys.open()
      if (!opened.ok) return opened
      const { publicKey: key, name } = opened.value
      return succeed({ format: keyFormat, version: fileVersion, algorithm: 'Ed25519', key, name })
    },
    hasOwnKey: keys.exists,
    replaceKey: keys.replace,
    keyBytes: (key: KeyFile): Buffer => Buffer.from(writeCanonical({ ...key }), 'utf8'),
    readKey: (bytes: Uint8Array) => readForm(bytes, keyFormat, keyFile),
    trustedKeys: trusted.list,
    /** Whether the policy names the trusted keys. */
    areKeysFixed: trusted.areFixed,
    trust: async (key: Pick<KeyFile, 'key' | 'name'>, words: string) => {
      // The list of used orders begins before the first order can be accepted.
      const begun = await used.find('')
      return begun.ok ? trusted.trust(key, words) : begun
    },
    withdraw: trusted.withdraw,

    sign: async (
      draft: OrderDraft,
    ): Promise<
      Outcome<{ readonly bytes: Buffer; readonly order: WorkOrder; readonly digest: string }, SignFailure>
    > => {
      const opened = await keys.open()
      if (!opened.ok) return opened
      const created = now()
      const notBefore = Math.max(created, draft.notBefore ?? created)
      const content = {
        format: orderFormat,
        version: fileVersion,
        id: randomUUID(),
        platform: { ...draft.platform },
        enterprises: [...draft.enterprises],
        action: draft.action,
        rows: draft.rows.map((row) => ({ ...row })),
        note: normalized(draft.note, 2_000, 'NFC'),
        preparedBy: normalized(draft.preparedBy, 2_000, 'NFC'),
        created,
        notBefore,
        expires: notBefore + draft.validMs,
      }
      const bytes = opened.value.signFile(content, orderFormat)
      // What this app would not accept, it does not sign.
      const read = readSigned(bytes, orderFormat, workOrder)
      return read.ok ? succeed({ bytes, order: read.value.value, digest: read.value.digest }) : read
    },

    /** On disk before anything is sent. Fails if the order was used meanwhile. */
    markUsed: async (
      { order: { id }, digest }: InspectedOrder,
      { operator, unsent }: { readonly operator: string; readonly unsent: readonly UnsentRow[] },
    ): Promise<Outcome<null, UsedFailure | Failure<'order-used'>>> => {
      const marked = await used.markUsed({ id, digest, at: now(), operator, unsent: [...unsent] })
      if (!marked.ok) return marked
      return marked.value
        ? succeed(null)
        : fail({ code: 'order-used', message: 'the order was used meanwhile' })
    },
    noteStarted: used.noteStarted,

    /** The signed result of a used order, from the list of used orders and the journal as they are now. */
    makeResult: async (
      bytes: Uint8Array,
      platform: OrderPlatform,
      usedBy: UsedBy = withoutBranch,
    ): Promise<
      Outcome<
        { readonly bytes: Buffer; readonly order: WorkOrder; readonly result: WorkOrderResult },
        | FileFailure
        | UsedFailure
        | KeyFailure
        | Failure<'order-not-used' | 'other-content' | 'order-before-loss'>
      >
    > => {
      const inspected = await inspect(bytes, platform, usedBy)
      if (!inspected.ok) return inspected
      const { order, digest, used: use, problem } = inspected.value
      if (use === null && (problem?.code === 'order-used' || problem?.code === 'order-before-loss'))
        return fail({ code: 'order-before-loss', message: 'the list of used orders has lost the order' })
      if (use === null)
        return fail({ code: 'order-not-used', message: 'this computer has not used the order' })
      if (use.digest !== digest)
        return fail({ code: 'other-content', message: 'another file with this ID was used' })
      const opened = await keys.open()
      if (!opened.ok) return opened
      const { jobId, rows } = orderRowsOf(order, use, journal)
      const { n, hash } = journal.head()
      const content = {
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
      const signed = opened.value.signFile(content, resultFormat)
      const read = readSigned(signed, resultFormat, workOrderResult)
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
export type WorkOrders = ReturnType<typeof createWorkOrders>
