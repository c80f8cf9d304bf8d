import { computed, ref, shallowRef, watch } from 'vue'
import { useJournalStore } from '../../app/stores/journal-store'
import { useTexts } from '../../i18n/use-texts'
import type { JournalEntry } from '#shared/model/change'
import type { TableColumn, TableSort } from '../../ui/table/table-column'
import { useTableRows } from '../../ui/table/use-table-rows'
import { filterEntries, haystackOf, isFilter, noFilter, operatorsIn } from './filter-entries'
import type { JournalFilter } from './filter-entries'
import { subjectOf } from './subject'

/** Which entries of the journal are shown, and in which order. */
export const useJournalView = () => {
  const journal = useJournalStore()
  const { t, tn, language } = useTexts()

  const text = ref('')
  const filter = shallowRef<JournalFilter>(noFilter)
  const sort = shallowRef<TableSort | null>(null)

  const columns = computed((): readonly TableColumn<JournalEntry>[] => [
    {
      key: 'time',
      title: t('journal.columns.time'),
      width: 'minmax(108px, 0.9fr)',
      value: ({ askedAt }) => askedAt,
    },
    {
      key: 'action',
      title: t('journal.columns.action'),
      width: 'minmax(124px, 1.6fr)',
      value: ({ action }) => t(`words.action.${action}`),
    },
    {
      key: 'subject',
      title: t('journal.columns.subject'),
      width: 'minmax(128px, 1.6fr)',
      value: (entry) => {
        const { number, words } = subjectOf(entry, { tn })
        return number ?? words
      },
    },
    {
      key: 'enterprise',
      title: t('journal.columns.enterprise'),
      width: 'minmax(110px, 1.4fr)',
      value: ({ enterpriseName }) => enterpriseName,
      hideBelow: 760,
    },
    {
      key: 'outcome',
      title: t('journal.columns.outcome'),
      width: 'minmax(150px, 1.6fr)',
      value: ({ action, state }) => t(`words.outcome.${action}.${state}`),
    },
    {
      key: 'operator',
      title: t('journal.columns.operator'),
      width: 'minmax(72px, 0.8fr)',
      value: ({ operatorIdentity }) => operatorIdentity,
      hideBelow: 700,
    },
  ])

  // An entry is made into what it is searched in once: rows that come in above move all the others.
  let haystacks = new WeakMap<JournalEntry, string>()
  watch(language, () => (haystacks = new WeakMap()), { flush: 'sync' })
  const haystack = (entry: JournalEntry): string => {
    const known = haystacks.get(entry)
    if (known !== undefined) return known
    const made = haystackOf(entry, { t })
    haystacks.set(entry, made)
    return made
  }

  const filtered = computed(() => filterEntries(journal.entries, filter.value, Date.now()))
  const { shown, isWorking } = useTableRows({
    rows: filtered,
    columns,
    sort,
    text,
    haystackOf: haystack,
    language,
  })

  return {
    text,
    filter,
    sort,
    columns,
    shown,
    isWorking,
    operators: computed(() => operatorsIn(journal.entries)),
    isFiltered: computed(() => text.value.trim() !== '' || isFilter(filter.value)),
    showAll: (): void => {
      text.value = ''
      filter.value = noFilter
    },
  }
}
