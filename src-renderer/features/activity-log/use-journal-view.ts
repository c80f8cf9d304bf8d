import { computed, shallowRef, watch } from 'vue'
import { useJournalStore } from '../../stores/journal-store'
import { useTexts } from '../../i18n/use-texts'
import type { JournalEntry } from '#shared/model/changes/change'
import type { TableColumn } from '../../ui/table/table-column'
import { useToday } from '../../ui/value/clock'
import { createListState, useListPage } from '../../entities/list-page/use-list-page'
import { readFilter, valuesOf } from './saved-filter'
import { useTableRows } from '../../ui/table/use-table-rows'
import {
  filterEntries,
  groupOf,
  outcomeGroups,
  searchTextOf,
  isFilter,
  noFilter,
  operatorsIn,
} from './filter-entries'
import type { ActivityFilter, OutcomeGroup } from './filter-entries'
import { subjectOf } from './subject'
import { shownName } from '../../names/shown-name'

/** The journal entries to show, filtered and sorted. */
export const useJournalView = () => {
  const journal = useJournalStore()
  const { t, tn, language } = useTexts()

  const state = createListState()
  const { text, sort } = state
  const filter = shallowRef<ActivityFilter>(noFilter)

  const columns = computed((): readonly TableColumn<JournalEntry>[] => [
    {
      key: 'time',
      title: t('common.column.time'),
      width: '92px',
      value: ({ requestedAt }) => requestedAt,
    },
    {
      key: 'action',
      title: t('common.column.action'),
      width: 'minmax(112px, 1fr)',
      value: ({ action }) => t(`common.action.${action}`),
    },
    {
      key: 'subject',
      title: t('common.column.item'),
      width: 'minmax(112px, 1fr)',
      value: (entry) => {
        const { number, text } = subjectOf(entry, { tn })
        return number ?? text
      },
    },
    {
      key: 'enterprise',
      title: t('common.enterprise'),
      width: 'minmax(110px, 2.4fr)',
      name: ({ enterpriseName }) => enterpriseName,
      sharedText: ({ enterpriseName }) => shownName(enterpriseName) ?? '',
      hideBelow: 760,
    },
    {
      key: 'outcome',
      title: t('common.result'),
      width: 'minmax(124px, 3fr)',
      value: ({ action, state }) => t(`common.outcome.${action}.${state}`),
    },
    {
      key: 'operator',
      title: t('common.operator'),
      width: 'minmax(72px, 0.6fr)',
      name: ({ operatorIdentity }) => operatorIdentity,
      sharedText: ({ operatorIdentity }) => shownName(operatorIdentity),
      hideBelow: 700,
    },
  ])

  // Each entry's search text is built once: new rows shift the indices of all others.
  let searchTexts = new WeakMap<JournalEntry, string>()
  watch(language, () => (searchTexts = new WeakMap()), { flush: 'sync' })
  const searchText = (entry: JournalEntry): string => {
    const known = searchTexts.get(entry)
    if (known !== undefined) return known
    const made = searchTextOf(entry, { t })
    searchTexts.set(entry, made)
    return made
  }

  const today = useToday()
  const filtered = computed(() =>
    filterEntries(journal.entries, { ...filter.value, outcome: '' }, Date.now(), today.value),
  )
  const { shown: found, isWorking } = useTableRows({
    rows: filtered,
    columns,
    sort,
    text,
    searchTextOf: searchText,
    language,
  })

  /** Entries of each result that the search and the other filters let through. */
  const counts = computed(() => {
    const all = Object.fromEntries(outcomeGroups.map((group) => [group, 0])) as Record<OutcomeGroup, number>
    for (const { state } of found.value) all[groupOf(state)] += 1
    return all
  })
  const shown = computed(() => {
    const { outcome } = filter.value
    return outcome === '' ? found.value : found.value.filter(({ state }) => groupOf(state) === outcome)
  })

  const list = useListPage('journal', {
    state,
    rows: () => journal.entries,
    find: journal.find,
    tableRows: { shown, isWorking },
    rowKey: ({ entryId }) => entryId,
    columns,
    filters: {
      values: () => valuesOf(filter.value),
      apply: (values) => {
        const read = readFilter(values)
        filter.value = read.filter
        return read.ignored.map((name) => t(`journal.filter.${name}`))
      },
      clear: () => void (filter.value = noFilter),
    },
  })

  return {
    list,
    counts,
    filter,
    isWorking,
    operators: computed(() => operatorsIn(journal.entries)),
    isFiltered: computed(() => text.value.trim() !== '' || isFilter(filter.value)),
  }
}
