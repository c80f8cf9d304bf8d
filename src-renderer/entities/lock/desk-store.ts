import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { LockAction } from '#shared/model/changes/change'

/** What the input does with a number: open its record, or add it to the list of locks to change. */
export const deskActions = ['look-up', 'disable', 'enable'] as const
export type DeskAction = (typeof deskActions)[number]

type Side = 'record' | 'list'
/** What is open on the right. The batch of continuous mode, if there is one, covers a side until something else is opened. */
type Shown = { readonly what: Side } | { readonly what: 'batch'; readonly over: Side }

/** The mode of the lock desk: what its input does, and what is open on the right side. */
export const useDeskStore = defineStore('desk', () => {
  const action = ref<DeskAction>('look-up')
  const shown = shallowRef<Shown>({ what: 'record' })
  const side = computed(() => (shown.value.what === 'batch' ? shown.value.over : shown.value.what))
  const show = (what: Side | 'batch'): void =>
    void (shown.value = what === 'batch' ? { what, over: side.value } : { what })
  /** The text in the input, which was typed since the input last got another meaning. */
  const typed = ref('')
  /** The list gets other rows: Enter must not add what was typed before. */
  const beginList = (): void => {
    typed.value = ''
    show('list')
  }
  const choose = (chosen: DeskAction): void => {
    if (action.value !== chosen) typed.value = ''
    action.value = chosen
    if (chosen !== 'look-up' && side.value !== 'list') show('list')
  }

  return {
    action,
    /** The chosen action; null if the input only looks up. */
    change: computed<LockAction | null>(() => (action.value === 'look-up' ? null : action.value)),
    side,
    hasBatchInFront: computed(() => shown.value.what === 'batch'),
    typed,
    choose,
    show,
    beginList,
  }
})
