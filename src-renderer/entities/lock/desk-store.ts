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
  /** Whether the batch of continuous mode, if there is one, covers the side until something else is opened. */
  const hasBatchInFront = ref(false)
  const show = (what: 'record' | 'list' | 'batch'): void => {
    hasBatchInFront.value = what === 'batch'
    if (what !== 'batch') side.value = what
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
    if (chosen !== 'look-up' && side.value !== 'list') show('list')
  }

  return {
    action,
    /** The chosen action; null if the input only looks up. */
    change: computed<LockAction | null>(() => (action.value === 'look-up' ? null : action.value)),
    side,
    hasBatchInFront,
    typed,
    choose,
    show,
    beginList,
  }
})
