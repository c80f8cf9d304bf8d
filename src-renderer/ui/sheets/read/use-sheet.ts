import { onScopeDispose, shallowReadonly, shallowRef } from 'vue'
import type { Ref } from 'vue'
import type { Encoding } from '#shared/sheets/decode-text'
import { withoutHiddenRows } from '../sheet'
import type { Sheet, SheetFailure, SheetProgress } from '../sheet'
import { copyOf } from './file-bytes'
import { readSheet } from './read-sheet'

/** Faster reads show no progress. */
const shownAfter = 300

/** A sheet, and what the user chose while its columns are chosen. */
export interface ReadState {
  readonly state: 'read'
  /** Empty for pasted text. */
  readonly fileName: string
  /** Without its hidden rows, unless the user included them. */
  readonly sheet: Sheet
  readonly includesHidden: boolean
  /** The lock numbers of a sheet that the app exported itself. */
  readonly ownNumbers: readonly string[] | null
  /** The user chose another sheet, encoding or the hidden rows: the columns are being chosen. */
  readonly isChosen: boolean
  /** Another sheet or encoding is being read, or could not be read. */
  readonly next: 'none' | 'reading' | SheetFailure
}

export type SheetReading =
  | { readonly state: 'idle' }
  /** `progress` is null for the first 300 ms. */
  | { readonly state: 'reading'; readonly fileName: string; readonly progress: SheetProgress | null }
  | ReadState
  | { readonly state: 'failed'; readonly fileName: string; readonly failure: SheetFailure }

export interface SheetReader {
  readonly reading: Readonly<Ref<SheetReading>>
  /** Reads a file or pasted text and cancels an earlier read. */
  readonly read: (input: File | string) => Promise<void>
  /** Reads another sheet, or the text in another encoding, of the bytes that were read first. */
  readonly readAs: (as: { readonly sheet: string } | { readonly encoding: Encoding }) => Promise<void>
  /** Includes the hidden rows, or leaves them out. */
  readonly includeHidden: (isIncluded: boolean) => void
  /** Cancels the read and resets the state. */
  readonly clear: () => void
}

/** The file is being read, or its columns are being chosen: nothing has its rows yet. */
export const isBeingRead = ({ reading }: Pick<SheetReader, 'reading'>): boolean =>
  reading.value.state === 'reading' || reading.value.state === 'read'

/** Loaded on use: the titles of the exports are in both languages, and the start needs only one. */
const ownNumbersOf = async (sheet: Sheet): Promise<ReadState['ownNumbers']> =>
  (await import('./own-exports')).ownNumbers(withoutHiddenRows(sheet).rows)

/** The state of one file import: what is read, its progress, and its result. */
export const useSheet = (): SheetReader => {
  const reading = shallowRef<SheetReading>({ state: 'idle' })
  /** A copy of the file: its program may save it again while the columns are chosen. */
  let input: File | string = ''
  /** The sheet with its hidden rows. */
  let whole: Sheet | null = null
  let running: AbortController | null = null

  const start = (): AbortController => {
    running?.abort()
    running = new AbortController()
    return running
  }
  const clear = (): void => {
    running?.abort()
    running = null
    whole = null
    input = ''
    reading.value = { state: 'idle' }
  }
  let fileName = ''
  const show = (sheet: Sheet, part: Pick<ReadState, 'isChosen' | 'includesHidden' | 'ownNumbers'>): void => {
    whole = sheet
    const shown = part.includesHidden ? sheet : withoutHiddenRows(sheet)
    reading.value = { state: 'read', fileName, sheet: shown, next: 'none', ...part }
  }
  const showChosen = (sheet: Sheet, includesHidden: boolean): void =>
    show(sheet, { isChosen: true, includesHidden, ownNumbers: null })

  const read = async (source: File | string): Promise<void> => {
    const controller = start()
    fileName = typeof source === 'string' ? '' : source.name
    reading.value = { state: 'reading', fileName, progress: null }
    let progress: SheetProgress = { stage: 'opening', done: 0, of: 0 }
    let isShown = false
    const showProgress = (): void => {
      if (isShown && running === controller) reading.value = { state: 'reading', fileName, progress }
    }
    const timer = setTimeout(() => {
      isShown = true
      showProgress()
    }, shownAfter)
    const copied = await copyOf(source)
    const answer = copied.ok
      ? await readSheet(copied.value, {
          signal: controller.signal,
          onProgress: (latest) => {
            progress = latest
            showProgress()
          },
        })
      : copied
    const ownNumbers = answer.ok ? await ownNumbersOf(answer.value) : null
    clearTimeout(timer)
    if (running !== controller) return
    if (copied.ok) input = copied.value
    if (answer.ok) show(answer.value, { isChosen: false, includesHidden: false, ownNumbers })
    else reading.value = { state: 'failed', fileName, failure: answer.error }
    running = null
  }

  /** A function, because TypeScript assumes that the state does not change during a wait. */
  const currentReading = (): SheetReading => reading.value

  const readAs = async (as: { sheet: string } | { encoding: Encoding }): Promise<void> => {
    if (reading.value.state !== 'read') return
    const controller = start()
    reading.value = { ...reading.value, next: 'reading' }
    const answer = await readSheet(input, { signal: controller.signal, ...as })
    const now = currentReading()
    if (running !== controller || now.state !== 'read') return
    if (answer.ok) showChosen(answer.value, false)
    else reading.value = { ...now, next: answer.error }
    running = null
  }
  const includeHidden = (isIncluded: boolean): void => {
    if (whole !== null) showChosen(whole, isIncluded)
  }

  onScopeDispose(() => running?.abort())
  return { reading: shallowReadonly(reading), read, readAs, includeHidden, clear }
}
