import { computed } from 'vue'
import type { LockRecord } from '#shared/model/lock-record'
import { useAssetsStore } from '../app/stores/assets-store'

/** The assets of one enterprise, out of the list that is held already where that holds them. */
export const useEnterpriseAssets = (enterpriseGlobalId: string) => {
  const assets = useAssetsStore()
  const isHeld = assets.enterpriseGlobalId === null || assets.enterpriseGlobalId === enterpriseGlobalId
  const load = (): Promise<void> => (isHeld ? assets.load() : assets.show(enterpriseGlobalId))
  if (!isHeld || assets.list === null) void load()
  const rows = computed<readonly LockRecord[]>(() => {
    const all = assets.list?.rows ?? []
    return assets.enterpriseGlobalId === enterpriseGlobalId
      ? all
      : all.filter((record) => record.enterpriseGlobalId === enterpriseGlobalId)
  })
  return {
    rows,
    isLoading: computed(() => assets.list === null),
    failure: computed(() => assets.failure),
    load,
  }
}
