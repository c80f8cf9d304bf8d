import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { LockAction } from '#shared/model/changes/change'

/** What the input does with a number: open its record, or add it to the list of locks to change. */
export const deskActions = ['look-up', 'disable', 'enable'] as const
export type DeskAction = (typeof deskActions)[number]

/** The mode of the lock desk: what its input does, and what is open on the right side. */
export const useDeskStore = defineStore('desk', () => {
  const action = ref<DeskAction>('look-up')
  const side = ref<'record' | 'list'>('record')

  /** How often something was opened, including what was already open beneath an ended batch. */
  const showCount = ref(0)
  const show = (what: 'record' | 'list'): void => {
    side.value = what
    showCount.value += 1
  }
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
    if (chosen !== 'look-up') side.value = 'list'
  }

  return {
    action,
    /** The chosen action; null if the input only looks up. */
    change: computed<LockAction | null>(() => (action.value === 'look-up' ? null : action.value)),
    side,
    showCount,
    typed,
    choose,
    show,
    beginList,
  }
})
