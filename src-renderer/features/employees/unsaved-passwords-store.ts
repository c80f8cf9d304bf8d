import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowReactive, toValue, watch } from 'vue'
import type { MaybeRefOrGetter } from 'vue'
import { command } from '../../bridge'

/**
 * How many made passwords stand nowhere but in this window: nobody has read, copied or saved them, and the platform
 * has them or may have them. Main asks before it closes the window on them.
 */
export const useUnsavedPasswordsStore = defineStore('unsaved-passwords', () => {
  const held = shallowReactive(new Map<symbol, number>())
  const total = computed(() => [...held.values()].reduce((sum, count) => sum + count, 0))
  watch(total, (madePasswords) => void command('window/hold', { madePasswords }))

  /** Counts along for as long as the part or store that asks is there. */
  const count = (passwords: MaybeRefOrGetter<number>): void => {
    const own = Symbol('passwords')
    watch(
      () => toValue(passwords),
      (now) => void held.set(own, now),
      { immediate: true },
    )
    onScopeDispose(() => void held.delete(own))
  }

  return { total, count }
})
