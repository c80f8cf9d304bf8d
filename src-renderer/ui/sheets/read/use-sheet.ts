import { onScopeDispose, readonly, shallowRef } from 'vue'
import type { Ref } from 'vue'
import type { Sheet, SheetFailure, SheetProgress } from '../sheet'
import { readSheet } from './read-sheet'

/** Faster reads show no progress. */
const shownAfter = 300

export type SheetReading =
  | { readonly state: 'idle' }
  /** `progress` is null for the first 300 ms. */
  | { readonly state: 'reading'; readonly fileName: string; readonly progress: SheetProgress | null }
  /** `ownNumbers` are the lock numbers of a sheet that the app exported itself. */
  | { readonly state: 'read'; readonly sheet: Sheet; readonly ownNumbers: readonly string[] | null }
  | { readonly state: 'failed'; readonly fileName: string; readonly failure: SheetFailure }

export interface SheetReader {
  readonly reading: Readonly<Ref<SheetReading>>
  /** Reads a file or pasted text and cancels an earlier read. */
  readonly read: (input: File | string, sheet?: string) => Promise<void>
  /** Reads another sheet of the same workbook. */
  readonly readOther: (sheet: string) => Promise<void>
  /** Cancels the read and resets the state. */
  readonly clear: () => void
}

/** The state of one file import: what is read, its progress, and its result. */
export const useSheet = (): SheetReader => {
  const reading = shallowRef<SheetReading>({ state: 'idle' })
  let input: File | string = ''
  let running: AbortController | null = null

  const clear = (): void => {
    running?.abort()
    running = null
    reading.value = { state: 'idle' }
  }

  const read = async (source: File | string, sheet?: string): Promise<void> => {
    running?.abort()
    const controller = new AbortController()
    running = controller
    input = source
    const fileName = typeof source === 'string' ? '' : source.name
    reading.value = { state: 'reading', fileName, progress: null }
    let progress: SheetProgress = { stage: 'opening', done: 0, of: 0 }
    let isShown = false
    const show = (): void => {
      if (isShown && running === controller) reading.value = { state: 'reading', fileName, progress }
    }
    const timer = setTimeout(() => {
      isShown = true
      show()
    }, shownAfter)
    const answer = await readSheet(source, {
      signal: controller.signal,
      ...(sheet === undefined ? {} : { sheet }),
      onProgress: (latest) => {
        progress = latest
        show()
      },
    })
    // Loaded on use: the titles of the exports are in both languages, and the start needs only one.
    const ownNumbers = answer.ok ? (await import('./own-exports')).ownNumbers(answer.value.rows) : null
    clearTimeout(timer)
    if (running !== controller) return
    running = null
    reading.value = answer.ok
      ? { state: 'read', sheet: answer.value, ownNumbers }
      : { state: 'failed', fileName, failure: answer.error }
  }

  onScopeDispose(() => running?.abort())
  return { reading: readonly(reading), read, readOther: (sheet) => read(input, sheet), clear }
}
