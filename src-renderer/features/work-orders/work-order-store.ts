import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import type { CommandFailure } from '#shared/bridge/commands'
import type { OpenedOrderFile, OrderSummary } from '#shared/model/changes/work-order'
import type { Name } from '#shared/model/name'
import { command, onEvent } from '../../bridge'
import { useEnterprisesStore } from '../../entities/enterprise/enterprises-store'
import { orderFileBytes } from '../../entities/work-order/order-file'
import { useOpenResult } from './use-open-result'
import type { FileBytes, OpenOrder } from './use-open-result'
import { useOrderRows } from './use-order-rows'
import { useUnsavedQuestion } from './use-unsaved-question'

type OpenKey = Extract<OpenedOrderFile, { readonly kind: 'key' }>

/** What is known of an order by now, or null. */
const readSummary = async (bytes: FileBytes): Promise<OrderSummary | null> => {
  const outcome = await command('work-orders/open', { bytes })
  return outcome.ok && outcome.value.kind === 'order' ? outcome.value.order : null
}

/** The order of a result, if it was signed on this computer. */
const signedHere = async (id: string): Promise<OpenOrder | null> => {
  const outcome = await command('work-orders/signed-file', { id })
  if (!outcome.ok || outcome.value === null) return null
  return { bytes: outcome.value.bytes, summary: outcome.value.order }
}

