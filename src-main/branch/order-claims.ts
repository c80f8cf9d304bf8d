import { messageOf } from '#shared/error-message'
import { normalizeAddress } from '#shared/model/app/saved-platform'
import type { BranchFact } from '#shared/model/branch/branch-event'
import { compareStamps, registerKey } from '#shared/model/branch/registers'
import type { Register } from '#shared/model/branch/registers'
import { groupBy } from '#shared/group-by'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { Journal } from '../journal/journal'
import { createSequencer } from '../util/async'
import type { PlatformBranch } from '../util/folded-list'
import type { Logger } from '../util/logger'
import type {
  ClaimFailure,
  ClaimState,
  OrderClaims,
  OrderToUse,
  OrderUse,
  OrderUses,
} from '../work-orders/order-claims'
import type { UsedOrder, UsedOrders } from '../work-orders/used-orders'
import type { AppBranchFiles } from './branch-files'
import type { BranchService } from './branch-service'
import type { Claim } from './database/branch-connection'

type Used = Extract<Register, { readonly field: 'order.used' | 'order.use' }>

const usedIn = (branch: PlatformBranch, orderId: string): Used | null => {
  const register = branch.current()?.registers.get(registerKey({ field: 'order.used', of: [orderId] }))
  return register?.field === 'order.used' ? register : null
}
/** All uses of an order: the first, and those of desks that did not know of it. */
const usesIn = (branch: PlatformBranch, orderId: string): Used[] =>
  [...(branch.current()?.registers.values() ?? [])]
    .filter((register) => register.field === 'order.use')
    .filter(({ of }) => of[0] === orderId)
    .sort((one, other) => compareStamps(one.stamp, other.stamp))

/** The orders whose use a computer has stated. */
const statedBy = (branch: PlatformBranch, computer: string | null): Set<string> =>
  new Set(
    [...(branch.current()?.registers.values() ?? [])].flatMap(({ field, of, stamp }) =>
      (field === 'order.used' || field === 'order.use') && stamp.computer === computer ? [of[0]] : [],
    ),
  )

const factOf = (order: OrderToUse, at: number, operator: string, isUnclaimed: boolean): BranchFact => ({
  kind: 'order.used',
  body: {
    order: order.id,
    digest: order.digest,
    at,
    operator,
    ...(isUnclaimed ? { unclaimed: true } : {}),
  },
})

/**
 * Who used an order first, and who did besides this computer. `lost` is a claim of another one, whose event may not have
 * come yet.
 */
const usesOf = (
  platform: PlatformBranch,
  orderId: string,
  {
    ownId,
    nameOf,
    lost,
  }: {
    readonly ownId: string | null
    readonly nameOf: (computer: string) => string | null
    readonly lost: OrderUse | null
  },
): OrderUses | null => {
  const first = usedIn(platform, orderId)
  if (first === null) return lost === null ? null : { first: lost, elsewhere: lost }
  const isOwn = ({ stamp: { computer } }: Used): boolean => computer === ownId
  const useOf = (register: Used): OrderUse => ({
    computer: nameOf(register.stamp.computer),
    isOwn: isOwn(register),
    at: register.value.at,
    operator: register.value.operator,
  })
  if (!isOwn(first)) return { first: useOf(first), elsewhere: useOf(first) }
  const other = usesIn(platform, orderId).find((use) => !isOwn(use))
  return { first: useOf(first), elsewhere: other === undefined ? lost : useOf(other) }
}

/** The used order with its platform; null without a job, and in training. */
const withAddress = (
  order: UsedOrder,
  journal: Pick<Journal, 'job' | 'jobs'>,
  addressOf: (platformId: string) => string | null,
) => {
  const jobId = order.jobId ?? journal.jobs().find(({ intent }) => intent.workOrder?.id === order.id)?.jobId
  const job = jobId === undefined ? null : journal.job(jobId)
  const address = job === null ? null : addressOf(job.intent.environment)
  return address === null ? null : { order, address: normalizeAddress(address) }
}

