import { basename } from 'node:path'
import type { DomainFailure } from '#shared/model/failure'
import { messageOf } from '#shared/error-message'
import type { WorkOrder, WorkOrderResult } from '../../work-orders/file-forms'
import { wordsOf } from '../../work-orders/key-words'
import { createOrderService } from '../../work-orders/order-service'
import { endedWith, refuseChanges, reportFailure } from '../command-services'
import type { CommandResult, CommandServices, CommandSession, Running } from '../command-services'
import { exitStatus } from '../protocol'
import type { ExitStatus, OutputLine } from '../protocol'
import {
  readOrderFile,
  refuseOut,
  reportOrderFailure,
  reportUse,
  resultLine,
  saveNewFile,
  saveResult,
} from './order-files'
import type { OrderContext } from './order-files'
import { runOrder } from './run-order'
import type { OrderRequest, OrderRequestOf } from './order-protocol'

const keyLine = (
  { key, name }: { readonly key: string; readonly name: string },
  state: 'own' | 'trusted' | 'withdrawn',
): OutputLine => {
  const bytes = Buffer.from(key, 'base64url')
  return {
    type: 'key',
    name,
    key,
    words: [...wordsOf(bytes, 'en')],
    wordsZh: [...wordsOf(bytes, 'zh')],
    state,
  }
}

const rowLine = (row: WorkOrderResult['rows'][number]): OutputLine => ({
  type: 'order-row',
  key: row.key,
  state: row.state,
  reason: row.reason ?? null,
  businessCode: row.businessCode ?? null,
})

const isDone = ({ state }: WorkOrderResult['rows'][number]): boolean =>
  state === 'completed' || state === 'skipped'

/** The rows, those that were not done first. Failed if there is one. */
const reportRows = ({ rows }: WorkOrderResult, { emit }: Running): ExitStatus => {
  const differing = rows.filter((row) => !isDone(row))
  for (const row of [...differing, ...rows.filter(isDone)]) emit(rowLine(row))
  return differing.length === 0 ? exitStatus.ok : exitStatus.failed
}

const showKey = async (
  { out, isNew }: OrderRequestOf<'work-order key'>,
  context: OrderContext,
): Promise<ExitStatus> => {
  const { app, running } = context
  const notAllowed = isNew ? refuseChanges(app, running) : null
  if (notAllowed !== null) return notAllowed
  const refused = out === null ? null : await refuseOut(out)
  if (refused !== null) return reportOrderFailure(refused, context)
  const replaced = isNew ? await app.workOrders.replaceKey() : null
  if (replaced?.ok === false) return reportOrderFailure(replaced.error, context)
  const ownKey = await app.workOrders.ownKey()
  if (!ownKey.ok) return reportOrderFailure(ownKey.error, context)
  running.emit(keyLine(ownKey.value, 'own'))
  if (out === null) return exitStatus.ok
  const saved = await saveNewFile(out, app.workOrders.keyBytes(ownKey.value))
  return saved.ok ? exitStatus.ok : reportOrderFailure(saved.error, context)
}

const listKeys = ({ app, running }: OrderContext): ExitStatus => {
  for (const one of app.workOrders.trustedKeys()) {
    running.emit(keyLine(one, one.withdrawnAt === null ? 'trusted' : 'withdrawn'))
  }
  return exitStatus.ok
}

const changeTrust = async (
  request: OrderRequestOf<'work-order trust' | 'work-order withdraw'>,
  context: OrderContext,
): Promise<ExitStatus> => {
  const { app, running } = context
  const notAllowed = refuseChanges(app, running)
  if (notAllowed !== null) return notAllowed
  if (request.name === 'work-order withdraw') {
    const withdrawn = await app.workOrders.withdraw(request.words)
    if (!withdrawn.ok) return reportOrderFailure(withdrawn.error, context)
    running.emit(keyLine(withdrawn.value, 'withdrawn'))
    return exitStatus.ok
  }
  const bytes = await readOrderFile(request.file)
  if (!bytes.ok) return reportOrderFailure(bytes.error, context)
  const key = app.workOrders.readKey(bytes.value)
  if (!key.ok) return reportOrderFailure(key.error, context)
  const trusted = await app.workOrders.trust(key.value, request.words)
  if (!trusted.ok) return reportOrderFailure(trusted.error, context)
  running.emit(keyLine(trusted.value, 'trusted'))
  return exitStatus.ok
}

const orderLine = (
  { order, digest }: { readonly order: WorkOrder; readonly digest: string },
  signer: string | null,
  problem: string | null,
): OutputLine => ({
  type: 'work-order',
  id: order.id,
  digest,
  action: order.action,
  platform: order.platform.address,
  enterprises: order.enterprises,
  rows: order.rows.length,
  note: order.note,
  preparedBy: order.preparedBy,
  created: order.created,
  notBefore: order.notBefore,
  expires: order.expires,
  signer,
  key: order.signer.key,
  problem,
})

