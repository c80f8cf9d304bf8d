import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { Selection } from '../../ui/table/selection'
import type { TableSort } from '../../ui/table/table-column'
import { isUsed, noFilter } from './asset-facets'
import type { AssetFilter, Facet } from './asset-facets'

/** What the person set on the page: it is there again when they come back to it. */
export const useAssetsViewStore = defineStore('assets-view', () => {
  /** The assets of all registered enterprises, and not of the chosen one. */
  const isAll = ref(false)
  const text = ref('')
  const sort = ref<TableSort | null>(null)
  const filter = shallowRef<AssetFilter>(noFilter)
  const selected = shallowRef<Selection>(new Set())
  /** The asset whose details are open. */
  const chosen = ref<string | null>(null)
  /** The pictures take a third of the window: on a low one they wait until they are asked for. */
  const chartsOpen = ref(window.innerHeight >= 720)

  const set = (part: Partial<AssetFilter>): void => void (filter.value = { ...filter.value, ...part })
  /** Puts a value in or takes it out, of a facet that takes several. */
  const toggle = (facet: 'states' | 'types' | 'chips', value: string): void => {
    const before: readonly string[] = filter.value[facet]
    const after = before.includes(value) ? before.filter((one) => one !== value) : [...before, value]
    set({ [facet]: after })
  }
  const clear = (facet: Facet): void => set({ [facet]: noFilter[facet] })
  const clearAll = (): void => {
    filter.value = noFilter
    text.value = ''
  }
  const isFiltered = (): boolean =>
    text.value.trim() !== '' ||
    (Object.keys(noFilter) as Facet[]).some((facet) => isUsed(filter.value, facet))

  return {
    isAll,
    text,
    sort,
    filter,
    selected,
    chosen,
    chartsOpen,
    set,
    toggle,
    clear,
    clearAll,
    isFiltered,
  }
})
