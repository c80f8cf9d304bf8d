import { computed } from 'vue'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { useAssetsStore } from '../../entities/asset/assets-store'

/** The assets of one enterprise, from the list already loaded if it includes them. */
export const useEnterpriseAssets = (enterpriseGlobalId: string) => {
  const assets = useAssetsStore()
  const isAvailable = assets.enterpriseGlobalId === null || assets.enterpriseGlobalId === enterpriseGlobalId
  const load = (): Promise<void> => (isAvailable ? assets.load() : assets.show(enterpriseGlobalId))
  if (!isAvailable || assets.list === null) void load()
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
