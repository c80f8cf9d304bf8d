import { nextTick, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { foldNumber } from '#shared/model/locks/shell-number'
import type { AssetRow } from './asset-facets'
import { useAssetsViewStore } from './assets-view-store'

/** Whether a row has this number, in any spelling. */
const isLike = (number: string): ((row: AssetRow) => boolean) => {
  const normalized = foldNumber(number)
  return ({ record }) => record.shellNumber === normalized || foldNumber(record.assetNum) === normalized
}

/**
 * Links from other pages: to one asset (`?asset=` its number) or to an employee's assets (`?holder=` the
 * member's global ID). Handled once the rows are loaded, then removed from the address.
 */
export const useAssetActions = (rows: () => readonly AssetRow[], show: (key: string) => void): void => {
  const route = useRoute()
  const router = useRouter()
  const view = useAssetsViewStore()

  watch(
    [() => route.query, rows],
    ([query, all]) => {
      if (route.name !== 'assets' || all.length === 0) return
      const { asset, holder } = query
      if (typeof asset === 'string') {
        const row = all.find(({ record }) => record.assetNum === asset) ?? all.find(isLike(asset))
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
