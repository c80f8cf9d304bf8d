import { defineStore } from 'pinia'
import { onScopeDispose, shallowRef } from 'vue'
import { limits } from '#shared/model/api/limits'
import type { ListLookupResult } from '#shared/model/locks/lookup-result'
import { throttle } from '../../ui/throttle'
import { command, onEvent } from '../../bridge'

/** The maximum number of assets per request. */
const maxPerRequest = 1000
/** Numbers typed or pasted within this time are looked up together, ms. */
const batchDelayMs = 120
/** Enterprises refresh one after another; the numbers are looked up again at most this often, ms. */
const refreshDelayMs = 2_000
const pauseFactor = 10

const isListed = ({ state }: ListLookupResult): boolean => state === 'found' || state === 'ambiguous'

/** Whether the asset numbers in the orders are in the lists of the known enterprises. */
export const useKnownAssetsStore = defineStore('known-assets', () => {
  const found = shallowRef<ReadonlyMap<string, ListLookupResult>>(new Map())
  /** Replaced only if a number was added to or removed from the lists, because all summaries depend on it. */
  const known = shallowRef<ReadonlyMap<string, boolean>>(new Map())
  const pending = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Looks up all pending numbers; the results are applied together, because every summary depends on them. */
  const lookUp = async (): Promise<void> => {
    const lookups = new Map<string, ListLookupResult>()
    while (pending.size > 0) {
      const numbers = [...pending].slice(0, maxPerRequest)
      for (const number of numbers) pending.delete(number)
      const outcome = await command('locks/look-up-many', { numbers, freshness: 'known' })
      if (!outcome.ok) continue
      for (const [at, number] of numbers.entries()) {
        const lookup = outcome.value.results[at]
        if (lookup !== undefined) lookups.set(number, lookup)
      }
    }
    timer = undefined
    if (lookups.size === 0) return
    found.value = new Map([...found.value, ...lookups])
    const hasChanged = [...lookups].some(([number, lookup]) => known.value.get(number) !== isListed(lookup))
    if (hasChanged)
      known.value = new Map([...found.value].map(([number, lookup]) => [number, isListed(lookup)]))
  }

  /** Looks up the numbers that are not known yet. */
  const request = (numbers: readonly string[]): void => {
    for (const number of numbers) {
      if (number !== '' && number.length <= limits.assetNumber && !found.value.has(number))
        pending.add(number)
    }
    if (pending.size > 0) timer ??= setTimeout(() => void lookUp(), batchDelayMs)
  }

  // Changed lists need new look-ups; the known results stay until then.
  const refresh = throttle(
    async () => {
      for (const number of found.value.keys()) pending.add(number)
      if (pending.size > 0) await lookUp()
    },
    refreshDelayMs,
    pauseFactor,
  )
  onEvent('records/refreshed', refresh.schedule)
  onScopeDispose(() => {
    refresh.stop()
    clearTimeout(timer)
  })

  /** Whether the asset is in a list; null if it was not looked up yet. */
  const isKnown = (assetNum: string): boolean | null => known.value.get(assetNum) ?? null

  return { found, known, request, isKnown }
})
