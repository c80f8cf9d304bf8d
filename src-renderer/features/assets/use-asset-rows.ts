import { onScopeDispose, ref, shallowRef, toValue, watch } from 'vue'
import type { MaybeRefOrGetter } from 'vue'
import type { LockRecord } from '#shared/model/lock-record'
import { inSlices } from '../../ui/table/in-slices'
import { assetRowsOf, nothingSifted, siftAssets } from './asset-facets'
import type { AssetFilter, AssetRow, Sifted } from './asset-facets'

/** Ends and months are told apart by the day; a list that stays open over midnight is looked at anew. */
const hour = 3_600_000

/** The rows of the list as the filters leave them, with the counts beside each choice; in slices between keys. */
export const useAssetRows = (options: {
  readonly records: MaybeRefOrGetter<readonly LockRecord[]>
  readonly filter: MaybeRefOrGetter<AssetFilter>
  readonly now: MaybeRefOrGetter<number>
}) => {
  const rows = shallowRef<readonly AssetRow[]>([])
  const sifted = shallowRef<Sifted>(nothingSifted)
  const isWorking = ref(false)
  let giveUpRows = (): void => undefined
  let giveUpSifting = (): void => undefined

  const sift = (): void => {
    giveUpSifting()
    isWorking.value = true
    giveUpSifting = inSlices(siftAssets(rows.value, toValue(options.filter)), (result) => {
      sifted.value = result
      isWorking.value = false
    })
  }
  watch(
    [() => toValue(options.records), () => Math.floor(toValue(options.now) / hour)],
    () => {
      giveUpRows()
      giveUpSifting()
      isWorking.value = true
      giveUpRows = inSlices(assetRowsOf(toValue(options.records), toValue(options.now)), (made) => {
        rows.value = made
        sift()
      })
    },
    { immediate: true },
  )
  watch(() => toValue(options.filter), sift)
  onScopeDispose(() => {
    giveUpRows()
    giveUpSifting()
  })

  return { rows, sifted, isWorking }
}
