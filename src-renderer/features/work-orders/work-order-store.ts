import { defineStore } from 'pinia'
import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import type { CommandFailure } from '#shared/bridge/commands'
import type { OpenedOrderFile, OrderResult, OrderRow, OrderSummary } from '#shared/model/changes/work-order'
import type { Name } from '#shared/model/name'
import { command, onEvent } from '../../bridge'
import { useJobsStore } from '../../stores/jobs-store'
import type { Selection } from '../../ui/table/selection'
import { throttle } from '../../ui/throttle'

/** Rows of a running job arrive in quick succession. */
const batchDelayMs = 300
/** Limits the share of time spent on signing a long result again. */
const pauseFactor = 10

type FileBytes = Uint8Array<ArrayBuffer>

interface OpenOrder {
  readonly bytes: FileBytes
  readonly summary: OrderSummary
}

interface OpenResult {
  readonly bytes: FileBytes
  readonly result: OrderResult
  /** Made by this computer from its own activity log. */
  readonly isOwn: boolean
  /** Why its key does not count, or null. */
  readonly problem: CommandFailure | null
  /** Whether it was held against its order, or why not; null without the order. */
  readonly comparison: { readonly failure: CommandFailure | null } | null
}

type OpenKey = Extract<OpenedOrderFile, { readonly kind: 'key' }>

