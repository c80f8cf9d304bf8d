import { computed, onScopeDispose, ref, shallowRef, toValue, watch } from 'vue'
import type { MaybeRefOrGetter } from 'vue'
import { dayOf } from '#shared/model/calendar-day'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { useTexts } from '../../i18n/use-texts'
import { useLockNamesStore } from '../../entities/lock-name/lock-names-store'
import { typeName } from '../../entities/lock/lock-texts'
import { usePlatformZone } from '../../ui/value/platform-time'
import { runTimeSliced } from '../../ui/table/run-time-sliced'
import type { TableColumn, TableSort } from '../../ui/table/table-column'
import { useTableRows } from '../../ui/table/use-table-rows'
import { assetRowsOf, filterAssets, noFilteredAssets } from './asset-facets'
import type { AssetFilter, AssetRow, FilteredAssets } from './asset-facets'
import { fullName } from '../../names/shown-name'

/** Licenses end at any time of the day, so an open list is recomputed hourly. */
const hour = 3_600_000
/** Charts and menus are updated after a pause in typing, because rendering them takes as long as the list, ms. */
const typingPauseMs = 150

/**
 * The rows after search, filters and sorting, with the counts for each choice given the search and the other
 * filters. Computed in time slices. The filters are applied last, so that changing one neither sorts nor
 * searches again.
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
  const names = useLockNamesStore()
  const zone = usePlatformZone()
  const rows = shallowRef<readonly AssetRow[]>([])
  const filtered = shallowRef<FilteredAssets>(noFilteredAssets)
  const isMaking = ref(false)
  const isFiltering = ref(false)
  let cancelRows = (): void => undefined
  let stopFiltering = (): void => undefined

  const { shown: found, isWorking: isFinding } = useTableRows({
    rows,
    columns,
    sort,
    text,
    searchTextOf: ({ record, named }) =>
      `${fullName(named?.name) ?? ''}\n${fullName(named?.note) ?? ''}\n${record.assetNum}\n${record.shellNumber ?? ''}\n${fullName(record.enterpriseName) ?? ''}\n${fullName(record.holder?.name) ?? ''}\n${typeName(record, language.value) ?? ''}`,
    language,
  })
  watch(
    // The months of the rows change at midnight, like those of the chart; it is not at a full hour of UTC in every zone.
    [
      () => toValue(records),
      () => dayOf(toValue(now), zone.value),
      zone,
      () => Math.floor(toValue(now) / hour),
      () => names.byKey,
    ],
    () => {
      cancelRows()
      isMaking.value = true
      cancelRows = runTimeSliced(
        assetRowsOf(toValue(records), toValue(now), names.byKey, zone.value),
        (made) => {
          rows.value = made
          isMaking.value = false
        },
      )
    },
    { immediate: true },
  )
  watch(
    [found, () => toValue(filter)],
    () => {
      stopFiltering()
      isFiltering.value = true
      stopFiltering = runTimeSliced(filterAssets(found.value, toValue(filter)), (result) => {
        filtered.value = result
        isFiltering.value = false
      })
    },
    { immediate: true },
  )
  const counts = shallowRef(filtered.value.counts)
  let countedText = toValue(text)
  let countTimer: ReturnType<typeof setTimeout> | undefined
  watch(filtered, (now) => {
    clearTimeout(countTimer)
    const count = (): void => {
      countedText = toValue(text)
      counts.value = now.counts
    }
    if (toValue(text) === countedText) count()
    else countTimer = setTimeout(count, typingPauseMs)
  })
  onScopeDispose(() => {
    cancelRows()
    stopFiltering()
    clearTimeout(countTimer)
  })

  const shown = computed(() => filtered.value.rows)
  const isWorking = computed(() => isMaking.value || isFinding.value || isFiltering.value)
  return { rows, shown, counts, isWorking }
}
