import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowReactive, toValue, watch } from 'vue'
import type { MaybeRefOrGetter } from 'vue'

/** The rows that only this window has: opening another platform reloads the page and would lose them. */
export const useUnsentRowsStore = defineStore('unsent-rows', () => {
  const countBySource = shallowReactive(new Map<symbol, number>())
  const total = computed(() => [...countBySource.values()].reduce((sum, count) => sum + count, 0))

  /** Adds to the count while the calling component or store exists. */
  const count = (rows: MaybeRefOrGetter<number>): void => {
    const own = Symbol('rows')
    watch(
      () => toValue(rows),
      (now) => void countBySource.set(own, now),
      { immediate: true },
    )
    onScopeDispose(() => void countBySource.delete(own))
  }

  return { total, count }
})
