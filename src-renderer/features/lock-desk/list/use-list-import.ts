import { computed, shallowRef, watch } from 'vue'
import { findShellNumbers, shellNumberIn } from '#shared/model/locks/shell-number'
import { columnCells, findColumn } from '#shared/sheets/find-column'
import { numbersInLine } from '#shared/sheets/numbers-in-line'
import type { Sheet } from '../../../ui/sheets/sheet'
import { useSheet } from '../../../ui/sheets/read/use-sheet'
import type { SheetReading } from '../../../ui/sheets/read/use-sheet'
import { useDeskStore } from '../../../entities/lock/desk-store'
import type { LocksToList } from '../../../entities/lock/locks-to-list-store'
import { useListStore } from './list-store'

/** Recognizes a cell of the lock column: a shell number, or an asset number that contains one. */
export const isLockCell = (cell: string): boolean => shellNumberIn(cell.normalize('NFKC')) !== null

/**
 * Whether pasted text has several numbers and belongs in the list; one number goes into the field. `8000 000
 * 017` is one, `8000000017 8000000018` are two.
 */
export const hasSeveralNumbers = (text: string): boolean => {
  const parts = text.split(/[\r\n\t,;|，；、]+/).filter((part) => part.trim() !== '')
  return (
    parts.length > 1 || numbersInLine(text) !== null || findShellNumbers(text.normalize('NFKC')).length > 1
  )
}

/** Adds many numbers to the list: from a pasted column, a dropped or chosen file, or another page. */
export const useListImport = () => {
  const desk = useDeskStore()
  const list = useListStore()
  const { reading, read, readOther, clear } = useSheet()
  /** The sheet whose column the user must choose. */
  const pendingSheet = shallowRef<Sheet | null>(null)
  /** The number of rows that did not fit into the list, shown until the next import. */
  const skippedCount = shallowRef(0)
  /** Files and texts that arrived during an import; they are imported after it, and none replaces another. */
  const waiting: (File | string)[] = []
  /** The failure of an earlier import, while later ones succeed. */
  const failed = shallowRef<SheetReading | null>(null)
  const importNext = (): void => {
    const input = waiting.shift()
    if (input !== undefined) void read(input)
  }

  const addAll = (numbers: readonly string[]): void => {
    pendingSheet.value = null
    clear()
    desk.show('list')
    void list.add(numbers).then((added) => (skippedCount.value += added.skippedCount))
    importNext()
  }
  const add = (sheet: Sheet, column: number, titleRows: number): void =>
    addAll(columnCells(sheet.rows, column, titleRows).map(({ text }) => text))

  watch(reading, (now) => {
    if (now.state === 'failed' && waiting.length > 0) {
      failed.value = now
      importNext()
    }
    if (now.state !== 'read') return
    const { sheet, ownNumbers } = now
    const found = findColumn(sheet.rows, isLockCell)
    if (ownNumbers !== null) addAll(ownNumbers)
    else if (found.state === 'found' && found.column !== null) add(sheet, found.column, found.titleRows)
    else pendingSheet.value = sheet
  })

  const importFrom = (input: File | string): void => {
    desk.show('list')
    if (reading.value.state === 'reading' || pendingSheet.value !== null) {
      waiting.push(input)
      return
    }
    skippedCount.value = 0
    failed.value = null
    void read(input)
  }
  const shown = computed<SheetReading>(() =>
    reading.value.state === 'idle' && failed.value !== null ? failed.value : reading.value,
  )
  const choose = (column: number | null | undefined, titleRows: number): void => {
    if (pendingSheet.value !== null && column != null) add(pendingSheet.value, column, titleRows)
  }
  const cancel = (): void => {
    // With nothing to cancel, this closes the message of a failed import.
    if (reading.value.state !== 'reading' && pendingSheet.value === null) failed.value = null
    pendingSheet.value = null
    clear()
    importNext()
  }

  const openLocks = async (locks: LocksToList): Promise<void> => {
    skippedCount.value = 0
    skippedCount.value = (await list.openLocks(locks)).skippedCount
  }

  return { openLocks, reading: shown, pendingSheet, skippedCount, importFrom, choose, readOther, cancel }
}
