import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { RowOf } from '#shared/model/changes/job'
import { textOf } from '#shared/model/orders/order-node'
import type { OrderPath } from '#shared/model/orders/order-node'
import type { OrderType } from '#shared/model/orders/order-types'
import type { Name } from '#shared/model/name'
import { command } from '../../bridge'
import { useChange } from '../../entities/change/use-change'
import { useUnsentRowsStore } from '../../stores/unsent-rows-store'
import { checkBatch } from './check/check-batch'
import type { Batch } from './check/check-batch'
import { asType, disallowedFields, emptyContents, withoutDisallowed } from './check/unknown-fields'
import { useBatch } from './use-batch'
import { useTypedEntries } from './typed-entries'
import { useOrderDraft } from './use-order-draft'

/** Order rows have no enterprise, so main does not know whose lists have changed. */
const refreshLists = ({ orders }: Batch): void => {
  const ids = orders.map((order) => textOf(order, 'enterpriseGlobalId').trim())
  const enterpriseIds = ids.includes('') ? [null] : [...new Set(ids)]
  for (const enterpriseGlobalId of enterpriseIds) void command('assets/refresh', { enterpriseGlobalId })
}

/** The batch being edited. It outlives the page, and as a draft in main also the window. */
export const useOrdersStore = defineStore('orders', () => {
  const edited = useBatch()
  const { head, orders, stage, batch, isEmpty } = edited
  /** A dropped sheet of numbers, until the open order takes it. */
  const dropped = shallowRef<File | null>(null)
  const change = useChange()
  const draft = useOrderDraft(
    () => batch.value,
    () => {
      // A sent batch is in the journal.
      if (stage.value === 'sent') return false
      return !isEmpty.value || head.value.channelCode !== '' || head.value.channelOrderId !== ''
    },
  )

  const typed = useTypedEntries(
    () => orders.value,
    () => edited.chosenId.value,
  )
  // The draft has no files.
  useUnsentRowsStore().count('files', typed.readCount)
  // Typing into those fields does not check all orders again.
  const checked = computed(() => checkBatch(batch.value))

  /** The batch being sent stays as it is: its result must not be shown for another one. */
  const unlessSending =
    <Args extends readonly unknown[]>(edit: (...args: Args) => void) =>
    (...args: Args): void => {
      if (!change.isRunning.value) edit(...args)
    }

  const set = (path: OrderPath, value: unknown): void => {
    edited.set(path, value)
    if (value === undefined) typed.remove(path)
  }
  const load = (): Promise<void> =>
    // Changes made while the draft was loading take precedence.
    draft.load(
      () => isEmpty.value,
      (read) => {
        edited.write(read)
        change.reset()
      },
    )
  const replaceBatch = (next?: Batch): void => {
    edited.replace(next)
    change.reset()
  }
  const undo = (): void => {
    if (edited.undo()) change.reset()
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
    const state = progress.state === 'ended' ? progress.rows[0]?.state : undefined
    // A failed or unsent batch stays editable; a completed or unconfirmed one does not.
    if (state === 'done' || state === 'unknown') {
      stage.value = 'sent'
      refreshLists(batch.value)
    }
    await draft.save()
  }

  return {
    head,
    orders,
    chosen: edited.chosen,
    chosenAt: edited.chosenAt,
    chosenId: edited.chosenId,
    stage,
    before: edited.before,
    state: draft.state,
    saveFailure: draft.failure,
    dropped,
    batch,
    problems: computed(() => typed.withEntries(checked.value)),
    typedAt: typed.textAt,
    type: typed.type,
    inputAt: typed.inputAt,
    read: typed.read,
    isEmpty,
    unconfirmedRevocations: edited.unconfirmedRevocations,
    confirmedRevocations: edited.confirmedRevocations,
    progress: change.progress,
    entry: change.currentEntry,
    isSending: change.isRunning,
    load,
    setHeader: unlessSending(edited.setHeader),
    set: unlessSending(set),
    setType: unlessSending((orderType: OrderType) => {
      const order = edited.chosen.value?.order
      if (order === undefined) return
      for (const path of emptyContents(order)) typed.remove(path)
      edited.replaceChosen(asType(order, orderType))
    }),
    /** Removes the fields that an order of its type must not contain. */
    removeDisallowed: unlessSending(() => {
      const order = edited.chosen.value?.order
      if (order === undefined) return
      for (const { path, fields } of disallowedFields(order))
        for (const name of fields) typed.remove([...path, name])
      edited.replaceChosen(withoutDisallowed(order))
    }),
    nextSequence: edited.nextSequence,
    add: unlessSending(edited.add),
    duplicateChosen: unlessSending(edited.duplicateChosen),
    remove: unlessSending(edited.remove),
    renumber: unlessSending(edited.renumber),
    clear: unlessSending(() => replaceBatch()),
    replaceBatch: unlessSending((next: Batch) => replaceBatch(next)),
    undo: unlessSending(undo),
    toStage: unlessSending((next: 'write' | 'review') => (stage.value = next)),
    confirmRevocation: edited.confirmRevocation,
    send,
    resetResult: change.reset,
  }
})
