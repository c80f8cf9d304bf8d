import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowReactive, toValue, watch } from 'vue'
import type { MaybeRefOrGetter } from 'vue'
import { command } from '../../../bridge'

/**
 * The number of generated passwords that only this window has: not read, copied or saved, but possibly set on
 * the platform. Main warns before the window closes.
 */
export const useUnsavedPasswordsStore = defineStore('unsaved-passwords', () => {
  const countBySource = shallowReactive(new Map<symbol, number>())
  const total = computed(() => [...countBySource.values()].reduce((sum, count) => sum + count, 0))
  watch(total, (generatedPasswords) => void command('window/unsaved-passwords', { generatedPasswords }))

  /** Adds to the count while the calling component or store exists. */
  const count = (passwords: MaybeRefOrGetter<number>): void => {
    const own = Symbol('passwords')
    watch(
      () => toValue(passwords),
      (now) => void countBySource.set(own, now),
      { immediate: true },
    )
    onScopeDispose(() => void countBySource.delete(own))
  }

  return { total, count }
})
