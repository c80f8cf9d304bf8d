import { computed, shallowRef, watch } from 'vue'
import { useEnterprisesStore } from '../../app/stores/enterprises-store'
import { useJournalStore } from '../../app/stores/journal-store'
import { usePlatformStore } from '../../app/stores/platform-store'
import { command } from '../../bridge'
import { lostEnterprises } from './new-enterprises'

/** Enterprises of the journal that the register does not have, of the platform that is open. */
export const useLostEnterprises = () => {
  const register = useEnterprisesStore()
  const journal = useJournalStore()
  const platform = usePlatformStore()
  /** The platform that a job was asked of, by job; null where it cannot be told. */
  const askedOf = shallowRef<ReadonlyMap<string, string | null>>(new Map())
  const asked = new Set<string>()

  const here = computed(() => {
    const status = platform.status
    if (status === null) return null
    return status.training ? 'training' : status.baseUrl
  })
  const candidates = computed(() =>
    register.state === 'ready'
      ? lostEnterprises(
          journal.entries,
          new Set(register.enterprises.map(({ enterpriseGlobalId }) => enterpriseGlobalId)),
        )
      : [],
  )

  watch(
    candidates,
    async (list) => {
      for (const { entry } of list) {
        if (asked.has(entry.jobId)) continue
        asked.add(entry.jobId)
        const outcome = await command('jobs/read', { jobId: entry.jobId })
        askedOf.value = new Map(askedOf.value).set(
          entry.jobId,
          outcome.ok ? outcome.value.job.environment : null,
        )
      }
    },
    { immediate: true },
  )

  return computed(() =>
    candidates.value.filter(({ entry }) => {
      const environment = askedOf.value.get(entry.jobId)
      return environment != null && environment === here.value
    }),
  )
}
