import { defineStore } from 'pinia'
import { onScopeDispose, shallowRef } from 'vue'
import type { ListLookUp } from '#shared/commands'
import { command, onEvent } from '../../bridge'

/** So many are asked for at once. */
const atOnce = 1000
/** What was typed or pasted a moment ago is looked up together. */
const gatherFor = 120

/** What the lists of the registered enterprises say of the asset numbers in the orders. */
export const useKnownAssetsStore = defineStore('known-assets', () => {
  const found = shallowRef<ReadonlyMap<string, ListLookUp>>(new Map())
  const wanted = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const ask = async (): Promise<void> => {
    timer = undefined
    const numbers = [...wanted].slice(0, atOnce)
    for (const number of numbers) wanted.delete(number)
    const outcome = await command('desk/look-up-many', { numbers, freshness: 'known' })
    if (outcome.ok) {
      const next = new Map(found.value)
      for (const [at, number] of numbers.entries()) {
        const looked = outcome.value.looked[at]
        if (looked !== undefined) next.set(number, looked)
      }
      found.value = next
    }
    if (wanted.size > 0) timer ??= setTimeout(() => void ask(), 0)
  }

  /** Looks the numbers up that are not known yet. */
  const want = (numbers: readonly string[]): void => {
    for (const number of numbers) {
      if (number !== '' && number.length <= 200 && !found.value.has(number)) wanted.add(number)
    }
    if (wanted.size > 0) timer ??= setTimeout(() => void ask(), gatherFor)
  }

  // Other lists, other answers: whoever shows a number wants it again.
  onScopeDispose(
    onEvent('records/refreshed', () => {
      const before = [...found.value.keys()]
      found.value = new Map()
      want(before)
    }),
  )
  onScopeDispose(() => clearTimeout(timer))

  /** Whether the asset stands on a list; null where it was not looked up yet. */
  const isKnown = (assetNum: string): boolean | null => {
    const looked = found.value.get(assetNum)
    if (looked === undefined) return null
    return looked.state === 'found' || looked.state === 'ambiguous'
  }

  return { found, want, isKnown }
})
