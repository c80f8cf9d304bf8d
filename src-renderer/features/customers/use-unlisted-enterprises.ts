import { computed } from 'vue'
import { useEnterprisesStore } from '../../entities/enterprise/enterprises-store'
import { useJournalStore } from '../../stores/journal-store'
import { unlistedEnterprises } from './new-enterprises'

/** Enterprises in the journal that are missing from the list, for the current platform. */
export const useUnlistedEnterprises = () => {
  const enterprisesStore = useEnterprisesStore()
  const journal = useJournalStore()
  return computed(() =>
    enterprisesStore.state === 'ready'
      ? unlistedEnterprises(
          journal.entriesHere,
          new Set(enterprisesStore.enterprises.map(({ enterpriseGlobalId }) => enterpriseGlobalId)),
        )
      : [],
  )
}
