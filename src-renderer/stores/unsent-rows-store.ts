import { defineStore } from 'pinia'
import { computed } from 'vue'
import type { MaybeRefOrGetter } from 'vue'
import { createCountOfSources } from './count-of-sources'

const unsentKinds = ['locks', 'employees', 'enterprises', 'labels', 'loans', 'files'] as const
export type UnsentKind = (typeof unsentKinds)[number]

/** How many of a kind would be lost; the question names each. */
export interface UnsentCount {
  readonly kind: UnsentKind
  readonly count: number
}

/** The rows and choices that only this window has: opening another platform reloads the page and would lose them. */
export const useUnsentRowsStore = defineStore('unsent-rows', () => {
  const sources = unsentKinds.map((kind) => ({ kind, ...createCountOfSources() }))
  const counts = computed((): readonly UnsentCount[] =>
    sources.flatMap(({ kind, total }) => (total.value === 0 ? [] : [{ kind, count: total.value }])),
  )
  return {
    counts,
    total: computed(() => counts.value.reduce((sum, { count }) => sum + count, 0)),
    count: (kind: UnsentKind, own: MaybeRefOrGetter<number>): void => {
      sources.find((source) => source.kind === kind)?.count(own)
    },
  }
})
