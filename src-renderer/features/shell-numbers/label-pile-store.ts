import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { plainDigits } from '#shared/model/locks/shell-number'
import { partsOfList } from '#shared/sheets/numbers-in-line'
import { command } from '../../bridge'
import { useDraft } from '../../stores/drafts-store'
import { useKeptWork } from '../../stores/use-kept-work'
import { useUnsentRowsStore } from '../../stores/unsent-rows-store'
import { parseNumbers, withoutNumbers } from './parse-numbers'

/** Main takes no longer text of a part; such a part is no number. */
const maxPartLength = 200
/** Main takes no more parts; so many are not scanned. */
const maxParts = 100_000

/**
 * The numbers that were scanned or typed for labels. They outlive the page and the window; those that were printed end
 * with the window.
 */
export const useLabelPileStore = defineStore('label-pile', () => {
  const text = useDraft(() => 'numbers of labels')
  /** The numbers that were printed last. They stay in the pile until they are removed. */
  const printedText = useDraft(() => 'printed labels')
  const unprintedHere = computed(() => {
    const printed = new Set<string>(parseNumbers(printedText.value).numbers)
    return partsOfList(text.value).filter((part) => !printed.has(plainDigits(part)))
  })
  /** What was added to the labels of another page and is not printed. It joins the pile when that page is left. */
  const added = shallowRef<readonly string[]>([])
  const unprinted = computed(() => [...unprintedHere.value, ...added.value])
  const join = (): void => {
    const joining = withoutNumbers(added.value.join('\n'), new Set(partsOfList(text.value).map(plainDigits)))
    added.value = []
    if (joining !== '') text.value = [text.value.trimEnd(), joining].filter((part) => part !== '').join('\n')
  }
  /** Takes those of the numbers out of the pile that still wait there, for the page that they were added to. */
  const takeBack = (numbers: readonly string[]): readonly string[] => {
    const waiting = new Set(unprintedHere.value.map(plainDigits))
    const taken = numbers.map(plainDigits).filter((number) => waiting.has(number))
    if (taken.length > 0) text.value = withoutNumbers(text.value, new Set(taken))
    return taken
  }

  const { restore, isSaved, failure } = useKeptWork(
    () => unprinted.value.slice(0, maxParts).map((part) => part.slice(0, maxPartLength)),
    {
      read: async () => {
        const kept = await command('drafts/read-labels')
        return kept.ok ? { work: [...kept.value.numbers] } : null
      },
      show: (kept) => {
        // A lock may be scanned before the file is read.
        const since = withoutNumbers(text.value, new Set(kept.map(plainDigits)))
        text.value = [...kept, since].filter((part) => part !== '').join('\n')
      },
      write: (numbers) => command('drafts/save-labels', { numbers }),
    },
  )
  void restore()
  useUnsentRowsStore().count('labels', () => {
    if (isSaved.value && unprinted.value.length <= maxParts) return 0
    const { numbers, invalid } = parseNumbers(unprinted.value.join('\n'))
    return numbers.length + invalid.length
  })
  const saveFailure = computed(() => (unprinted.value.length > 0 ? failure.value : null))
  return { text, printedText, added, saveFailure, join, takeBack }
})