const signOrder = async (
  { action, numbers, employee, out, ...rest }: OrderRequestOf<'work-order sign'>,
  context: OrderContext,
): Promise<ExitStatus> => {
  const { app, running, orders, start } = context
  const notAllowed = refuseChanges(app, running)
  if (notAllowed !== null) return notAllowed
  const refused = await refuseOut(out)
  if (refused !== null) return reportOrderFailure(refused, context)
  start()
  // The name comes from the lists.
  const about = employee === null ? {} : { memberGlobalId: employee, memberName: employee }
  const rows = numbers.map(({ number }) => ({ assetNum: number, ...about }))
  // Confirmed by `--yes`, where the command line may sign at all.
  const signed = await orders.sign({ action, rows, ...rest }, () => Promise.resolve(true))
  for (const { index, state, reason } of signed.ok ? signed.value.duplicates : signed.error.rows) {
    const { number = '', line = 1 } = numbers[index] ?? {}
    const row = { type: 'row', number, line, assetNum: null, state, reason } as const
    running.emit({ ...row, businessCode: null, warnings: [] })
  }
  if (!signed.ok) {
    const status = reportOrderFailure(signed.error, context)
    return signed.error.code === 'order-not-signed' ? exitStatus.usage : status
  }
  const { bytes, order } = signed.value
  const saved = await saveNewFile(out, bytes)
  if (!saved.ok) return reportOrderFailure(saved.error, context)
  await orders.noteSaved(order.id, basename(out))
  running.emit(orderLine(signed.value, order.signer.name, null))
  return exitStatus.ok
}

const showResult = (bytes: Buffer, context: OrderContext): ExitStatus => {
  const { orders, running } = context
  const read = orders.readResult(bytes)
  if (!read.ok) return reportOrderFailure(read.error, context)
  const { result, problem } = read.value
  running.emit(resultLine(result, null))
  const status = reportRows(result, running)
  return problem === null ? status : reportOrderFailure(problem, context)
}

const showOrder = async (
  { file }: OrderRequestOf<'work-order show'>,
  context: OrderContext,
): Promise<ExitStatus> => {
  const { orders, running, start } = context
  const bytes = await readOrderFile(file)
  if (!bytes.ok) return reportOrderFailure(bytes.error, context)
  const inspected = await orders.inspect(bytes.value)
  if (!inspected.ok) {
    return inspected.error.code === 'other-format'
      ? showResult(bytes.value, context)
      : reportOrderFailure(inspected.error, context)
  }
  const { order, trusted, problem } = inspected.value
  running.emit(orderLine(inspected.value, trusted?.name ?? null, problem?.code ?? null))
  await reportUse(bytes.value, context)
  if (problem !== null) return reportOrderFailure(problem, context)
  start()
  const rows = await orders.check(order)
  if (!rows.ok) return reportOrderFailure(rows.error, context)
  for (const { key, unsent } of rows.value) {
    const { state, reason } = unsent ?? { state: 'ready', reason: null }
    running.emit({ type: 'order-row', key, state, reason, businessCode: null })
  }
  return exitStatus.ok
}

const compare = async (
  { file, result }: OrderRequestOf<'work-order compare'>,
  context: OrderContext,
): Promise<ExitStatus> => {
  const { orders, running } = context
  const orderBytes = await readOrderFile(file)
  if (!orderBytes.ok) return reportOrderFailure(orderBytes.error, context)
  const resultBytes = await readOrderFile(result)
  if (!resultBytes.ok) return reportOrderFailure(resultBytes.error, context)
  const compared = await orders.compare(orderBytes.value, resultBytes.value)
  if (!compared.ok) return reportOrderFailure(compared.error, context)
  running.emit(resultLine(compared.value.result, null))
  return reportRows(compared.value.result, running)
}

const dispatch = async (
  request: Exclude<OrderRequest, { readonly name: 'work-order run' }>,
  context: OrderContext,
): Promise<ExitStatus> => {
  switch (request.name) {
    case 'work-order key':
      return showKey(request, context)
    case 'work-order keys':
      return listKeys(context)
    case 'work-order trust':
    case 'work-order withdraw':
      return changeTrust(request, context)
    case 'work-order sign':
      return signOrder(request, context)
    case 'work-order show':
      return showOrder(request, context)
    case 'work-order result': {
      const bytes = await readOrderFile(request.file)
      return bytes.ok
        ? saveResult(bytes.value, request.out, context)
        : reportOrderFailure(bytes.error, context)
    }
    case 'work-order compare':
      return compare(request, context)
  }
}

/** Carries out a command for work orders. */
export const runOrderRequest = async (
  request: OrderRequest,
  session: CommandSession,
  running: Running,
  { app, start }: Pick<CommandServices, 'app' | 'start'>,
): Promise<CommandResult> => {
  try {
    const orders = createOrderService(app, session)
    if (request.name === 'work-order run')
      return await runOrder(request, session, { orders, running, app, start })
    return endedWith(await dispatch(request, { orders, running, app, start }))
  } catch (error) {
    // The disk refused the vault or the list of keys.
    const failure: DomainFailure = { code: 'not-saved', message: messageOf(error) }
    return endedWith(reportFailure(failure, running, app))
  }
}
