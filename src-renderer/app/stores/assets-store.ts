import { defineStore } from 'pinia'
import { onScopeDispose, ref, shallowRef } from 'vue'
import type { CommandFailure } from '#shared/commands'
import type { LockRecord } from '#shared/model/lock-record'
import type { PlatformFailure } from '#shared/platform-failure'
import { command, onEvent } from '../../bridge'
import { gathered } from '../gathered'
import { readSlices } from './read-slices'

/** Eighty enterprises are read anew within seconds; what they changed is fetched together. */
const gatherFor = 400
/** A running job says each second what it has done: fetching a long list for it takes no more than its share. */
const restPerLoad = 10

export interface AssetList {
  /** Main's: the same one has the same rows. */
  readonly version: number
  readonly rows: readonly LockRecord[]
  /** When the platform's list was read, ms since 1970; null before the first reading. */
  readonly readAt: number | null
  /** Why the last reading failed; the rows are then those of the one before. */
  readonly failure: PlatformFailure | null
}

/** The assets of one enterprise, or of all registered ones (null), as main read them last. */
export const useAssetsStore = defineStore('assets', () => {
  const enterpriseGlobalId = ref<string | null>(null)
  const list = shallowRef<AssetList | null>(null)
  const failure = ref<CommandFailure | null>(null)
  const isLoading = ref(false)
  const isRefreshing = ref(false)
  let newest = 0

  const load = async (): Promise<void> => {
    newest += 1
    const mine = newest
    const id = enterpriseGlobalId.value
    isLoading.value = true
    const outcome = await readSlices(
      (from, limit) => command('assets/list', { enterpriseGlobalId: id, from, limit }),
      ({ total }) => total,
      () => mine === newest,
    )
    if (outcome === null) return
    isLoading.value = false
    if (outcome.ok) {
      const { rows, last } = outcome.value
      list.value = { version: last.version, rows, readAt: last.readAt, failure: last.failure }
      failure.value = null
    } else failure.value = outcome.error
  }

  const show = async (id: string | null): Promise<void> => {
    if (enterpriseGlobalId.value !== id) {
      enterpriseGlobalId.value = id
      list.value = null
    }
    await load()
  }

  /** Has main ask the platform; the new rows come by `records/refreshed`. */
  const refresh = async (): Promise<CommandFailure | null> => {
    isRefreshing.value = true
    const outcome = await command('assets/refresh', { enterpriseGlobalId: enterpriseGlobalId.value })
    isRefreshing.value = false
    return outcome.ok ? null : outcome.error
  }

  /** Fetches the rows only where they are others than before: most readings change nothing but the age. */
  const follow = async (): Promise<void> => {
    const before = list.value
    const id = enterpriseGlobalId.value
    const outcome = await command('assets/list', { enterpriseGlobalId: id, from: 0, limit: 1 })
    if (before === null || list.value !== before || enterpriseGlobalId.value !== id) return
    if (!outcome.ok || outcome.value.version !== before.version) await load()
    else list.value = { ...before, readAt: outcome.value.readAt, failure: outcome.value.failure }
  }
  // The first one at once, since it may be the change that was just made here; what follows on its heels together.
  const following = gathered(follow, gatherFor)
  const followingJobs = gathered(follow, gatherFor, restPerLoad)
  const isOfList = (ids: readonly string[]): boolean =>
    list.value !== null && (enterpriseGlobalId.value === null || ids.includes(enterpriseGlobalId.value))
  const unsubscribes = [
    onEvent('records/refreshed', ({ enterpriseGlobalId: refreshed }) => {
      if (isOfList([refreshed])) following.ask()
    }),
    onEvent('records/changed-here', ({ enterpriseGlobalIds }) => {
      if (isOfList(enterpriseGlobalIds)) followingJobs.ask()
    }),
  ]
  onScopeDispose(() => {
    for (const unsubscribe of unsubscribes) unsubscribe()
    following.stop()
    followingJobs.stop()
  })

  return { enterpriseGlobalId, list, failure, isLoading, isRefreshing, show, load, refresh }
})
