import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import { useMedia } from '../../ui/layout/use-media'
import type { Selection } from '../../ui/table/selection'
import type { TableSort } from '../../ui/table/table-column'
import { noLayout } from '../../ui/table/table-layout'
import type { TableLayout } from '../../ui/table/table-layout'
import { isUsed, noFilter } from './asset-facets'
import type { AssetFilter, Facet } from './asset-facets'

/** The page's view settings, kept while other pages are open. */
export const useAssetsViewStore = defineStore('assets-view', () => {
  /** Whether the assets of all known enterprises are shown instead of the chosen one's. */
  const isAll = ref(false)
  const text = ref('')
  const sort = shallowRef<TableSort | null>(null)
  const layout = shallowRef<TableLayout>(noLayout)
  const filter = shallowRef<AssetFilter>(noFilter)
  const selected = shallowRef<Selection>(new Set())
  /** The asset with open details. */
  const chosen = ref<string | null>(null)
  /** The charts take a third of the window: in a low one they are shown only on request. */
  const isTall = useMedia('(min-height: 720px)')
  const chosenCharts = ref<boolean | null>(null)
  const chartsOpen = computed({
    get: () => chosenCharts.value ?? isTall.value,
    set: (isOpen: boolean) => void (chosenCharts.value = isOpen),
  })

  const set = (part: Partial<AssetFilter>): void => void (filter.value = { ...filter.value, ...part })
  /** Adds or removes a value of a facet with several values. */
  const toggle = (facet: 'states' | 'types' | 'chips', value: string): void => {
    const before: readonly string[] = filter.value[facet]
    const after = before.includes(value) ? before.filter((other) => other !== value) : [...before, value]
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
    layout,
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
