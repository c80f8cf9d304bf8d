import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { FieldOf } from '#shared/model/orders/order-levels'
import { command, onEvent } from '../../bridge'
import { useLicensesStore } from '../../entities/license/licenses-store'

/** One request per asset: the first ones are enough to know what an enterprise uses. */
const maxAssets = 20

const assetIdsOf = async (enterpriseGlobalId: string | null): Promise<readonly string[]> => {
  const outcome = await command('assets/list', { enterpriseGlobalId, from: 0, limit: maxAssets })
  const ids = outcome.ok ? outcome.value.rows.map(({ assetId }) => assetId) : []
  return ids.filter((assetId) => assetId !== null)
}

/**
 * The assets whose products an order for an enterprise can choose from: its own, and for a new one without assets
 * those of the others. Nothing is read before `load`.
 */
export const useKnownProductsStore = defineStore('known-products', () => {
  const licenses = useLicensesStore()
  const enterpriseId = ref('')
  const assetIds = shallowRef<readonly string[]>([])
  const isListing = ref(false)
  /** Products that were chosen for orders: the list is of another customer by the time when a name is typed over. */
  const chosen = new Set<string>()
  /** IDs that were typed by hand in this window. Where the IDs of a draft come from is not known. */
  const typedIds = new Set<string>()
  const keyOfId = (field: FieldOf<'product'>, id: string): string => `${field} ${id}`
  let hasOwn = false
  let newest = 0

  const load = async (id: string): Promise<void> => {
    if (id === enterpriseId.value) return
    enterpriseId.value = id
    assetIds.value = []
    newest += 1
    const listing = newest
    isListing.value = id !== ''
    if (id === '') return
    const own = await assetIdsOf(id)
    const ids = own.length > 0 ? own : await assetIdsOf(null)
    if (listing !== newest) return
    isListing.value = false
    hasOwn = own.length > 0
    assetIds.value = ids
    for (const assetId of assetIds.value) void licenses.loadOnce(assetId)
  }
  // The list may not have been read yet: it is asked for again at once where it is waited for, else with the next opening.
  onEvent('records/refreshed', ({ enterpriseGlobalId }) => {
    if (enterpriseGlobalId !== enterpriseId.value || (hasOwn && !isListing.value)) return
    enterpriseId.value = ''
    if (isListing.value) void load(enterpriseGlobalId)
  })

  const reads = computed(() => assetIds.value.map((assetId) => licenses.of(assetId)))
  const isLoading = computed(() => isListing.value || reads.value.some((read) => read?.state === 'loading'))
  return {
    load,
    chosen,
    typeId: (field: FieldOf<'product'>, id: string): void => void typedIds.add(keyOfId(field, id)),
    isTyped: (field: FieldOf<'product'>, id: string): boolean => typedIds.has(keyOfId(field, id)),
    isLoading,
    isRead: (id: string): boolean => id === enterpriseId.value && !isLoading.value,
    /** What was read of the assets so far. */
    licenses: computed(() => reads.value.flatMap((read) => (read?.state === 'ready' ? [read.licenses] : []))),
  }
})
