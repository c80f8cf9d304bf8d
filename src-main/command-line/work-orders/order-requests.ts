import type { CommandFailure } from '#shared/bridge/commands'
import type { WorkOrderResult } from '../../work-orders/file-forms'
import { wordsOf } from '../../work-orders/key-words'
import { ended, refuseChanges, reportFailure } from '../command-services'
import type { CommandResult, CommandServices, CommandSession, Running } from '../command-services'
import { errorLine, exitStatus } from '../protocol'
import type { ExitStatus, OutputLine } from '../protocol'
import {
  messageOf,
  readOrderFile,
  reportOrderFailure,
  resultLine,
  saveNewFile,
  saveResult,
} from './order-files'
import type { OrderContext } from './order-files'
import { runOrder } from './run-order'
import { checkNumbers, unsentRow } from '../send-rows'
import { classifyRows, platformOf } from './order-rows'
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
  assetNum: row.assetNum,
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
  { app, running }: OrderContext,
): Promise<ExitStatus> => {
  const notAllowed = isNew ? refuseChanges(app, running) : null
  if (notAllowed !== null) return notAllowed
  const replaced = isNew ? await app.workOrders.replaceKey() : null
  if (replaced?.ok === false) return reportOrderFailure(replaced.error, running)
  const own = await app.workOrders.ownKey()
  if (!own.ok) return reportOrderFailure(own.error, running)
  running.emit(keyLine(own.value, 'own'))
  if (out === null) return exitStatus.ok
  const saved = await saveNewFile(out, app.workOrders.keyBytes(own.value))
  return saved.ok ? exitStatus.ok : reportOrderFailure(saved.error, running)
}

const listKeys = ({ app, running }: OrderContext): ExitStatus => {
  for (const one of app.workOrders.trustedKeys()) {
    running.emit(keyLine(one, one.withdrawnAt === null ? 'trusted' : 'withdrawn'))
  }
  return exitStatus.ok
}

const changeTrust = async (
  request: OrderRequestOf<'work-order trust' | 'work-order withdraw'>,
  { app, running }: OrderContext,
): Promise<ExitStatus> => {
  const notAllowed = refuseChanges(app, running)
  if (notAllowed !== null) return notAllowed
  if (request.name === 'work-order withdraw') {
    const withdrawn = await app.workOrders.withdraw(request.words)
    if (!withdrawn.ok) return reportOrderFailure(withdrawn.error, running)
    running.emit(keyLine(withdrawn.value, 'withdrawn'))
    return exitStatus.ok
  }
  const bytes = await readOrderFile(request.file)
  if (!bytes.ok) return reportOrderFailure(bytes.error, running)
  const key = app.workOrders.readKey(bytes.value)
  if (!key.ok) return reportOrderFailure(key.error, running)
  const trusted = await app.workOrders.trust(key.value, request.words)
  if (!trusted.ok) return reportOrderFailure(trusted.error, running)
  running.emit(keyLine(trusted.value, 'trusted'))
  return exitStatus.ok
}

const sign = async (
  request: OrderRequestOf<'work-order sign'>,
  { app, running, session, start }: OrderContext,
): Promise<ExitStatus> => {
  const { action, numbers, operatorIdentity, note, notBefore, validDays, out } = request
  const notAllowed = refuseChanges(app, running)
  if (notAllowed !== null) return notAllowed
  start()
  // Without an action: a lock that is disabled now may be enabled when the order is carried out.
  const checked = await checkNumbers(numbers, { action: null, includeUnlisted: false }, session)
  if (!checked.ok) return reportFailure(checked.error, running, app)
  const unusable = checked.value.flatMap((row) => unsentRow(row) ?? [])
  const wrong = unusable.filter(({ reason }) => reason !== 'duplicate')
  for (const row of unusable) running.emit(row)
  if (wrong.length > 0) {
    running.emit(
      errorLine('order-not-signed', `${wrong.length} of ${numbers.length} are no locks of the lists`),
    )
    return exitStatus.usage
  }
  const rows = checked.value.flatMap(({ record }) => (record === null ? [] : [record]))
  const signed = await app.workOrders.sign({
    action,
    platform: platformOf(session),
    rows: [...new Map(rows.map((record) => [record.assetNum, record])).values()],
    preparedBy: operatorIdentity,
    note,
    notBefore,
    validMs: validDays * 24 * 3_600_000,
  })
  if (!signed.ok) return reportOrderFailure(signed.error, running)
  const saved = await saveNewFile(out, signed.value.bytes)
  if (!saved.ok) return reportOrderFailure(saved.error, running)
  const { order } = signed.value
  running.emit({
    type: 'work-order',
    id: order.id,
    action,
    platform: order.platform.address,
    enterprises: order.enterprises,
    rows: order.rows.length,
    note: order.note,
    preparedBy: order.preparedBy,
    created: order.created,
    notBefore: order.notBefore,
    expires: order.expires,
    signer: order.signer.name,
    key: order.signer.key,
    problem: null,
  })
  return exitStatus.ok
}

