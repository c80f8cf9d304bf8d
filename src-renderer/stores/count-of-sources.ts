import { computed, onScopeDispose, shallowReactive, toValue, watch } from 'vue'
import type { MaybeRefOrGetter } from 'vue'

/** A sum to which components and stores add their own count while they exist. */
export const createCountOfSources = () => {
  const countBySource = shallowReactive(new Map<symbol, number>())
  const total = computed(() => [...countBySource.values()].reduce((sum, count) => sum + count, 0))

  const count = (own: MaybeRefOrGetter<number>): void => {
    const source = Symbol('source')
    watch(
      () => toValue(own),
      (now) => void countBySource.set(source, now),
      { immediate: true },
    )
    onScopeDispose(() => void countBySource.delete(source))
  }

  return { total, count }
}