/** The open work order, result or key. It outlives the page, and with it what is open. */
export const useWorkOrderStore = defineStore('work-order', () => {
  const order = shallowRef<OpenOrder | null>(null)
  const openResult = useOpenResult(order)
  const { result, failure: resultFailure, make: makeResult, compare } = openResult
  const key = shallowRef<OpenKey | null>(null)
  const failure = shallowRef<{ readonly name: string; readonly failure: CommandFailure } | null>(null)
  const isReading = ref(false)

  const orderRows = useOrderRows()
  const runFailure = shallowRef<CommandFailure | null>(null)
  const isStarting = ref(false)
  let started: Promise<unknown> = Promise.resolve()
  /** An own result that is on no disk yet: the other computer waits for it. */
  const unsaved = useUnsavedQuestion(() => result.value?.isOwn === true && !openResult.isSaved.value)
  /** The database of the branch was away when the order was carried out. */
  const isUnclaimed = ref(false)
  /** The open order was signed on this computer, which does not trust its own key. */
  const isSignedHere = ref(false)

  /** An order that is being started has no result yet. */
  const mayReplace = async (): Promise<boolean> => {
    await started
    return unsaved.ask()
  }
  const close = async (): Promise<void> => {
    if (!(await mayReplace())) return
    order.value = null
    result.value = null
    resultFailure.value = null
    key.value = null
    failure.value = null
    orderRows.clear()
    runFailure.value = null
    isUnclaimed.value = false
  }

  /** What is known of the open order may have changed meanwhile; its file is the same until it is opened again. */
  const isOpen = ({ bytes }: OpenOrder): boolean => order.value?.bytes === bytes

  const check = async (): Promise<void> => {
    const open = order.value
    if (open === null) return
    await orderRows.check(open.bytes, () => isOpen(open))
  }

  /** Another desk of the branch may have used the open order. A result that was opened has its order from elsewhere. */
  const readUse = async (): Promise<void> => {
    const open = order.value
    if (open === null || isStarting.value || result.value?.isOwn === false) return
    const summary = await readSummary(open.bytes)
    if (isOpen(open) && summary !== null) order.value = { ...open, summary }
  }
  onEvent('work-orders/used', () => void readUse())

  /** The open order has become valid, or has expired, since it was read. */
  const readAgain = async (): Promise<void> => {
    const hadProblem = order.value?.summary.problem !== null
    await readUse()
    if (hadProblem && order.value?.summary.problem === null) await check()
  }

  const enterprises = useEnterprisesStore()
  /** The enterprises of the open order that are not added here: none of their locks is found. */
  const unknownIds = computed(() =>
    enterprises.state !== 'ready'
      ? []
      : (order.value?.summary.enterprises ?? [])
          .map(({ enterpriseGlobalId }) => enterpriseGlobalId)
          .filter((id) => !enterprises.byId.has(id)),
  )
  watch(unknownIds, async (now, before) => {
    const open = order.value
    const isAdded = open?.summary.enterprises.some(
      ({ enterpriseGlobalId: id }) => before.includes(id) && !now.includes(id),
    )
    if (isAdded !== true || open?.summary.problem !== null || result.value !== null) return
    await check()
    await readUse()
  })

  const showOrder = async (bytes: FileBytes, summary: OrderSummary): Promise<void> => {
    // An order that is opened again keeps the rows that are left out.
    if (order.value?.summary.id !== summary.id) {
      orderRows.clear()
      isUnclaimed.value = false
    }
    // Known before the order is shown: there is no other computer to compare words with.
    const isOwn = summary.problem?.code === 'key-unknown' && (await signedHere(summary.id)) !== null
    isSignedHere.value = isOwn
    order.value = { bytes, summary }
    void enterprises.loadOnce()
    runFailure.value = null
    resultFailure.value = null
    // The result of another order is another matter.
    if (result.value?.result.id !== summary.id) result.value = null
    if (result.value?.isOwn === false) {
      await compare()
      return
    }
    if (summary.used !== null) await makeResult()
    else if (summary.problem === null) await check()
  }

  /** Opens a file by its content. A result and its order belong together in either order. */
  const open = async (name: string, bytes: FileBytes): Promise<void> => {
    isReading.value = true
    const outcome = await command('work-orders/open', { bytes })
    isReading.value = false
    if (!outcome.ok) {
      failure.value = { name, failure: outcome.error }
      return
    }
    failure.value = null
    const opened = outcome.value
    if (opened.kind === 'key') {
      key.value = opened
      return
    }
    key.value = null
    const isOpenOrder = opened.kind === 'order' && order.value?.summary.id === opened.order.id
    if (!isOpenOrder && !(await mayReplace())) return
    if (opened.kind === 'order') {
      await showOrder(bytes, opened.order)
      return
    }
    resultFailure.value = null
    if (order.value?.summary.id !== opened.result.id) order.value = await signedHere(opened.result.id)
    result.value = { bytes, result: opened.result, problem: opened.problem, isOwn: false, comparison: null }
    if (order.value !== null) await compare()
  }
  const openFile = async (file: File): Promise<void> => {
    const bytes = await orderFileBytes(file)
    if (bytes.ok) await open(file.name, bytes.value)
    else failure.value = { name: file.name, failure: bytes.error }
  }

  const trust = async (of: { readonly key: string; readonly name: string }) => {
    const outcome = await command('work-orders/trust', { key: of.key, name: of.name })
    if (!outcome.ok) return outcome
    if (key.value?.key.key === of.key) key.value = { ...key.value, state: 'trusted' }
    // What is open may count now.
    if (result.value?.isOwn === false && result.value.bytes !== null) await open('', result.value.bytes)
    else if (order.value !== null) await open('', order.value.bytes)
    return outcome
  }

  const start = async (current: OpenOrder, operatorIdentity: Name): Promise<boolean> => {
    isStarting.value = true
    failure.value = null
    runFailure.value = null
    const outcome = await command('work-orders/carry-out', {
      bytes: current.bytes,
      leaveOut: orderRows.leftOutKeys(),
      operatorIdentity,
    })
    isStarting.value = false
    runFailure.value = outcome.ok ? null : outcome.error
    isUnclaimed.value = outcome.ok && outcome.value.isUnclaimed
    // A job that could not start has used the order, too.
    const summary = await readSummary(current.bytes)
    if (summary !== null) {
      order.value = { ...current, summary }
      if (summary.used !== null) await makeResult()
    }
    return outcome.ok
  }
  const carryOut = (operatorIdentity: Name): Promise<boolean> => {
    const current = order.value
    if (current === null || isStarting.value) return Promise.resolve(false)
    const starting = start(current, operatorIdentity)
    started = starting
    return starting
  }

  return {
    order,
    result,
    key,
    failure,
    isReading,
    rows: orderRows.rows,
    rowsState: orderRows.state,
    rowsFailure: orderRows.failure,
    selected: orderRows.selected,
    sendable: orderRows.sendable,
    runFailure,
    resultFailure,
    isResultSaved: openResult.isSaved,
    noteResultSaved: openResult.noteSaved,
    unshownJobIds: openResult.unshownJobIds,
    isAskingToSave: unsaved.isAsking,
    answerUnsaved: unsaved.answer,
    isStarting,
    isUnclaimed,
    isSignedHere,
    unknownIds,
    open,
    openFile,
    close,
    check,
    readAgain,
    trust,
    carryOut,
    makeResult,
  }
})
