import { reasonOf, stateOf } from '../changes/reported-outcome'
import { changeRowSchemas } from '#shared/model/changes/change-rows'
import { changesOf } from '../journal/journal-index'
import type { JournaledChange } from '../journal/journal-index'
import type { Journal } from '../journal/journal'
import { keyOfRow } from './file-forms'
import type { WorkOrder, WorkOrderResult } from './file-forms'
import type { UsedOrder } from './used-orders'

type ResultRow = WorkOrderResult['rows'][number]

const assignment = changeRowSchemas['member.assignAssets']

/** The rows of an order that one change of its job sends. */
const keysOf = ({ job, row }: JournaledChange): readonly string[] => {
  if (job.intent.operation !== 'member.assignAssets') return [row.key]
  const { addAssets, deleteAssets } = assignment.parse(row.request)
  return [...addAssets, ...deleteAssets]
}

/** The rows of a used order as the journal has them now. */
export const orderRowsOf = (
  order: WorkOrder,
  used: UsedOrder,
  journal: Pick<Journal, 'job' | 'jobs'>,
): { readonly jobId: string | null; readonly rows: readonly ResultRow[] } => {
  // The app may have ended after the job was journaled and before the start was noted.
  const job =
    used.jobId === null
      ? (journal.jobs().find(({ intent }) => intent.workOrder?.id === order.id) ?? null)
      : journal.job(used.jobId)
  const changes = new Map(
    job === null
      ? []
      : changesOf(job).flatMap((change) => keysOf(change).map((key) => [key, change] as const)),
  )
  const unsent = new Map(used.unsent.map(({ key, ...row }) => [key, row]))
  const rows = order.rows.map((row): ResultRow => {
    const key = keyOfRow(row)
    const kept = unsent.get(key)
    if (kept !== undefined) return { key, ...kept }
    const change = changes.get(key)
    if (change === undefined) {
      // A started job that the journal does not have: an older journal was restored.
      return used.jobId === null
        ? { key, state: 'not-sent', reason: 'interrupted' }
        : { key, state: 'unconfirmed', reason: 'not-in-journal' }
    }
    const { state, endedAt } = change
    const { reason, businessCode } = reasonOf(change.reason)
    // A paused job may still send it.
    const resultReason = state === 'intent' ? 'waiting' : reason
    return {
      key,
      state: stateOf[state],
      ...(resultReason === null ? {} : { reason: resultReason }),
      ...(businessCode === null ? {} : { businessCode }),
      ...(endedAt === null ? {} : { ended: endedAt }),
    }
  })
  return { jobId: job?.jobId ?? used.jobId, rows }
}
