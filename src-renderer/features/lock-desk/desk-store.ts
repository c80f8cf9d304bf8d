import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { LockAction } from '#shared/model/change'

/** What the input does with a number: opens its record, or puts it on the list of locks to be changed. */
export const deskActions = ['look-up', 'disable', 'enable'] as const
export type DeskAction = (typeof deskActions)[number]

/** How the desk stands: what its input is for, and what lies on its right side. */
export const useDeskStore = defineStore('desk', () => {
  const action = ref<DeskAction>('look-up')
  const side = ref<'record' | 'list'>('record')
  /** Where there is room for one thing only: the plugged-in locks, and not what lies on the right. */
  const locksInFront = ref(true)

  /** How often something was shown: also what lay there already, under a batch that is over. */
  const showings = ref(0)
  const show = (what: 'record' | 'list'): void => {
    side.value = what
    showings.value += 1
    locksInFront.value = false
  }
  const choose = (chosen: DeskAction): void => {
    action.value = chosen
    if (chosen !== 'look-up') side.value = 'list'
  }
  const showLocks = (): void => void (locksInFront.value = true)

  return {
    action,
    /** The change that is chosen, or null where the input only looks up. */
    change: computed<LockAction | null>(() => (action.value === 'look-up' ? null : action.value)),
    side,
    locksInFront,
    showings,
    choose,
    show,
    showLocks,
  }
})