/** The open work order, result or key. It outlives the page, and with it what is open. */
export const useWorkOrderStore = defineStore('work-order', () => {
  const jobs = useJobsStore()
  const order = shallowRef<OpenOrder | null>(null)
  const result = shallowRef<OpenResult | null>(null)
  const key = shallowRef<OpenKey | null>(null)
  const failure = shallowRef<{ readonly name: string; readonly failure: CommandFailure } | null>(null)
  const isReading = ref(false)

  const rows = shallowRef<readonly OrderRow[]>([])
  const rowsState = ref<'loading' | 'ready' | 'failed'>('loading')
  const rowsFailure = shallowRef<CommandFailure | null>(null)
  /** The keys of the rows that are carried out. */
  const selected = ref<Selection>(new Set())
  const sendable = computed(() => rows.value.filter(({ unsent }) => unsent === null))
  const leftOutKeys = (): string[] =>
    sendable.value.map((row) => row.key).filter((key) => !selected.value.has(key))
  const runFailure = shallowRef<CommandFailure | null>(null)
  const isStarting = ref(false)
  /** The database of the branch was away when the order was carried out. */
  const isUnclaimed = ref(false)

  /** The result on disk is what the activity log has now. */
  const isResultSaved = ref(false)
  const close = (): void => {
    order.value = null
    result.value = null
    key.value = null
    failure.value = null
    rows.value = []
    runFailure.value = null
    isUnclaimed.value = false
  }

  /** What is known of the open order may have changed meanwhile; its file is the same until it is opened again. */
  const isOpen = ({ bytes }: OpenOrder): boolean => order.value?.bytes === bytes

  const check = async (): Promise<void> => {
    const open = order.value
    if (open === null) return
    rowsState.value = 'loading'
    rowsFailure.value = null
    const outcome = await command('work-orders/check', { bytes: open.bytes })
    if (!isOpen(open)) return
    rowsState.value = outcome.ok ? 'ready' : 'failed'
    if (!outcome.ok) {
      rowsFailure.value = outcome.error
      return
    }
    const leftOut = new Set(leftOutKeys())
    rows.value = outcome.value
    selected.value = new Set(sendable.value.map((row) => row.key).filter((key) => !leftOut.has(key)))
  }

  /** The result of an order that was used here, as the activity log has it now. */
  const resultFailure = shallowRef<CommandFailure | null>(null)
  const makeResult = async (): Promise<void> => {
    const open = order.value
    if (open === null) return
    const outcome = await command('work-orders/result', { bytes: open.bytes })
    if (!isOpen(open)) return
    resultFailure.value = outcome.ok ? null : outcome.error
    if (!outcome.ok) return
    const { rows: resultRows } = outcome.value.result
    const isSame = JSON.stringify(result.value?.result.rows) === JSON.stringify(resultRows)
    isResultSaved.value &&= isSame
    result.value = { ...outcome.value, isOwn: true, problem: null, comparison: { failure: null } }
    const { jobId } = outcome.value.result
    if (jobId !== null && jobs.of(jobId) === null) void jobs.read(jobId)
  }
  const remake = throttle(makeResult, batchDelayMs, pauseFactor)
  const refresh = (jobId: string): void => {
    if (result.value?.isOwn === true && result.value.result.jobId === jobId) remake.schedule()
  }
  onEvent('jobs/changed', ({ jobId }) => refresh(jobId))
  onEvent('jobs/rows', ({ jobId }) => refresh(jobId))
  onEvent('journal/changed', ({ jobId }) => refresh(jobId))
  onScopeDispose(remake.stop)

  /** Another desk of the branch may have used the open order. A result that was opened has its order from elsewhere. */
  const readUse = async (): Promise<void> => {
    const open = order.value
    if (open === null || isStarting.value || result.value?.isOwn === false) return
    const outcome = await command('work-orders/open', { bytes: open.bytes })
    if (!isOpen(open) || !outcome.ok || outcome.value.kind !== 'order') return
    order.value = { ...open, summary: outcome.value.order }
  }
  onEvent('work-orders/used', () => void readUse())

  const compare = async (): Promise<void> => {
    const [openOrder, openResult] = [order.value, result.value]
    if (openOrder === null || openResult === null) return
    const outcome = await command('work-orders/compare', {
      order: openOrder.bytes,
      result: openResult.bytes,
    })
    if (result.value !== openResult) return
    result.value = {
      ...openResult,
      ...(outcome.ok ? { result: outcome.value.result } : {}),
      comparison: { failure: outcome.ok ? null : outcome.error },
    }
  }

  const showOrder = async (bytes: FileBytes, summary: OrderSummary): Promise<void> => {
    // An order that is opened again keeps the rows that are left out.
    if (order.value?.summary.id !== summary.id) {
      rows.value = []
      isUnclaimed.value = false
    }
    order.value = { bytes, summary }
    runFailure.value = null
    resultFailure.value = null
    if (result.value?.isOwn === false) {
      await compare()
      return
    }
    result.value = null
    if (summary.used !== null) await makeResult()
    else if (summary.problem === null) await check()
  }

  /** The order of a result, if it was signed on this computer. */
  const signedHere = async (id: string): Promise<OpenOrder | null> => {
    const outcome = await command('work-orders/signed-file', { id })
    if (!outcome.ok || outcome.value === null) return null
    return { bytes: outcome.value.bytes, summary: outcome.value.order }
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
    if (opened.kind === 'order') {
      // An order that is not the open result's is another matter.
      if (result.value !== null && result.value.result.id !== opened.order.id) result.value = null
      await showOrder(bytes, opened.order)
      return
    }
    if (order.value?.summary.id !== opened.result.id) order.value = await signedHere(opened.result.id)
    result.value = { bytes, result: opened.result, problem: opened.problem, isOwn: false, comparison: null }
    if (order.value !== null) await compare()
  }

  /** After a key is trusted, what is open may count. */
  const reopen = async (): Promise<void> => {
    const [openOrder, openResult] = [order.value, result.value]
    if (openResult?.isOwn === false) await open('', openResult.bytes)
    else if (openOrder !== null) await open('', openOrder.bytes)
  }

  const trust = async (of: { readonly key: string; readonly name: string }) => {
    const outcome = await command('work-orders/trust', { key: of.key, name: of.name })
    if (!outcome.ok) return outcome
    if (key.value?.key.key === of.key) key.value = { ...key.value, state: 'trusted' }
    await reopen()
    return outcome
  }

  const carryOut = async (operatorIdentity: Name): Promise<boolean> => {
    const current = order.value
    if (current === null || isStarting.value) return false
    isStarting.value = true
    failure.value = null
    runFailure.value = null
    const outcome = await command('work-orders/carry-out', {
      bytes: current.bytes,
      leaveOut: leftOutKeys(),
      operatorIdentity,
    })
    isStarting.value = false
    // Another order may have been opened meanwhile, or this one again.
    const isSameOrder = (): boolean => order.value?.summary.id === current.summary.id
    if (isSameOrder()) {
      runFailure.value = outcome.ok ? null : outcome.error
      isUnclaimed.value = outcome.ok && outcome.value.isUnclaimed
    }
    // A job that could not start has used the order, too.
    const again = await command('work-orders/open', { bytes: current.bytes })
    if (isSameOrder() && again.ok && again.value.kind === 'order') {
      order.value = { ...current, summary: again.value.order }
      if (again.value.order.used !== null) await makeResult()
    }
    return outcome.ok
  }

  return {
    order,
    result,
    key,
    failure,
    isReading,
    rows,
    rowsState,
    rowsFailure,
    selected,
    sendable,
    runFailure,
    resultFailure,
    isResultSaved,
    isStarting,
    isUnclaimed,
    open,
    close,
    check,
    trust,
    carryOut,
    makeResult,
  }
})
