import { computed, watch } from 'vue'
import type { JournalEntry } from '#shared/model/changes/change'
import { actionText } from '../../entities/change/action-text'
import { createListState, useListPage } from '../../entities/list-page/use-list-page'
import { useTexts } from '../../i18n/use-texts'
import { useJournalStore } from '../../stores/journal-store'
import type { TableColumn } from '../../ui/table/table-column'
import { activityColumns } from './activity-columns'
import { searchTextOf } from './filter-entries'
import { readFilter, valuesOf } from './saved-filter'
import { subjectOf } from './subject'
import { useActivityFilter } from './use-activity-filter'

/** The journal entries to show, filtered and sorted. */
export const useJournalView = () => {
  const journal = useJournalStore()
  const { t, tn, language } = useTexts()
  const state = createListState()
  const common = computed(() => activityColumns({ t }))

  /** The cell names the platform of a change on another one, also where all rows are of one enterprise. */
  const enterprise = computed((): TableColumn<JournalEntry> => {
    const { sharedText, ...column } = common.value.enterprise
    return journal.entriesHere.length === journal.entries.length ? { ...column, sharedText } : column
  })

  const columns = computed((): readonly TableColumn<JournalEntry>[] => [
    {
      key: 'time',
      title: t('common.column.time'),
      width: '92px',
      value: ({ requestedAt }) => requestedAt,
    },
    { ...common.value.action, value: (entry) => actionText(entry, { t }) },
    {
      key: 'subject',
      title: t('common.column.item'),
      // A number and the name of an employee, unless the details leave too little room.
      width: 'minmax(max(112px, min(190px, 26%)), 1.7fr)',
      value: (entry) => {
        const { number, text } = subjectOf(entry, { tn })
        return number ?? text
      },
    },
    enterprise.value,
    common.value.outcome,
    common.value.operator,
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

  const filtering = useActivityFilter({
    ...state,
    rows: () => journal.entries,
    timeOf: ({ requestedAt }) => requestedAt,
    columns,
    searchTextOf: searchText,
  })
  const { filter } = filtering

  const list = useListPage('journal', {
    state,
    rows: () => journal.entries,
    find: journal.find,
    tableRows: filtering,
    rowKey: ({ entryId }) => entryId,
    columns,
    filters: {
      values: () => valuesOf(filter.value),
      apply: (values) => {
        const read = readFilter(values)
        filter.value = read.filter
        return read.ignored.map((name) => t(`journal.filter.${name}`))
      },
      clear: filtering.clear,
    },
  })

  return { list, ...filtering }
}
