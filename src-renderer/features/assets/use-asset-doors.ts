import { nextTick, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import type { AssetRow } from './asset-facets'
import { useAssetsViewStore } from './assets-view-store'

/**
 * Other pages send people here, by the address: to one asset (`?asset=` its number) or to those of one person
 * (`?holder=` the member's global id). Taken once the rows are there, and gone from the address.
 */
export const useAssetDoors = (rows: () => readonly AssetRow[], show: (key: string) => void): void => {
  const route = useRoute()
  const router = useRouter()
  const view = useAssetsViewStore()

  watch(
    [() => route.query, rows],
    ([query, all]) => {
      if (route.name !== 'assets' || all.length === 0) return
      const { asset, holder } = query
      if (typeof asset === 'string') {
        const row = all.find(({ record }) => record.assetNum === asset || record.shellNumber === asset)
        if (row !== undefined) {
          view.chosen = row.key
          void nextTick(() => show(row.key))
        }
      }
      if (typeof holder === 'string') {
        const name = all.find(({ record }) => record.holder?.memberGlobalId === holder)?.record.holder?.name
        view.clearAll()
        view.set({ holder: { memberGlobalId: holder, name: name ?? holder } })
      }
      if (asset !== undefined || holder !== undefined) void router.replace({ name: 'assets' })
    },
    { immediate: true },
  )
}
