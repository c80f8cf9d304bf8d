import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { CommandFailure } from '#shared/commands'
import type { Licences } from '#shared/model/lock-record'
import { command } from '../bridge'

export type LicencesRead =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly licences: Licences }
  | { readonly state: 'failed'; readonly failure: CommandFailure }

/** The products of the assets on the desk, by asset id. */
export const useLicencesStore = defineStore('licences', () => {
  const read = ref<ReadonlyMap<string, LicencesRead>>(new Map())

  const keep = (assetId: string, value: LicencesRead): void =>
    void (read.value = new Map(read.value).set(assetId, value))

  const load = async (assetId: string): Promise<void> => {
    if (read.value.get(assetId)?.state !== 'ready') keep(assetId, { state: 'loading' })
    const outcome = await command('desk/licences', { assetId })
    if (outcome.ok) keep(assetId, { state: 'ready', licences: outcome.value })
    else if (read.value.get(assetId)?.state !== 'ready') {
      keep(assetId, { state: 'failed', failure: outcome.error })
    }
  }

  const loadOnce = async (assetId: string): Promise<void> => {
    if (!read.value.has(assetId)) await load(assetId)
  }

  const of = (assetId: string | null): LicencesRead | null =>
    assetId === null ? null : (read.value.get(assetId) ?? null)

  return { read, of, load, loadOnce }
})