/** Claims work orders in the branch of this computer, and knows which desk used one. */
export const createOrderClaims = (deps: {
  readonly branch: Pick<BranchService, 'view' | 'onChange' | 'start' | 'claim' | 'claimAll'>
  readonly files: Pick<AppBranchFiles, 'of' | 'nameOf'>
  readonly used: Pick<UsedOrders, 'list'>
  readonly journal: Pick<Journal, 'job' | 'jobs'>
  /** The address of a platform by its ID in the journal; null for training. */
  readonly addressOf: (platformId: string) => string | null
  /** By the policy, an order is used only with a claim. */
  readonly isRequired: boolean
  readonly now: () => number
  readonly log: Pick<Logger, 'warn'>
}) => {
  const { branch, files, used, journal, addressOf, isRequired, now, log } = deps
  const sequencer = createSequencer()
  /** Claims of other computers, whose events may come later. */
  const lost = new Map<string, OrderUse>()
  /** Used orders are claimed with the next state that is connected. */
  let isDue = true
  const ownId = (): string | null => branch.view()?.access.computer.id ?? null

  const noteLost = ({ orderId, name, claimedAt }: Claim): void => {
    lost.set(orderId, { computer: name, isOwn: false, at: claimedAt, operator: null })
  }

  /** What the files state; where they cannot be read, the claim decides. */
  const readyOf = async (address: string): Promise<PlatformBranch> => {
    const platform = files.of(address)
    await platform.ready().catch((error: unknown) => log.warn(`branch: ${messageOf(error)}`))
    return platform
  }

  const usedBy = async (address: string, orderId: string): Promise<OrderUses | null> => {
    if (branch.view() === null) return null
    const platform = await readyOf(address)
    return usesOf(platform, orderId, {
      ownId: ownId(),
      nameOf: files.nameOf,
      lost: lost.get(orderId) ?? null,
    })
  }

  const claim = async ({ id, digest }: OrderToUse): Promise<Outcome<ClaimState, ClaimFailure>> => {
    await branch.start().catch((error: unknown) => log.warn(`branch: ${messageOf(error)}`))
    if (branch.view() === null) {
      if (!isRequired) return succeed('no-branch')
      return fail({ code: 'branch-required', message: 'the policy requires a branch for work orders' })
    }
    const asked = await branch.claim(id, digest)
    if (!asked.ok) {
      const message = `${asked.error.code}: ${asked.error.message}`
      if (isRequired) return fail({ code: 'order-not-claimed', message })
      log.warn(`branch: work order ${id} is used without a claim: ${message}`)
      isDue = true
      return succeed('not-claimed')
    }
    const { value } = asked
    if (value.computer !== ownId()) {
      noteLost(value)
      const message = `used ${new Date(value.claimedAt).toISOString()} on ${value.name}`
      return fail({ code: 'order-used-elsewhere', message })
    }
    return value.digest === digest
      ? succeed('claimed')
      : fail({ code: 'other-content', message: 'this computer has claimed another file with this ID' })
  }

  const noteUsed: (address: string, ...of: Parameters<OrderClaims['noteUsed']>) => Promise<void> = async (
    address,
    order,
    { operator, claim: state },
  ) => {
    if (branch.view() === null) return
    try {
      const platform = files.of(address)
      await platform.ready()
      await platform.append([factOf(order, now(), operator, state === 'not-claimed')])
    } catch (error) {
      log.warn(`branch: the use of work order ${order.id} is not stated yet: ${messageOf(error)}`)
      isDue = true
    }
  }

  // --- What was used without a claim, or before this computer joined, is claimed when the database is reached

  const state = async (orders: readonly { readonly order: UsedOrder; readonly address: string }[]) => {
    for (const [address, ofPlatform] of groupBy(orders, ({ address: at }) => at)) {
      const platform = await readyOf(address)
      if (platform.current() === null) continue
      const stated = statedBy(platform, ownId())
      const facts = ofPlatform
        .filter(({ order }) => !stated.has(order.id))
        .map(({ order }) => factOf(order, order.at, order.operator, false))
      if (facts.length > 0) await platform.append(facts)
    }
  }

  const claimUsed = async (): Promise<void> => {
    const listed = await used.list()
    if (!listed.ok) throw new Error(listed.error.message)
    const orders = listed.value.flatMap((order) => withAddress(order, journal, addressOf) ?? [])
    if (orders.length === 0) return
    const claims = await branch.claimAll(orders.map(({ order: { id, digest } }) => ({ id, digest })))
    if (!claims.ok) throw new Error(claims.error.message)
    for (const found of claims.value) {
      if (found.computer === ownId() || lost.has(found.orderId)) continue
      noteLost(found)
      log.warn(`branch: work order ${found.orderId} was used here and on ${found.name}`)
    }
    await state(orders)
  }

  let wasConnected = false
  let restoredAt: number | null = null
  const stopListening = branch.onChange((view) => {
    const connected = view?.state.connected ?? false
    if (connected && (!wasConnected || view?.state.restoredAt !== restoredAt)) isDue = true
    wasConnected = connected
    restoredAt = view?.state.restoredAt ?? null
    if (!connected || !isDue) return
    isDue = false
    void sequencer.queue(claimUsed).catch((error: unknown) => {
      isDue = true
      log.warn(`branch: used work orders are not claimed yet: ${messageOf(error)}`)
    })
  })

  return {
    /** Of the platform at this address. */
    of: (address: string): OrderClaims => ({
      usedBy: (orderId) => usedBy(address, orderId),
      claim,
      onUsed: (listener) =>
        files.of(address).onChange((fields) => {
          if (fields.has('order.use')) listener()
        }),
      noteUsed: (order, by) => noteUsed(address, order, by),
    }),
    stop: async (): Promise<void> => {
      stopListening()
      await sequencer.settled()
    },
  }
}
export type AppOrderClaims = ReturnType<typeof createOrderClaims>
