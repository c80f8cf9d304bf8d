import { ended, refuseChanges, reportFailure } from '../command-services'
import type { CommandResult } from '../command-services'
import { classifyRows, platformOf } from './order-rows'
import { errorLine, exitStatus } from '../protocol'
import type { RowLine } from '../protocol'
import { isSuccess, sendRows } from '../send-rows'
import type { OrderRequestOf } from './order-protocol'
import { readOrderFile, reportOrderFailure, saveResult } from './order-files'
import type { OrderContext } from './order-files'

/** Carries a work order out, once on this computer. It is marked as used on disk before anything is sent. */
export const runOrder = async (
  { action, file, leaveOut, operatorIdentity, out }: OrderRequestOf<'work-order run'>,
  context: OrderContext,
): Promise<CommandResult> => {
  const { app, running, session, start } = context
  const { emit, signal } = running
  const refusal = app.policy.refuseJob(action, 1)
  if (refusal !== null) return ended(reportFailure(refusal, running, app))
  const notAllowed = refuseChanges(app, running)
  if (notAllowed !== null) return ended(notAllowed)
  const bytes = await readOrderFile(file)
  if (!bytes.ok) return ended(reportOrderFailure(bytes.error, running))
  const inspected = await app.workOrders.inspect(bytes.value, platformOf(session))
  if (!inspected.ok) return ended(reportOrderFailure(inspected.error, running))
  const { order, trusted, problem } = inspected.value
  if (problem !== null) return ended(reportOrderFailure(problem, running))
  if (order.action !== action) {
    emit(errorLine('other-action', `the order says ${order.action}`))
    return ended(exitStatus.usage)
  }
  const known = new Set(order.rows.map(({ assetNum }) => assetNum))
  const stranger = leaveOut.find((number) => !known.has(number))
  if (stranger !== undefined) {
    emit(errorLine('not-in-order', stranger, { place: stranger }))
    return ended(exitStatus.usage)
  }

  start()
  const classified = await classifyRows(order, leaveOut, session)
  if (!classified.ok) return ended(reportFailure(classified.error, running, app))
  const rows = classified.value
  const sendable = rows.flatMap((row) => row.sendable ?? [])
  const unsent = rows.flatMap((row) => row.unsent ?? [])
  const tooMany = app.policy.refuseJob(action, Math.max(1, sendable.length))
  if (tooMany !== null) return ended(reportFailure(tooMany, running, app))
  for (const [at, { assetNum, unsent: row }] of rows.entries()) {
    if (row === null) continue
    const { state, reason } = row
    const line: RowLine = {
      type: 'row',
      number: assetNum,
      line: at + 1,
      assetNum,
      state,
      reason,
      businessCode: null,
      warnings: [],
    }
    emit(line)
  }
  // The order can be carried out later, when the lists have its locks.
  if (sendable.length === 0 && !unsent.every(isSuccess)) {
    emit(errorLine('nothing-to-send', 'no lock of the order can be sent'))
    return ended(exitStatus.failed)
  }
  if (signal.aborted) return ended(exitStatus.failed)
  // The order must not be used up where no job can start.
  if (app.journal.folder === '') {
    emit(errorLine('journal-not-open', 'the activity log is not open'))
    return ended(exitStatus.failed)
  }

  const marked = await app.workOrders.markUsed(inspected.value, { operator: operatorIdentity, unsent })
  if (!marked.ok) return ended(reportOrderFailure(marked.error, running))
  const workOrder = { id: order.id, signer: trusted?.name ?? order.signer.name }
  const sent = await sendRows(sendable, { action, operatorIdentity, workOrder }, session, running, {
    app,
    onStarted: (jobId) => app.workOrders.noteStarted(order.id, jobId),
  })
  const rowStatus = unsent.every(isSuccess) ? sent.status : exitStatus.failed
  if (out === null) return ended(rowStatus, sent.jobId)
  const saved = await saveResult(bytes.value, out, context)
  return ended(saved === exitStatus.ok ? rowStatus : saved, sent.jobId)
}
