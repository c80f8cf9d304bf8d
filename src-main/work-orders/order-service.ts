import type { DomainFailure } from '#shared/model/failure'
import { messageOf } from '#shared/error-message'
import { fail, notConfirmed, succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'
import type { OrderAction } from '#shared/model/changes/work-order'
import type { ChangeService } from '../changes/change-service'
import type { AssetDirectory } from '../directory/asset-directory'
import { readEmployees } from '../directory/read-employees'
import type { Journal } from '../journal/journal'
import type { PlatformClient } from '../platform/client'
import type { SettingsStore } from '../settings/settings'
import { createCarryOut } from './carry-out'
import { checkRows, resolveRows } from './check-rows'
import type { OrderLists, UnusableRow } from './check-rows'
import type { OrderRow, WorkOrder } from './file-forms'
import type { OrderClaims } from './order-claims'
import type { OrderPlatform } from './order-inspection'
import type { SignedOrders } from './signed-orders'
import type { SignFailure, WorkOrders } from './work-orders'

export interface SignRequest {
  readonly action: OrderAction
  /** Numbers may be shell numbers; the order gets the asset numbers of their records. */
  readonly rows: readonly OrderRow[]
  readonly operatorIdentity: string
  readonly note: string
  /** Null: at once. */
  readonly notBefore: number | null
  readonly validDays: number
}

/** A signed work order. `digest` is the SHA-256 of its bytes, in hex. */
export interface SignedOrder {
  readonly bytes: Buffer
  readonly order: WorkOrder
  readonly digest: string
}

/** `rows` is empty for other codes than `order-not-signed`. */
export type SignOrderFailure = (SignFailure | DomainFailure | Failure<'order-not-signed'>) & {
  readonly rows: readonly UnusableRow[]
}

/** A page takes seconds at most, and an enterprise has hundreds of them. */
const maxReadMs = 10 * 60_000
const dayMs = 24 * 3_600_000

/** What the service needs of the open platform. */
interface OrderSession {
  readonly changeService: Pick<ChangeService, 'startJob'>
  readonly platform: {
    readonly id: string
    readonly training: boolean
    readonly address: string | null
    readonly directory: Pick<AssetDirectory, 'lookUpMany'>
    readonly monitor: { readonly client: PlatformClient }
  }
}

const platformOf = ({ id, training, address }: OrderSession['platform']): OrderPlatform => ({
  id,
  address: training ? 'training' : (address ?? id),
})

/** Signs, checks and carries out work orders on the open platform, for the window and the command line alike. */
export const createOrderService = (
  {
    workOrders,
    signedOrders,
    journal,
    settings,
    claimsOf,
  }: {
    readonly workOrders: WorkOrders
    readonly signedOrders: Pick<SignedOrders, 'remember' | 'noteSaved' | 'noteResult'>
    readonly journal: Pick<Journal, 'folder'>
    readonly settings: Pick<SettingsStore, 'read'>
    /** The branch as far as it concerns a platform. */
    readonly claimsOf: (platform: Pick<OrderSession['platform'], 'training' | 'address'>) => OrderClaims
  },
  { platform, changeService }: OrderSession,
) => {
  const orderPlatform = platformOf(platform)
  const claims = claimsOf(platform)
  const { directory, monitor } = platform
  const lists: OrderLists = {
    lookUpMany: directory.lookUpMany,
    employees: (id) => readEmployees(monitor.client, id, AbortSignal.timeout(maxReadMs)),
  }
  const inspect = (bytes: Uint8Array) => workOrders.inspect(bytes, orderPlatform, claims.usedBy)

  return {
    inspect,
    /** What each row of an order would change now. Reads the lists. */
    check: (order: WorkOrder, leaveOut: readonly string[] = []) => checkRows(order, new Set(leaveOut), lists),

    /**
     * Every row is checked against the lists, which are read for it; a row twice is signed once. The signed file is remembered
     * and given out only if `confirm` accepts it, so that what was shown is what the file says.
     */
    sign: async (
      { action, rows, operatorIdentity, note, notBefore, validDays }: SignRequest,
      confirm: (signed: SignedOrder) => Promise<boolean>,
    ): Promise<Outcome<SignedOrder & { readonly duplicates: readonly UnusableRow[] }, SignOrderFailure>> => {
      const resolved = await resolveRows({ action, rows }, lists)
      if (!resolved.ok) return fail({ ...resolved.error, rows: [] })
      const { unusable } = resolved.value
      const wrong = unusable.filter(({ reason }) => reason !== 'duplicate')
      if (wrong.length > 0) {
        const message = `${wrong.length} of ${rows.length} are no locks of the lists`
        return fail({ code: 'order-not-signed', message, rows: unusable })
      }
      const signed = await workOrders.sign({
        action,
        platform: orderPlatform,
        enterprises: resolved.value.enterprises,
        rows: resolved.value.rows,
        preparedBy: operatorIdentity,
        note,
        notBefore,
        validMs: validDays * dayMs,
      })
      if (!signed.ok) return fail({ ...signed.error, rows: [] })
      if (!(await confirm(signed.value))) return fail({ ...notConfirmed().error, rows: [] })
      try {
        await signedOrders.remember(orderPlatform.id, signed.value)
      } catch (error) {
        return fail({ code: 'not-saved', message: messageOf(error), rows: [] })
      }
      return succeed({ ...signed.value, duplicates: unusable })
    },

    carryOut: createCarryOut({ workOrders, inspect, claims, changeService, lists, journal, settings }),
    makeResult: (bytes: Uint8Array) => workOrders.makeResult(bytes, orderPlatform, claims.usedBy),
    readOwnResult: (bytes: Uint8Array) => workOrders.readOwnResult(bytes, orderPlatform, claims.usedBy),
    readResult: workOrders.readResult,
    /** Compares a result with its order; the list of signed orders has the result then. */
    compare: async (order: Uint8Array, result: Uint8Array) => {
      const compared = await workOrders.compare(order, result)
      // The comparison is shown also where the list cannot be written.
      if (compared.ok)
        await signedOrders.noteResult(orderPlatform.id, compared.value.result).catch(() => undefined)
      return compared
    },
    noteSaved: (id: string, name: string) => signedOrders.noteSaved(orderPlatform.id, id, name),
  }
}
export type OrderService = ReturnType<typeof createOrderService>
