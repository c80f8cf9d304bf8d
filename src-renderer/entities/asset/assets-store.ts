import { defineStore } from 'pinia'
import { computed, onScopeDispose, ref } from 'vue'
import type { CommandFailure } from '#shared/bridge/commands'
import type { LockRecord } from '#shared/model/locks/lock-record'
import type { PlatformFailure } from '#shared/model/api/platform-failure'
import { command, onEvent } from '../../bridge'
import { throttle } from '../../ui/throttle'
import { useListLoader } from '../../stores/use-list-loader'

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
  const { last, rows, failure, load, clear } = useListLoader(
    (from, limit) => command('assets/list', { enterpriseGlobalId: enterpriseGlobalId.value, from, limit }),
    // Most reads of the platform only update the time: the rows stay.
    { grows: true },
  )
  /** null also while main has not read the platform's list yet: it is loading, not empty. */
  const list = computed<AssetList | null>(() => {
    if (last.value === null) return null
    const { version, readAt, failure: readFailure } = last.value
    if (readAt === null && readFailure === null && rows.value.length === 0) return null
    return { version, rows: rows.value, readAt, failure: readFailure }
  })
  const isRefreshing = ref(false)

  const show = async (id: string | null): Promise<void> => {
    if (enterpriseGlobalId.value !== id) {
      enterpriseGlobalId.value = id
      clear()
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

  // The first reload is immediate, because it may be a change just made here; later ones are merged.
  const serverRefresh = throttle(load, batchDelayMs)
  const jobRefresh = throttle(load, batchDelayMs, pauseFactor)
  const affectsList = (ids: readonly string[]): boolean =>
    last.value !== null && (enterpriseGlobalId.value === null || ids.includes(enterpriseGlobalId.value))
  onEvent('records/refreshed', ({ enterpriseGlobalId: refreshed }) => {
    if (affectsList([refreshed])) serverRefresh.schedule()
  })
  onEvent('records/changed-locally', ({ enterpriseGlobalIds }) => {
    if (affectsList(enterpriseGlobalIds)) jobRefresh.schedule()
  })
  onScopeDispose(() => {
    serverRefresh.stop()
    jobRefresh.stop()
  })

  return { enterpriseGlobalId, list, failure, isRefreshing, show, load, refresh }
})
