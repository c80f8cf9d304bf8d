import { onScopeDispose, readonly, shallowRef } from 'vue'
import type { Ref } from 'vue'
import type { Sheet, SheetFailure, SheetProgress } from './sheet'
import { readSheet } from './read-sheet'

/** What is quicker than this shows no progress. */
const shownAfter = 300

export type SheetReading =
  | { readonly state: 'idle' }
  /** `progress` is null for the first 300 ms. */
  | { readonly state: 'reading'; readonly fileName: string; readonly progress: SheetProgress | null }
  | { readonly state: 'read'; readonly sheet: Sheet }
  | { readonly state: 'failed'; readonly fileName: string; readonly failure: SheetFailure }

export interface SheetReader {
  readonly reading: Readonly<Ref<SheetReading>>
  /** Reads a file or pasted text; an earlier reading that still goes on is given up. */
  readonly read: (input: File | string, sheet?: string) => Promise<void>
  /** Another sheet of the same workbook. */
  readonly readOther: (sheet: string) => Promise<void>
  /** Gives up what goes on and forgets what came of it. */
  readonly clear: () => void
}

/** One place for a file to come in: what is read now, how far, and what came of it. */
export const useSheet = (): SheetReader => {
  const reading = shallowRef<SheetReading>({ state: 'idle' })
  let input: File | string = ''
  let going: AbortController | null = null

  const clear = (): void => {
    going?.abort()
    going = null
    reading.value = { state: 'idle' }
  }

  const read = async (given: File | string, sheet?: string): Promise<void> => {
    going?.abort()
    const mine = new AbortController()
    going = mine
    input = given
    const fileName = typeof given === 'string' ? '' : given.name
    reading.value = { state: 'reading', fileName, progress: null }
    let progress: SheetProgress = { stage: 'opening', done: 0, of: 0 }
    let isShown = false
    const show = (): void => {
      if (isShown && going === mine) reading.value = { state: 'reading', fileName, progress }
    }
    const timer = setTimeout(() => {
      isShown = true
      show()
    }, shownAfter)
    const answer = await readSheet(given, {
      signal: mine.signal,
      ...(sheet === undefined ? {} : { sheet }),
      onProgress: (latest) => {
        progress = latest
        show()
      },
    })
    clearTimeout(timer)
    if (going !== mine) return
    going = null
    reading.value = answer.ok
      ? { state: 'read', sheet: answer.value }
      : { state: 'failed', fileName, failure: answer.error }
  }

  onScopeDispose(() => going?.abort())
  return { reading: readonly(reading), read, readOther: (sheet) => read(input, sheet), clear }
}
