import { maxOrderSkewMs } from '#shared/model/changes/work-order'
import { succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'
import type { Journal } from '../journal/journal'
import { orderFormat, workOrder } from './file-forms'
import type { WorkOrder } from './file-forms'
import type { OrderUse, OrderUses } from './order-claims'
import { readSigned } from './signed-file'
import type { FileFailure } from './signed-file'
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

const isSamePlatform = (one: OrderPlatform, other: OrderPlatform): boolean =>
  one.id === other.id || one.address === other.address

/** Says whether an order may be carried out on this computer now. */
export const createOrderInspection = ({
  trusted,
  used,
  journal,
  now,
}: {
  readonly trusted: Pick<TrustedKeys, 'find'>
  readonly used: Pick<UsedOrders, 'find'>
  readonly journal: Pick<Journal, 'jobs'>
  readonly now: () => number
}) => {
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
    if (time < notBefore - maxOrderSkewMs) return { code: 'order-not-yet-valid', message: since }
    const until = `valid until ${new Date(expires).toISOString()}; ${clockText}`
    return time < expires + maxOrderSkewMs ? null : { code: 'order-expired', message: until }
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

  return { inspect, trustProblem, timeProblem }
}
export type OrderInspection = ReturnType<typeof createOrderInspection>
