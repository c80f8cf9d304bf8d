import { defineStore } from 'pinia'
import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { RowOf } from '#shared/model/changes/job'
import type { Name } from '#shared/model/name'
import { command } from '../../bridge'
import { useChange } from '../../entities/change/use-change'
import { runTimeSliced } from '../../ui/table/run-time-sliced'
import { checkBatch } from './check/check-batch'
import type { Batch, BatchHeader } from './check/check-batch'
import { prepareDraft, writeDraft } from './files/export-batch'
import { newOrder, affectsAllOrders } from '#shared/model/orders/order-types'
import { textOf, withValue } from '#shared/model/orders/order-node'
import type { OrderNode, OrderPath } from '#shared/model/orders/order-node'
import { readDraft } from './files/read-draft'
import { useCommand } from '../../use-command'

/** An order with an ID that stays while its content changes. */
export interface DraftOrder {
  readonly id: number
  readonly order: OrderNode
}

interface BatchState {
  readonly head: BatchHeader
  readonly orders: readonly DraftOrder[]
}

type BatchStep = 'write' | 'review' | 'sent'

/** The draft is saved this long after the last change, ms. */
const saveDelayMs = 400

const emptyHeader: BatchHeader = { channelCode: '', channelOrderId: '', syncMode: 'sync' }

