import { computed, onScopeDispose, ref, shallowRef, toValue, watch } from 'vue'
import type { MaybeRefOrGetter } from 'vue'
import type { LockRecord } from '#shared/model/lock-record'
import { useTexts } from '../../i18n/use-texts'
import { typeName } from '../../record/record-words'
import { inSlices } from '../../ui/table/in-slices'
import type { TableColumn, TableSort } from '../../ui/table/table-column'
import { useTableRows } from '../../ui/table/use-table-rows'
import { assetRowsOf, nothingSifted, siftAssets } from './asset-facets'
import type { AssetFilter, AssetRow, Sifted } from './asset-facets'

/** Ends and months are told apart by the day; a list that stays open over midnight is looked at anew. */
const hour = 3_600_000
/** Pictures and menus follow the search when the hand rests; to draw them at each key takes as long as the list. */
const handRestsMs = 150

/**
 * The rows of the list as the search, the filters and the order leave them, with the counts beside each choice: of
 * what the search finds, as of the other filters. In slices between keys. The filters come last, so that a press on
 * one sorts nothing and searches nothing.
 */
export const useAssetRows = (options: {
  readonly records: MaybeRefOrGetter<readonly LockRecord[]>
  readonly columns: MaybeRefOrGetter<readonly TableColumn<AssetRow>[]>
  readonly sort: MaybeRefOrGetter<TableSort | null>
  readonly text: MaybeRefOrGetter<string>
  readonly filter: MaybeRefOrGetter<AssetFilter>
  readonly now: MaybeRefOrGetter<number>
}) => {
  const { records, columns, sort, text, filter, now } = options
  const { language } = useTexts()
  const rows = shallowRef<readonly AssetRow[]>([])
  const sifted = shallowRef<Sifted>(nothingSifted)
  const isMaking = ref(false)
  const isSifting = ref(false)
  let giveUpRows = (): void => undefined
  let giveUpSifting = (): void => undefined

  const { shown: found, isWorking: isFinding } = useTableRows({
    rows,
    columns,
    sort,
    text,
    haystackOf: ({ record }) =>
      `${record.assetNum}\n${record.shellNumber ?? ''}\n${record.enterpriseName ?? ''}\n${record.holder?.name ?? ''}\n${typeName(record, language.value) ?? ''}`,
    language,
  })
  watch(
    [() => toValue(records), () => Math.floor(toValue(now) / hour)],
    () => {
      giveUpRows()
      isMaking.value = true
      giveUpRows = inSlices(assetRowsOf(toValue(records), toValue(now)), (made) => {
        rows.value = made
        isMaking.value = false
      })
    },
    { immediate: true },
  )
  watch(
    [found, () => toValue(filter)],
    () => {
      giveUpSifting()
      isSifting.value = true
      giveUpSifting = inSlices(siftAssets(found.value, toValue(filter)), (result) => {
        sifted.value = result
        isSifting.value = false
      })
    },
    { immediate: true },
  )
  const counts = shallowRef(sifted.value.counts)
  let countedText = toValue(text)
  let resting: ReturnType<typeof setTimeout> | undefined
  watch(sifted, (now) => {
    clearTimeout(resting)
    const count = (): void => {
      countedText = toValue(text)
      counts.value = now.counts
    }
    if (toValue(text) === countedText) count()
    else resting = setTimeout(count, handRestsMs)
  })
  onScopeDispose(() => {
    giveUpRows()
    giveUpSifting()
    clearTimeout(resting)
  })

  const shown = computed(() => sifted.value.rows)
  const isWorking = computed(() => isMaking.value || isFinding.value || isSifting.value)
  return { rows, shown, counts, isWorking }
}
