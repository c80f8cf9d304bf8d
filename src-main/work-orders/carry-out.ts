import type { Job, JobRequest, OrderOfJob } from '#shared/model/changes/job'
import { fail, succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'
import type { OrderAction } from '#shared/model/changes/work-order'
import type { StartFailure } from '../changes/jobs/job-runner'
import type { ChangeService } from '../changes/change-service'
import type { Journal } from '../journal/journal'
import type { SettingsStore } from '../settings/settings'
import { checkRows } from './check-rows'
import type { CheckedRow, OrderLists } from './check-rows'
import { keyOfRow } from './file-forms'
import type { WorkOrder } from './file-forms'
import type { ClaimFailure, ClaimState, OrderClaims } from './order-claims'
import type { InspectedOrder, OrderFailure } from './order-inspection'
import { orderJobOf } from './order-job'
import type { OrderJob } from './order-job'
import type { FileFailure } from './signed-file'
import type { UnsentRow, WorkOrders } from './work-orders'

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
export type OnProposed = (request: JobRequest, sent: OrderJob['sent'], workOrder: OrderOfJob) => void

/** An order that is used now. */
export interface CarriedOut {
  readonly order: WorkOrder
  readonly rows: readonly CheckedRow[]
  readonly sent: OrderJob['sent']
  /** Null if the order was only tried out. */
  readonly claim: ClaimState | null
  /** Null if no row needs a change, or if the job could not start. */
  readonly job: Job | null
  /** Why the job could not start after the order was used, or null. */
  readonly failure: StartFailure | null
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

/**
 * Carries a work order out, once on this computer and once in its branch: it is claimed there, then marked as used on
 * disk here, after every check and confirmation, and before anything is sent.
 */
export const createCarryOut = ({
  workOrders,
  inspect,
  claims,
  changeService,
  lists,
  journal,
  settings,
}: {
  readonly workOrders: Pick<WorkOrders, 'timeProblem' | 'markUsed' | 'noteStarted'>
  readonly inspect: (bytes: Uint8Array) => Promise<Outcome<InspectedOrder, FileFailure>>
  readonly claims: Pick<OrderClaims, 'claim' | 'noteUsed'>
  readonly changeService: Pick<ChangeService, 'startJob'>
  readonly lists: OrderLists
  readonly journal: Pick<Journal, 'folder'>
  readonly settings: Pick<SettingsStore, 'read'>
}) => {
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
    // Reading the lists takes a while, and the system dialog may be open for hours.
    const late = workOrders.timeProblem(inspected.order)
    if (late !== null) return fail(late)
    const order = { id: inspected.order.id, digest: inspected.digest }
    const claim = await claims.claim(order)
    if (!claim.ok) return claim
    const marked = await workOrders.markUsed(inspected, use)
    if (!marked.ok) return marked
    await claims.noteUsed(order, { operator: use.operator, claim: claim.value })
    return claim
  }

  return async (
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
      orderJobOf(order.action, sendable, { operatorIdentity, retryOf: null }, settings.read().assetsPerCall)
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
  }
}
