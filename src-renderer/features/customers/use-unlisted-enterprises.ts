import { computed, shallowRef, watch } from 'vue'
import { useEnterprisesStore } from '../../entities/enterprise/enterprises-store'
import { useJournalStore } from '../../stores/journal-store'
import { usePlatformStore } from '../../stores/platform-store'
import { command } from '../../bridge'
import { unlistedEnterprises } from './new-enterprises'

/** Enterprises in the journal that are missing from the list, for the current platform. */
export const useUnlistedEnterprises = () => {
  const enterprisesStore = useEnterprisesStore()
  const journal = useJournalStore()
  const platform = usePlatformStore()
  /** The platform of each job; null if unknown. */
  const platformOfJob = shallowRef<ReadonlyMap<string, string | null>>(new Map())
  const requestedJobIds = new Set<string>()

  const openPlatformId = computed(() => {
    const status = platform.status
    if (status === null) return null
    return status.training ? 'training' : status.baseUrl
  })
  const candidates = computed(() =>
    enterprisesStore.state === 'ready'
      ? unlistedEnterprises(
          journal.entries,
          new Set(enterprisesStore.enterprises.map(({ enterpriseGlobalId }) => enterpriseGlobalId)),
        )
      : [],
  )

  watch(
    candidates,
    async (list) => {
      for (const { entry } of list) {
        if (requestedJobIds.has(entry.jobId)) continue
        requestedJobIds.add(entry.jobId)
        const outcome = await command('jobs/read', { jobId: entry.jobId })
        platformOfJob.value = new Map(platformOfJob.value).set(
          entry.jobId,
          outcome.ok ? outcome.value.job.environment : null,
        )
      }
    },
    { immediate: true },
  )

  return computed(() =>
    candidates.value.filter(({ entry }) => {
      const environment = platformOfJob.value.get(entry.jobId)
      return environment != null && environment === openPlatformId.value
    }),
  )
}
