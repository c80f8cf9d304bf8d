import { endedWith, refuseChanges, refuseWhileLookOnly, reportFailure } from '../command-services'
import type { CommandResult, CommandSession } from '../command-services'
import { exitStatus } from '../protocol'
import type { ExitStatus } from '../protocol'
import { failureNameOf } from '#shared/texts/explanation-name'
import type { OrderAction } from '#shared/model/changes/work-order'
import type { CheckedRow } from '../../work-orders/check-rows'
import type { CarriedOut, OnProposed } from '../../work-orders/carry-out'
import { createReport, followRows, reportWouldStart } from '../send-rows'
import type { SentRow } from '../send-rows'
import type { OrderRequestOf } from './order-protocol'
import { readOrderFile, refuseOut, reportOrderFailure, reportUse, saveResult } from './order-files'
import type { OrderContext } from './order-files'

const sentRow = ({ row, key, line, warnings }: CheckedRow): SentRow => ({
  number: key,
  line,
  assetNum: 'assetNum' in row ? row.assetNum : null,
  warnings,
})

/** Wrong arguments, and not a failure of the order. */
const usageCodes = new Set<string>(['other-action', 'not-in-order'])

/** Why no result could be signed and saved; checked before anything is sent. Null if it can. */
const refuseResult = async (out: string, context: OrderContext): Promise<ExitStatus | null> => {
  const refused = await refuseOut(out)
  if (refused !== null) return reportOrderFailure(refused, context)
  const ownKey = await context.app.workOrders.ownKey()
  return ownKey.ok ? null : reportOrderFailure(ownKey.error, context)
}

/** Why no work order is carried out here; reported. Null if it may be. */
const refuseRun = (
  action: OrderAction | null,
  session: CommandSession,
  { app, running }: OrderContext,
): ExitStatus | null => {
  const refusal = app.policy.refuseJob(action === null || action === 'withdraw' ? 'assign' : action, 1)
  if (refusal !== null) return reportFailure(refusal, running, app)
  return refuseChanges(app, running) ?? refuseWhileLookOnly(session, running, app)
}

/** Reports the rows of the job until it ends, or why it could not start. */
const reportJob = async (
  { job, sent, failure }: CarriedOut,
  report: ReturnType<typeof createReport>,
  session: CommandSession,
  { app, running }: OrderContext,
): Promise<CommandResult> => {
  if (failure !== null) {
    const reason = failureNameOf(failure, false)
    for (const row of sent.flat()) report.row(sentRow(row), { state: 'not-sent', reason, businessCode: null })
    reportFailure(failure, running, app)
  }
  const rows = sent.map((each) => each.map(sentRow))
  return job === null ? endedWith(exitStatus.ok) : followRows(job.jobId, rows, session, running, app)
}

/** Carries a work order out and reports each row. */
export const runOrder = async (
  { action, file, leaveOut, operatorIdentity, out, dryRun }: OrderRequestOf<'work-order run'>,
  session: CommandSession,
  context: OrderContext,
): Promise<CommandResult> => {
  const { app, orders, running, start } = context
  const notAllowed = refuseRun(action, session, context)
  if (notAllowed !== null) return endedWith(notAllowed)
  const bytes = await readOrderFile(file)
  if (!bytes.ok) return endedWith(reportOrderFailure(bytes.error, context))
  const noResult = out === null ? null : await refuseResult(out, context)
  if (noResult !== null) return endedWith(noResult)
  start()
  const report = createReport(running)
  let proposed: CommandResult = endedWith(exitStatus.ok)
  const onProposed: OnProposed = (request, sent, workOrder) => {
    proposed = reportWouldStart(request, sent.flat().map(sentRow), session, running, app, workOrder)
  }
  const carried = await orders.carryOut(
    bytes.value,
    { action, leaveOut, operatorIdentity },
    {
      isConfirmed: true,
      signal: running.signal,
      ...(dryRun === true ? { onProposed } : {}),
      onChecked: (rows) => {
        for (const row of rows)
          if (row.unsent !== null)
            report.row({ ...sentRow(row), warnings: [] }, { ...row.unsent, businessCode: null })
      },
    },
  )
  if (!carried.ok) {
    const { error } = carried
    if (error.code === 'order-used-elsewhere') await reportUse(bytes.value, context)
    const status = reportOrderFailure(error, context)
    return endedWith(usageCodes.has(error.code) ? exitStatus.usage : status)
  }
  const { order, claim } = carried.value
  if (claim === 'claimed' || claim === 'not-claimed')
    running.emit({ type: 'order-claim', id: order.id, claimed: claim === 'claimed' })
  if (dryRun === true) return report.status() === exitStatus.ok ? proposed : endedWith(report.status())
  const followed = await reportJob(carried.value, report, session, context)
  const status = report.status() === exitStatus.ok ? followed.status : report.status()
  if (out === null) return endedWith(status, followed.jobId)
  const saved = await saveResult(bytes.value, out, context)
  return endedWith(saved === exitStatus.ok ? status : saved, followed.jobId)
}