/** The batch being edited. It outlives the page, and as a draft in main also the window. */
export const useOrdersStore = defineStore('orders', () => {
  const head = shallowRef<BatchHeader>(emptyHeader)
  const orders = shallowRef<readonly DraftOrder[]>([])
  const chosenId = ref<number | null>(null)
  const stage = ref<BatchStep>('write')
  /** Removals without an original order that the user has confirmed. */
  const confirmedEverywhere = shallowRef<ReadonlySet<OrderNode>>(new Set())
  /** The state before the batch was cleared or replaced, or an order was removed. */
  const before = shallowRef<BatchState | null>(null)
  /** The state right after that. What differs from it was written since. */
  let after: BatchState | null = null
  const state = ref<'unread' | 'loading' | 'ready'>('unread')
  /** A dropped sheet of numbers, until the open order takes it. */
  const dropped = shallowRef<File | null>(null)
  const { run: writeToMain, failure: saveFailure } = useCommand('drafts/save-order')
  const change = useChange()
  let lastId = 0

  const batch = computed<Batch>(() => ({ ...head.value, orders: orders.value.map(({ order }) => order) }))
  const problems = computed(() => checkBatch(batch.value))
  const chosenAt = computed(() => orders.value.findIndex(({ id }) => id === chosenId.value))
  const chosen = computed(() => orders.value[chosenAt.value] ?? null)
  const isEmpty = computed(() => orders.value.length === 0)
  const unconfirmedRevocations = computed(() =>
    orders.value.filter(({ order }) => affectsAllOrders(order) && !confirmedEverywhere.value.has(order)),
  )

  /** The batch being sent stays as it is: its result must not be shown for another one. */
  const unlessSending =
    <Args extends readonly unknown[]>(edit: (...args: Args) => void) =>
    (...args: Args): void => {
      if (!change.isRunning.value) edit(...args)
    }

  const withIds = (list: readonly OrderNode[]): DraftOrder[] => list.map((order) => ({ id: ++lastId, order }))
  const current = (): BatchState => ({ head: head.value, orders: orders.value })
  const undoably = (edit: () => void): void => {
    const start = current()
    edit()
    before.value = start
    after = current()
  }

  const setBatch = (next: Batch): void => {
    const { orders: list, ...rest } = next
    head.value = rest
    orders.value = withIds(list)
    chosenId.value = orders.value[0]?.id ?? null
    confirmedEverywhere.value = new Set()
    stage.value = 'write'
    change.reset()
  }

  const load = async (): Promise<void> => {
    if (state.value !== 'unread') return
    state.value = 'loading'
    const outcome = await command('drafts/read-order')
    // Changes made while the draft was loading take precedence.
    const draft =
      outcome.ok && outcome.value.text !== null && isEmpty.value ? readDraft(outcome.value.text) : null
    if (draft !== null) setBatch(draft)
    state.value = 'ready'
  }

  let timer: ReturnType<typeof setTimeout> | undefined
  /** Whether there are changes not sent to main yet. */
  let hasUnsavedChanges = false
  let cancelPreparation = (): void => undefined
  const saveDraft = async (): Promise<void> => {
    clearTimeout(timer)
    cancelPreparation()
    hasUnsavedChanges = false
    // A sent batch is in the journal.
    const isSent = stage.value === 'sent'
    const isNothing = isEmpty.value && head.value.channelCode === '' && head.value.channelOrderId === ''
    const draft = isSent || isNothing ? null : writeDraft(batch.value)
    await writeToMain({ draft })
  }
  watch([batch, stage], () => {
    if (state.value !== 'ready') return
    hasUnsavedChanges = true
    clearTimeout(timer)
    cancelPreparation()
    timer = setTimeout(() => {
      cancelPreparation = runTimeSliced(prepareDraft(batch.value), () => void saveDraft())
    }, saveDelayMs)
  })
  const saveNow = (): void => {
    if (hasUnsavedChanges) void saveDraft()
  }
  window.addEventListener('pagehide', saveNow)
  onScopeDispose(() => {
    window.removeEventListener('pagehide', saveNow)
    saveNow()
  })

  const setHeader = (changes: Partial<BatchHeader>): void => {
    head.value = { ...head.value, ...changes }
    // In another channel the same ID may be another customer.
    if (changes.channelCode !== undefined) confirmedEverywhere.value = new Set()
  }

  const replace = (id: number, order: OrderNode): void => {
    orders.value = orders.value.map((listed) => (listed.id === id ? { id, order } : listed))
  }
  /** Writes into the selected order; undefined removes the field or the list entry. */
  const set = (path: OrderPath, value: unknown): void => {
    if (chosen.value === null) return
    replace(chosen.value.id, withValue(chosen.value.order, path, value) as OrderNode)
  }
  const replaceChosen = (order: OrderNode): void => {
    if (chosen.value !== null) replace(chosen.value.id, order)
  }

  const nextSequence = (): number =>
    orders.value.reduce((max, { order }) => {
      const { sequence } = order
      return typeof sequence === 'number' ? Math.max(max, sequence) : max
    }, 0) + 1

  const add = (order: OrderNode = newOrder(nextSequence())): void => {
    const [added] = withIds([order])
    if (added === undefined) return
    orders.value = [...orders.value, added]
    chosenId.value = added.id
    stage.value = 'write'
  }
  const duplicateChosen = (): void => {
    if (chosen.value !== null) add({ ...chosen.value.order, sequence: nextSequence() })
  }
  const remove = (id: number): void => {
    const at = orders.value.findIndex((order) => order.id === id)
    undoably(() => (orders.value = orders.value.filter((order) => order.id !== id)))
    if (chosenId.value === id) chosenId.value = (orders.value[at] ?? orders.value[at - 1])?.id ?? null
  }
  const renumber = (): void => {
    orders.value = orders.value.map(({ id, order }, at) => ({ id, order: { ...order, sequence: at + 1 } }))
  }
  const clear = (): void => {
    undoably(() => setBatch({ ...emptyHeader, orders: [] }))
  }
  const replaceBatch = (next: Batch): void => {
    undoably(() => setBatch(next))
  }
  /** Brings back what was there. What was written since stays. */
  const undo = (): void => {
    if (before.value === null) return
    const { head: previousHeader, orders: previousOrders } = before.value
    const replaced = new Map(after?.orders.map(({ id, order }) => [id, order]))
    const now = new Map(orders.value.map((listed) => [listed.id, listed]))
    const previousIds = new Set(previousOrders.map(({ id }) => id))
    const isWritten = ({ id, order }: DraftOrder): boolean =>
      !previousIds.has(id) && replaced.get(id) !== order
    if (head.value === after?.head) head.value = previousHeader
    orders.value = [
      ...previousOrders.flatMap((listed) => {
        const isRemovedSince = replaced.has(listed.id) && !now.has(listed.id)
        return isRemovedSince ? [] : [now.get(listed.id) ?? listed]
      }),
      ...orders.value.filter(isWritten),
    ]
    before.value = null
    after = null
    chosenId.value = previousOrders[0]?.id ?? null
    stage.value = 'write'
    change.reset()
  }

  const confirmEverywhere = (order: OrderNode): void => {
    confirmedEverywhere.value = new Set([...confirmedEverywhere.value, order])
  }

  /** Order rows have no enterprise, so main does not know whose lists have changed. */
  const refreshLists = (): void => {
    const ids = batch.value.orders.map((order) => textOf(order, 'enterpriseGlobalId').trim())
    const enterpriseIds = ids.includes('') ? [null] : [...new Set(ids)]
    for (const enterpriseGlobalId of enterpriseIds) void command('assets/refresh', { enterpriseGlobalId })
  }

  /** Sends the batch once; its result stays here until another batch is started. */
  const send = async (operator: Name): Promise<void> => {
    const { channelCode, channelOrderId, syncMode } = head.value
    const row = {
      channelCode: channelCode.trim(),
      channelOrderId: channelOrderId.trim(),
      syncMode,
      orderList: orders.value.map(({ order }) => order) as RowOf<'order'>['orderList'],
    }
    const progress = await change.send({ action: 'order', rows: [row], retryOf: null }, operator)
    const entry = progress.state === 'ended' ? progress.rows[0] : undefined
    // A failed or unsent batch stays editable; a completed or unconfirmed one does not.
    if (entry?.state === 'done' || entry?.state === 'unknown') {
      stage.value = 'sent'
      refreshLists()
    }
    await saveDraft()
  }

  return {
    head,
    orders,
    chosen,
    chosenAt,
    chosenId,
    stage,
    before,
    state,
    saveFailure,
    dropped,
    batch,
    problems,
    isEmpty,
    unconfirmedRevocations,
    confirmedEverywhere,
    progress: change.progress,
    entry: change.entry,
    isSending: change.isRunning,
    load,
    setHeader: unlessSending(setHeader),
    set: unlessSending(set),
    replaceChosen: unlessSending(replaceChosen),
    nextSequence,
    add: unlessSending(add),
    duplicateChosen: unlessSending(duplicateChosen),
    remove: unlessSending(remove),
    renumber: unlessSending(renumber),
    clear: unlessSending(clear),
    replaceBatch: unlessSending(replaceBatch),
    undo: unlessSending(undo),
    toStage: unlessSending((next: 'write' | 'review') => (stage.value = next)),
    confirmEverywhere,
    send,
    resetResult: change.reset,
  }
})
