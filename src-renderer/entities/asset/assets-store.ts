import { defineStore } from 'pinia'
import { onScopeDispose, ref, shallowRef } from 'vue'
import type { CommandFailure } from '#shared/bridge/commands'
import type { LockRecord } from '#shared/model/lock-record'
import type { PlatformFailure } from '#shared/platform-failure'
import { command, onEvent } from '../../bridge'
import { throttle } from '../../ui/throttle'
import { loadSlices } from '../../app/stores/load-slices'

/** Eighty enterprises refresh within seconds; their changes are loaded together. */
const batchDelayMs = 400
/** A running job reports progress every second; this limits the share of time spent on reloading a long list. */
const pauseFactor = 10

export interface AssetList {
  /** Main's list version: the same version has the same rows. */
  readonly version: number
  readonly rows: readonly LockRecord[]
  /** When the platform's list was read, ms since 1970; null before the first read. */
  readonly readAt: number | null
  /** Why the last read failed; the rows are from the previous one. */
  readonly failure: PlatformFailure | null
}

/** The assets of one enterprise, or of all known enterprises (null), as last read by main. */
export const useAssetsStore = defineStore('assets', () => {
  const enterpriseGlobalId = ref<string | null>(null)
  const list = shallowRef<AssetList | null>(null)
  const failure = ref<CommandFailure | null>(null)
  const isLoading = ref(false)
  const isRefreshing = ref(false)
  let lastRequestId = 0

  const load = async (): Promise<void> => {
    lastRequestId += 1
    const requestId = lastRequestId
    const id = enterpriseGlobalId.value
    isLoading.value = true
    const outcome = await loadSlices(
      (from, limit) => command('assets/list', { enterpriseGlobalId: id, from, limit }),
      ({ total }) => total,
      () => requestId === lastRequestId,
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

  /** Makes main read from the platform; the new rows arrive with `records/refreshed`. */
  const refresh = async (): Promise<CommandFailure | null> => {
    isRefreshing.value = true
    const outcome = await command('assets/refresh', { enterpriseGlobalId: enterpriseGlobalId.value })
    isRefreshing.value = false
    return outcome.ok ? null : outcome.error
  }

  /** Loads the rows only if their version changed: most reads only update the time. */
  const reloadIfChanged = async (): Promise<void> => {
    const before = list.value
    const id = enterpriseGlobalId.value
    const outcome = await command('assets/list', { enterpriseGlobalId: id, from: 0, limit: 1 })
    if (before === null || list.value !== before || enterpriseGlobalId.value !== id) return
    if (!outcome.ok || outcome.value.version !== before.version) await load()
    else list.value = { ...before, readAt: outcome.value.readAt, failure: outcome.value.failure }
  }
  // The first reload is immediate, because it may be a change just made here; later ones are merged.
  const serverRefresh = throttle(reloadIfChanged, batchDelayMs)
  const jobRefresh = throttle(reloadIfChanged, batchDelayMs, pauseFactor)
  const affectsList = (ids: readonly string[]): boolean =>
    list.value !== null && (enterpriseGlobalId.value === null || ids.includes(enterpriseGlobalId.value))
  const unsubscribes = [
    onEvent('records/refreshed', ({ enterpriseGlobalId: refreshed }) => {
      if (affectsList([refreshed])) serverRefresh.schedule()
    }),
    onEvent('records/changed-locally', ({ enterpriseGlobalIds }) => {
      if (affectsList(enterpriseGlobalIds)) jobRefresh.schedule()
    }),
  ]
  onScopeDispose(() => {
    for (const unsubscribe of unsubscribes) unsubscribe()
    serverRefresh.stop()
    jobRefresh.stop()
  })

  return { enterpriseGlobalId, list, failure, isLoading, isRefreshing, show, load, refresh }
})
