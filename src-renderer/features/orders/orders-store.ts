import { defineStore } from 'pinia'
import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { CommandFailure } from '#shared/commands'
import type { RowOf } from '#shared/model/job'
import { command } from '../../bridge'
import { useChange } from '../../changes/use-change'
import { inSlices } from '../../ui/table/in-slices'
import { checkBatch } from './check-batch'
import type { Batch, BatchHead } from './check-batch'
import { prepareDraft, writeDraft } from './export-batch'
import { newOrder, takesFromEveryOrder } from './order-kinds'
import { textOf, withValue } from './order-node'
import type { OrderNode, OrderPath } from './order-node'
import { readDraft } from './read-draft'

/** An order with a name of its own, which stays while its content changes. */
export interface DraftOrder {
  readonly id: number
  readonly order: OrderNode
}

type Stage = 'write' | 'review' | 'sent'

/** A draft goes to the disk this long after the last key. */
const keepAfter = 400

const noHead: BatchHead = { channelCode: '', channelOrderId: '', syncMode: 'sync' }

/** The batch of orders that is being written. It outlives the page, and as a draft of main's also the window. */
export const useOrdersStore = defineStore('orders', () => {
  const head = shallowRef<BatchHead>(noHead)
  const orders = shallowRef<readonly DraftOrder[]>([])
  const chosenId = ref<number | null>(null)
  const stage = ref<Stage>('write')
  /** Orders that take from every order of their customer, and of which a person said that this is meant. */
  const everywhereMeant = shallowRef<ReadonlySet<OrderNode>>(new Set())
  /** What was there before it was cleared, imported over, or an order was taken out. */
  const before = shallowRef<{ readonly head: BatchHead; readonly orders: readonly DraftOrder[] } | null>(null)
  const state = ref<'unread' | 'loading' | 'ready'>('unread')
  /** A sheet of numbers that was dropped, until the order that is open takes it. */
  const dropped = shallowRef<File | null>(null)
  const keepFailure = ref<CommandFailure | null>(null)
  const change = useChange()
  let lastId = 0

  const batch = computed<Batch>(() => ({ ...head.value, orders: orders.value.map(({ order }) => order) }))
  const problems = computed(() => checkBatch(batch.value))
  const chosenAt = computed(() => orders.value.findIndex(({ id }) => id === chosenId.value))
  const chosen = computed(() => orders.value[chosenAt.value] ?? null)
  const isEmpty = computed(() => orders.value.length === 0)
  const unmeant = computed(() =>
    orders.value.filter(({ order }) => takesFromEveryOrder(order) && !everywhereMeant.value.has(order)),
  )

  const named = (list: readonly OrderNode[]): DraftOrder[] => list.map((order) => ({ id: ++lastId, order }))
  const remember = (): void => void (before.value = { head: head.value, orders: orders.value })

  const put = (next: Batch): void => {
    const { orders: list, ...rest } = next
    head.value = rest
    orders.value = named(list)
    chosenId.value = orders.value[0]?.id ?? null
    everywhereMeant.value = new Set()
    stage.value = 'write'
    change.forget()
  }

  const load = async (): Promise<void> => {
    if (state.value !== 'unread') return
    state.value = 'loading'
    const outcome = await command('drafts/read-order')
    // What was typed meanwhile is newer.
    const draft =
      outcome.ok && outcome.value.text !== null && isEmpty.value ? readDraft(outcome.value.text) : null
    if (draft !== null) put(draft)
    state.value = 'ready'
  }

  let timer: ReturnType<typeof setTimeout> | undefined
  /** Something was changed that was not handed over yet. */
  let isDue = false
  let giveUp = (): void => undefined
  const keep = async (): Promise<void> => {
    clearTimeout(timer)
    giveUp()
    isDue = false
    // What went out is the journal's.
    const isSent = stage.value === 'sent'
    const isNothing = isEmpty.value && head.value.channelCode === '' && head.value.channelOrderId === ''
    const draft = isSent || isNothing ? null : writeDraft(batch.value)
    const outcome = await command('drafts/keep-order', { draft })
    keepFailure.value = outcome.ok ? null : outcome.error
  }
  watch([batch, stage], () => {
    if (state.value !== 'ready') return
    isDue = true
    clearTimeout(timer)
    giveUp()
    timer = setTimeout(() => {
      giveUp = inSlices(prepareDraft(batch.value), () => void keep())
    }, keepAfter)
  })
  const keepNow = (): void => {
    if (isDue) void keep()
  }
  window.addEventListener('pagehide', keepNow)
  onScopeDispose(() => {
    window.removeEventListener('pagehide', keepNow)
    keepNow()
  })

  const setHead = (changes: Partial<BatchHead>): void => {
    head.value = { ...head.value, ...changes }
    // Another channel may make another customer of the same number.
    if (changes.channelCode !== undefined) everywhereMeant.value = new Set()
  }

  const replace = (id: number, order: OrderNode): void => {
    orders.value = orders.value.map((one) => (one.id === id ? { id, order } : one))
  }
  /** Writes into the chosen order; undefined takes a field away, or the entry of a list. */
  const set = (path: OrderPath, value: unknown): void => {
    if (chosen.value === null) return
    replace(chosen.value.id, withValue(chosen.value.order, path, value) as OrderNode)
  }
  const replaceChosen = (order: OrderNode): void => {
    if (chosen.value !== null) replace(chosen.value.id, order)
  }

  const nextSequence = (): number =>
    orders.value.reduce((most, { order }) => {
      const { sequence } = order
      return typeof sequence === 'number' ? Math.max(most, sequence) : most
    }, 0) + 1

  const add = (order: OrderNode = newOrder(nextSequence())): void => {
    const [one] = named([order])
    if (one === undefined) return
    orders.value = [...orders.value, one]
    chosenId.value = one.id
    stage.value = 'write'
  }
  const copyChosen = (): void => {
    if (chosen.value !== null) add({ ...chosen.value.order, sequence: nextSequence() })
  }
  const remove = (id: number): void => {
    remember()
    const at = orders.value.findIndex((one) => one.id === id)
    orders.value = orders.value.filter((one) => one.id !== id)
    if (chosenId.value === id) chosenId.value = (orders.value[at] ?? orders.value[at - 1])?.id ?? null
  }
  const renumber = (): void => {
    orders.value = orders.value.map(({ id, order }, at) => ({ id, order: { ...order, sequence: at + 1 } }))
  }
  const clear = (): void => {
    remember()
    put({ ...noHead, orders: [] })
  }
  const bring = (next: Batch): void => {
    remember()
    put(next)
  }
  const undo = (): void => {
    if (before.value === null) return
    const { head: oldHead, orders: old } = before.value
    before.value = null
    head.value = oldHead
    orders.value = old
    chosenId.value = old[0]?.id ?? null
    stage.value = 'write'
    change.forget()
  }

  const meanEverywhere = (order: OrderNode): void => {
    everywhereMeant.value = new Set([...everywhereMeant.value, order])
  }

  /** An order's row names no enterprise of its own, so main does not know whose lists have changed. */
  const readLists = (): void => {
    const ids = batch.value.orders.map((order) => textOf(order, 'enterpriseGlobalId').trim())
    const whose = ids.includes('') ? [null] : [...new Set(ids)]
    for (const enterpriseGlobalId of whose) void command('assets/refresh', { enterpriseGlobalId })
  }

  /** Sends the batch once; what becomes of it stays here until another batch is begun. */
  const send = async (operator: string): Promise<void> => {
    const { channelCode, channelOrderId, syncMode } = head.value
    const row = {
      channelCode: channelCode.trim(),
      channelOrderId: channelOrderId.trim(),
      syncMode,
      orderList: orders.value.map(({ order }) => order) as RowOf<'order'>['orderList'],
    }
    const course = await change.send({ action: 'order', rows: [row], retryOf: null }, operator)
    const entry = course.state === 'ended' ? course.rows[0] : undefined
    // Refused or not sent, it is still to be written; else it is the platform's, or nobody knows.
    if (entry?.state === 'done' || entry?.state === 'unknown') {
      stage.value = 'sent'
      readLists()
    }
    await keep()
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
    keepFailure,
    dropped,
    batch,
    problems,
    isEmpty,
    unmeant,
    everywhereMeant,
    course: change.course,
    entry: change.entry,
    isSending: change.isRunning,
    load,
    setHead,
    set,
    replaceChosen,
    nextSequence,
    add,
    copyChosen,
    remove,
    renumber,
    clear,
    bring,
    undo,
    meanEverywhere,
    send,
    forget: change.forget,
  }
})
