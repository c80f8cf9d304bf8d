import type { DomainFailure } from '#shared/model/failure'
import type { Job, JobRequest, OrderOfJob } from '#shared/model/changes/job'
import { rowsOf } from '#shared/model/changes/plan-assignment'
import type { Move } from '#shared/model/changes/plan-assignment'
import { shellNumberIn } from '#shared/model/locks/shell-number'
import { messageOf } from '#shared/error-message'
import { fail, notConfirmed, succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'
import type { OrderAction } from '#shared/model/changes/work-order'
import type { StartFailure } from '../changes/jobs/job-runner'
import type { ChangeService } from '../changes/change-service'
import type { AssetDirectory } from '../directory/asset-directory'
import { readEmployees } from '../directory/read-employees'
import type { Journal } from '../journal/journal'
import type { PlatformClient } from '../platform/client'
import type { SettingsStore } from '../settings/settings'
import { checkRows, resolveRows } from './check-rows'
import type { CheckedRow, OrderLists, UnusableRow } from './check-rows'
import { keyOfRow } from './file-forms'
import type { OrderRow, WorkOrder } from './file-forms'
import type { ClaimFailure, ClaimState, OrderClaims } from './order-claims'
import type { InspectedOrder, OrderFailure, OrderPlatform } from './order-inspection'
import type { FileFailure } from './signed-file'
import type { SignedOrders } from './signed-orders'
import type { SignFailure, UnsentRow, WorkOrders } from './work-orders'

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

export interface CarryOutRequest {
  /** The action that was asked for; an order for another one is refused. Null takes the order's. */
  readonly action: OrderAction | null
  /** Keys of rows that are not sent. */
  readonly leaveOut: readonly string[]
  readonly operatorIdentity: string
}

export type CarryOutFailure =
  | FileFailure
  | OrderFailure
  | ClaimFailure
  | StartFailure
  | Failure<'other-action' | 'not-in-order' | 'nothing-to-send' | 'journal-not-open'>

/** Takes the job of an order that is only tried out, the checked rows of each of its rows, and the order. */
export type OnProposed = (
  request: JobRequest,
  sent: readonly (readonly CheckedRow[])[],
  workOrder: OrderOfJob,
) => void

/** An order that is used now. */
export interface CarriedOut {
  readonly order: WorkOrder
  readonly rows: readonly CheckedRow[]
  /** The rows of the order in each row of the job. */
  readonly sent: readonly (readonly CheckedRow[])[]
  /** Null if the order was only tried out. */
  readonly claim: ClaimState | null
  /** Null if no row needs a change, or if the job could not start. */
  readonly job: Job | null
  /** Why the job could not start after the order was used, or null. */
  readonly failure: StartFailure | null
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

interface OrderJob {
  readonly request: JobRequest
  readonly sent: CarriedOut['sent']
}

/** The job of the rows that can be sent, by the rules of the page that offers the same action. */
const jobOf = (
  action: OrderAction,
  rows: readonly CheckedRow[],
  about: { readonly operatorIdentity: string; readonly retryOf: null },
  assetsPerCall: number,
): OrderJob => {
  const one = rows.map((row) => [row])
  if (action === 'disable' || action === 'enable') {
    const lockRows = rows.map(({ key, record }) => ({
      assetNum: key,
      shellNumber: record?.shellNumber ?? shellNumberIn(key),
      enterpriseGlobalId: record?.enterpriseGlobalId ?? null,
      plugId: null,
    }))
    return { request: { ...about, action, rows: lockRows }, sent: one }
  }
  if (action === 'assign' || action === 'withdraw') {
    const byAsset = new Map(rows.map((row) => [row.key, row]))
    const moves = rows.flatMap(({ row, record }): Move[] => {
      if (record === null || !('memberName' in row)) return []
      const assignee = { memberGlobalId: row.memberGlobalId, name: row.memberName }
      return [
        action === 'assign' ? { record, from: null, to: assignee } : { record, from: assignee, to: null },
      ]
    })
    const assignRows = rowsOf(moves, assetsPerCall)
    const sent = assignRows.map(({ addAssets, deleteAssets }) =>
      [...deleteAssets, ...addAssets].flatMap((assetNum) => byAsset.get(assetNum) ?? []),
    )
    return { request: { ...about, action: 'assign', rows: assignRows }, sent }
  }
  if (action === 'edit-employee') {
    const edited = rows.flatMap(({ row, employee }) => {
      if (!('userName' in row)) return []
      // The API takes every field; a department that the order does not name stays.
      const { departmentId = employee?.departmentId ?? null, ...fields } = row
      return [{ ...fields, departmentId }]
    })
    return { request: { ...about, action, rows: edited }, sent: one }
  }
  const lent = rows.flatMap(({ row, record, assets }) => {
    if (record === null || !('assets' in row)) return []
    const { memberGlobalId, memberName } = row
    const { assetNum: borrowedUsbKey, enterpriseGlobalId } = record
    const lentAssets = assets.map(({ assetNum, assetId }) => ({ assetNum, assetId: assetId ?? '' }))
    return [
      { memberGlobalId, memberName, enterpriseGlobalId, borrowedUsbKey, plugId: null, assets: lentAssets },
    ]
  })
  return { request: { ...about, action, rows: lent }, sent: one }
}

/** Why an order is not carried out as asked; null if it may be. */
const refuseOrder = (
  { order, problem }: InspectedOrder,
  { action, leaveOut }: CarryOutRequest,
): CarryOutFailure | null => {
  if (problem !== null) return problem
  if (action !== null && order.action !== action)
    return { code: 'other-action', message: `the order says ${order.action}` }
  const known = new Set(order.rows.map(keyOfRow))
  const stranger = leaveOut.find((key) => !known.has(key))
  return stranger === undefined ? null : { code: 'not-in-order', message: stranger }
}

const sendableOf = (rows: readonly CheckedRow[]): readonly CheckedRow[] =>
  rows.filter(({ unsent }) => unsent === null)

/** Why an order with these rows must not be used now; null if it may be. */
const refuseRows = (
  rows: readonly CheckedRow[],
  journal: Pick<Journal, 'folder'>,
  signal: AbortSignal | undefined,
): CarryOutFailure | null => {
  // The order can be carried out later, when the lists have its locks.
  if (sendableOf(rows).length === 0 && rows.some(({ unsent }) => unsent?.state === 'not-sent'))
    return { code: 'nothing-to-send', message: 'no row of the order can be sent' }
  if (signal?.aborted === true) return { code: 'not-confirmed', message: 'canceled' }
  // The order must not be used up where no job can start.
  return journal.folder === '' ? { code: 'journal-not-open', message: 'the activity log is not open' } : null
}

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

  /** Starts the job of an order, which is used as soon as the job is admitted. A job that fails then leaves a used order. */
  const startOnce = async (
    request: JobRequest,
    {
      isConfirmed,
      workOrder,
      markUsed,
    }: {
      readonly isConfirmed: boolean
      readonly workOrder: OrderOfJob
      readonly markUsed: () => Promise<Outcome<ClaimState, CarryOutFailure>>
    },
  ): Promise<Outcome<Pick<CarriedOut, 'job' | 'failure' | 'claim'>, CarryOutFailure>> => {
    type Marked = Awaited<ReturnType<typeof markUsed>>
    let use: Marked | null = null
    const started = await changeService.startJob(request, {
      isConfirmed,
      workOrder: {
        ...workOrder,
        use: async () => {
          use = await markUsed()
          return use.ok ? succeed(null) : fail({ code: 'not-saved', message: use.error.message })
        },
      },
    })
    // TypeScript does not see that the callback sets it.
    const marked = use as Marked | null
    if (marked?.ok === false) return marked
    const claim = marked?.value ?? null
    if (!started.ok) return marked === null ? started : succeed({ job: null, failure: started.error, claim })
    await workOrders.noteStarted(workOrder.id, started.value.jobId)
    return succeed({ job: started.value, failure: null, claim })
  }

  /** One desk of the branch wins; the use is on disk here when it resolves. */
  const claimAndMark = async (
    inspected: InspectedOrder,
    use: { readonly operator: string; readonly unsent: readonly UnsentRow[] },
  ): Promise<Outcome<ClaimState, CarryOutFailure>> => {
    const order = { id: inspected.order.id, digest: inspected.digest }
    const claim = await claims.claim(order)
    if (!claim.ok) return claim
    const marked = await workOrders.markUsed(inspected, use)
    if (!marked.ok) return marked
    await claims.noteUsed(order, { operator: use.operator, claim: claim.value })
    return claim
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

    /**
     * Carries a work order out, once on this computer and once in its branch: it is claimed there, then marked as used on
     * disk here, after every check and confirmation, and before anything is sent.
     */
    carryOut: async (
      bytes: Uint8Array,
      request: CarryOutRequest,
      {
        isConfirmed = false,
        onChecked = () => undefined,
        onProposed,
        signal,
      }: {
        /** Confirmed outside the page, by `--yes` of the command line; no dialog is shown. */
        readonly isConfirmed?: boolean
        /** Called with what the job would send; the order is not used then, and no job starts. */
        readonly onProposed?: OnProposed
        /** Called before the order is used. */
        readonly onChecked?: (rows: readonly CheckedRow[]) => void
        readonly signal?: AbortSignal
      } = {},
    ): Promise<Outcome<CarriedOut, CarryOutFailure>> => {
      const inspected = await inspect(bytes)
      if (!inspected.ok) return inspected
      const { order, trusted } = inspected.value
      const refusal = refuseOrder(inspected.value, request)
      if (refusal !== null) return fail(refusal)
      const checked = await checkRows(order, new Set(request.leaveOut), lists)
      if (!checked.ok) return checked
      const rows = checked.value
      onChecked(rows)
      const hindrance = refuseRows(rows, journal, signal)
      if (hindrance !== null) return fail(hindrance)

      const { operatorIdentity } = request
      const sendable = sendableOf(rows)
      const plannedJob = () =>
        jobOf(order.action, sendable, { operatorIdentity, retryOf: null }, settings.read().assetsPerCall)
      const workOrder = { id: order.id, signer: trusted?.name ?? order.signer.name }
      if (onProposed !== undefined) {
        const planned = plannedJob()
        if (sendable.length > 0) onProposed(planned.request, planned.sent, workOrder)
        return succeed({ order, rows, sent: planned.sent, job: null, failure: null, claim: null })
      }
      const unsent = rows.flatMap(({ key, unsent: why }) => (why === null ? [] : [{ key, ...why }]))
      const markUsed = () => claimAndMark(inspected.value, { operator: operatorIdentity, unsent })
      if (sendable.length === 0) {
        const marked = await markUsed()
        if (!marked.ok) return marked
        return succeed({ order, rows, sent: [], job: null, failure: null, claim: marked.value })
      }
      const planned = plannedJob()
      const started = await startOnce(planned.request, { isConfirmed, workOrder, markUsed })
      return started.ok ? succeed({ order, rows, sent: planned.sent, ...started.value }) : started
    },

    makeResult: (bytes: Uint8Array) => workOrders.makeResult(bytes, orderPlatform, claims.usedBy),
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
