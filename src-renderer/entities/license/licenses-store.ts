import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import type { CommandFailure } from '#shared/bridge/commands'
import type { Licenses, LockRecord } from '#shared/model/locks/lock-record'
import { command } from '../../bridge'
import { usePlatformStore } from '../../stores/platform-store'

export type LicensesState =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly licenses: Licenses }
  | { readonly state: 'failed'; readonly failure: CommandFailure }

/** More than any page shows; the least recently requested ones are removed first. */
const maxKept = 500

/** The products of the assets on screen, by asset ID. */
export const useLicensesStore = defineStore('licenses', () => {
  const platform = usePlatformStore()
  const read = shallowRef<ReadonlyMap<string, LicensesState>>(new Map())

  const keep = (assetId: string, value: LicensesState): void => {
    const next = new Map(read.value)
    next.delete(assetId)
    next.set(assetId, value)
    for (const oldest of [...next.keys()].slice(0, Math.max(0, next.size - maxKept))) next.delete(oldest)
    read.value = next
  }

  const load = async (assetId: string): Promise<void> => {
    if (read.value.get(assetId)?.state !== 'ready') keep(assetId, { state: 'loading' })
    const outcome = await command('locks/licenses', { assetId })
    if (outcome.ok) keep(assetId, { state: 'ready', licenses: outcome.value })
    else if (read.value.get(assetId)?.state !== 'ready') {
      keep(assetId, { state: 'failed', failure: outcome.error })
    }
  }

  const loadOnce = async (assetId: string): Promise<void> => {
    const { state } = read.value.get(assetId) ?? { state: 'failed' }
    if (state === 'failed') await load(assetId)
  }
  /** The loan and employee of the record for which the products were read. */
  const readFor = new Map<string, string>()
  /** Products move with a loan: those of a record whose loan or employee changed are read again. */
  const loadFor = async ({ assetId, lent, holder }: LockRecord): Promise<void> => {
    if (assetId === null) return
    // The member lists are unavailable: nothing is known to have changed.
    if (lent === null) return loadOnce(assetId)
    const owner = `${lent} ${holder?.memberGlobalId ?? ''}`
    const isMoved = (readFor.get(assetId) ?? owner) !== owner
    readFor.set(assetId, owner)
    await (isMoved ? load(assetId) : loadOnce(assetId))
  }
  // What failed is read again once the platform is back, one after another: the page may show many locks.
  watch(
    () => platform.status?.state,
    async (state) => {
      if (state !== 'reachable') return
      const failed = [...read.value].filter(([, value]) => value.state === 'failed')
      for (const [assetId] of failed) await loadOnce(assetId)
    },
  )

  const of = (assetId: string | null): LicensesState | null =>
    assetId === null ? null : (read.value.get(assetId) ?? null)

  return { read, of, load, loadOnce, loadFor }
})
