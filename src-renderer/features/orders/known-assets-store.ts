import { defineStore } from 'pinia'
import { onScopeDispose, shallowRef } from 'vue'
import type { ListLookUp } from '#shared/commands'
import { gathered } from '../../app/gathered'
import { command, onEvent } from '../../bridge'

/** So many are asked for at once. */
const atOnce = 1000
/** What was typed or pasted a moment ago is looked up together. */
const gatherFor = 120
/** Enterprises are read one after another; their numbers are looked up again no more often than this. */
const refreshFor = 2_000
const restPerLookUp = 10

const isListed = ({ state }: ListLookUp): boolean => state === 'found' || state === 'ambiguous'

/** What the lists of the registered enterprises say of the asset numbers in the orders. */
export const useKnownAssetsStore = defineStore('known-assets', () => {
  const found = shallowRef<ReadonlyMap<string, ListLookUp>>(new Map())
  /** All that sentences need of it: another only where a number came onto the lists or left them. */
  const known = shallowRef<ReadonlyMap<string, boolean>>(new Map())
  const wanted = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined

  /** All that is wanted; every sentence of the batch hangs on the answers, so they come in together. */
  const ask = async (): Promise<void> => {
    const answers = new Map<string, ListLookUp>()
    while (wanted.size > 0) {
      const numbers = [...wanted].slice(0, atOnce)
      for (const number of numbers) wanted.delete(number)
      const outcome = await command('desk/look-up-many', { numbers, freshness: 'known' })
      if (!outcome.ok) continue
      for (const [at, number] of numbers.entries()) {
        const looked = outcome.value.looked[at]
        if (looked !== undefined) answers.set(number, looked)
      }
    }
    timer = undefined
    if (answers.size === 0) return
    found.value = new Map([...found.value, ...answers])
    const isOther = [...answers].some(([number, looked]) => known.value.get(number) !== isListed(looked))
    if (isOther) known.value = new Map([...found.value].map(([number, looked]) => [number, isListed(looked)]))
  }

  /** Looks the numbers up that are not known yet. */
  const want = (numbers: readonly string[]): void => {
    for (const number of numbers) {
      if (number !== '' && number.length <= 200 && !found.value.has(number)) wanted.add(number)
    }
    if (wanted.size > 0) timer ??= setTimeout(() => void ask(), gatherFor)
  }

  // Other lists, other answers: what was known stands until they are there.
  const following = gathered(
    async () => {
      for (const number of found.value.keys()) wanted.add(number)
      if (wanted.size > 0) await ask()
    },
    refreshFor,
    restPerLookUp,
  )
  const unsubscribe = onEvent('records/refreshed', following.ask)
  onScopeDispose(() => {
    unsubscribe()
    following.stop()
    clearTimeout(timer)
  })

  /** Whether the asset stands on a list; null where it was not looked up yet. */
  const isKnown = (assetNum: string): boolean | null => known.value.get(assetNum) ?? null

  return { found, known, want, isKnown }
})