const showResult = (bytes: Buffer, { app, running }: OrderContext): ExitStatus => {
  const read = app.workOrders.readResult(bytes)
  if (!read.ok) return reportOrderFailure(read.error, running)
  const { result, problem } = read.value
  running.emit(resultLine(result, null))
  const status = reportRows(result, running)
  return problem === null ? status : reportOrderFailure(problem, running)
}

const show = async (
  { file }: OrderRequestOf<'work-order show'>,
  context: OrderContext,
): Promise<ExitStatus> => {
  const { app, running, session, start } = context
  const bytes = await readOrderFile(file)
  if (!bytes.ok) return reportOrderFailure(bytes.error, running)
  const inspected = await app.workOrders.inspect(bytes.value, platformOf(session))
  if (!inspected.ok) {
    return inspected.error.code === 'other-format'
      ? showResult(bytes.value, context)
      : reportOrderFailure(inspected.error, running)
  }
  const { order, trusted, problem } = inspected.value
  running.emit({
    type: 'work-order',
    id: order.id,
    action: order.action,
    platform: order.platform.address,
    enterprises: order.enterprises,
    rows: order.rows.length,
    note: order.note,
    preparedBy: order.preparedBy,
    created: order.created,
    notBefore: order.notBefore,
    expires: order.expires,
    signer: trusted?.name ?? null,
    key: order.signer.key,
    problem: problem?.code ?? null,
  })
  if (problem !== null) return reportOrderFailure(problem, running)
  start()
  const rows = await classifyRows(order, [], session)
  if (!rows.ok) return reportFailure(rows.error, running, app)
  for (const { assetNum, unsent } of rows.value) {
    running.emit({
      type: 'order-row',
      assetNum,
      state: unsent?.state ?? 'ready',
      reason: unsent?.reason ?? null,
      businessCode: null,
    })
  }
  return exitStatus.ok
}

const compare = async (
  { file, result }: OrderRequestOf<'work-order compare'>,
  { app, running }: OrderContext,
): Promise<ExitStatus> => {
  const orderBytes = await readOrderFile(file)
  if (!orderBytes.ok) return reportOrderFailure(orderBytes.error, running)
  const resultBytes = await readOrderFile(result)
  if (!resultBytes.ok) return reportOrderFailure(resultBytes.error, running)
  const compared = await app.workOrders.compare(orderBytes.value, resultBytes.value)
  if (!compared.ok) return reportOrderFailure(compared.error, running)
  running.emit(resultLine(compared.value.result, null))
  return reportRows(compared.value.result, running)
}

const dispatch = async (request: OrderRequest, context: OrderContext): Promise<CommandResult> => {
  switch (request.name) {
    case 'work-order key':
      return ended(await showKey(request, context))
    case 'work-order keys':
      return ended(listKeys(context))
    case 'work-order trust':
    case 'work-order withdraw':
      return ended(await changeTrust(request, context))
    case 'work-order sign':
      return ended(await sign(request, context))
    case 'work-order show':
      return ended(await show(request, context))
    case 'work-order run':
      return runOrder(request, context)
    case 'work-order result': {
      const bytes = await readOrderFile(request.file)
      if (!bytes.ok) return ended(reportOrderFailure(bytes.error, context.running))
      return ended(await saveResult(bytes.value, request.out, context))
    }
    case 'work-order compare':
      return ended(await compare(request, context))
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
    return await dispatch(request, { session, running, app, start })
  } catch (error) {
    // The disk refused the vault or the list of keys.
    const failure: CommandFailure = { code: 'not-saved', message: messageOf(error) }
    return ended(reportFailure(failure, running, app))
  }
}
