import { maxPasted, normalized } from '#shared/normalized'
import { defineStore } from 'pinia'
import { computed, markRaw, onScopeDispose, shallowRef, watch } from 'vue'
import { findShellNumbers, shellNumberIn } from '#shared/model/locks/shell-number'
import { findColumn } from '#shared/sheets/find-column'
import { numbersInLine } from '#shared/sheets/numbers-in-line'
import { mustAsk, numberCells } from '../../../ui/sheets/read/number-cells'
import { unusedRowCount } from '../../../ui/sheets/sheet'
import type { Sheet } from '../../../ui/sheets/sheet'
import { isBeingRead, useSheet } from '../../../ui/sheets/read/use-sheet'
import type { ReadState, SheetReading } from '../../../ui/sheets/read/use-sheet'
import { useDeskStore } from '../../../entities/lock/desk-store'
import type { PageRequests } from '../../../actions/open-page'
import { useUnsentRowsStore } from '../../../stores/unsent-rows-store'
import { useListStore } from './list-store'

/** Recognizes a cell of the lock column: a shell number, or an asset number that contains one. */
export const isLockCell = (cell: string): boolean => shellNumberIn(normalized(cell)) !== null

/**
 * Whether pasted text has several numbers and belongs in the list; one number goes into the field. `8000 000
 * 017` is one, `8000000017 8000000018` are two.
 */
export const hasSeveralNumbers = (text: string): boolean => {
  const parts = text.split(/[\r\n\t,;|，；、]+/).filter((part) => part.trim() !== '')
  return (
    parts.length > 1 ||
    numbersInLine(text) !== null ||
    findShellNumbers(normalized(text, maxPasted)).length > 1
  )
}

const createListImport = () => {
  const desk = useDeskStore()
  const list = useListStore()
  const reader = useSheet()
  const { reading, read, clear } = reader
  /** The sheet whose column the user must choose. */
  const pending = computed<ReadState | null>(() => (reading.value.state === 'read' ? reading.value : null))
  /** The number of rows that did not fit into the list, shown until the next import. */
  const skippedCount = shallowRef(0)
  /** The number of rows that have text, but none in the column of the numbers. */
  const numberlessCount = shallowRef(0)
  /** Files and texts that arrived during an import; they are imported after it, and none replaces another. */
  const waiting = shallowRef<readonly (File | string)[]>([])
  /** The failure of an earlier import, while later ones succeed. */
  const failed = shallowRef<SheetReading | null>(null)
  const importNext = (): void => {
    const [input, ...others] = waiting.value
    if (input === undefined) return
    waiting.value = others
    void read(input)
  }

  const addAll = (numbers: Parameters<typeof list.add>[0], fileName: string): void => {
    clear()
    desk.show('list')
    void list.add(numbers, fileName).then((added) => (skippedCount.value += added.skippedCount))
    importNext()
  }
  const addColumn = (sheet: Sheet, column: number, titleRows: number, fileName: string): void => {
    numberlessCount.value += unusedRowCount(sheet, [column], titleRows)
    addAll(numberCells(sheet, column, titleRows), fileName)
  }
  const forgetSkipped = (): void => {
    skippedCount.value = 0
    numberlessCount.value = 0
  }
  watch(reading, (now) => {
    if (now.state === 'failed' && waiting.value.length > 0) {
      failed.value = now
      importNext()
    }
    if (now.state !== 'read' || now.isChosen) return
    const { sheet, fileName, ownNumbers } = now
    if (mustAsk(sheet)) return
    const found = findColumn(sheet.rows, isLockCell, sheet.hiddenColumns)
    if (ownNumbers !== null) addAll(ownNumbers, fileName)
    else if (found.state === 'found' && found.column !== null)
      addColumn(sheet, found.column, found.titleRows, fileName)
  })

  const isOpen = (): boolean => isBeingRead(reader)
  useUnsentRowsStore().count('files', () => (isOpen() ? 1 : 0) + waiting.value.length)

  const importFrom = (input: File | string): void => {
    desk.beginList()
    if (isOpen()) {
      waiting.value = [...waiting.value, input]
      return
    }
    forgetSkipped()
    failed.value = null
    void read(input)
  }
  const shown = computed<SheetReading>(() =>
    reading.value.state === 'idle' && failed.value !== null ? failed.value : reading.value,
  )
  const choose = (column: number | null | undefined, titleRows: number): void => {
    if (pending.value === null || column == null) return
    const { sheet, fileName } = pending.value
    addColumn(sheet, column, titleRows, fileName)
  }
  const cancel = (): void => {
    // With nothing to cancel, this closes the message of a failed import.
    if (!isOpen()) failed.value = null
    clear()
    importNext()
  }

  /** What an ended import said was seen. */
  const leavePage = (): void => {
    if (isOpen()) return
    forgetSkipped()
    failed.value = null
    clear()
  }

  const openLocks = async (locks: PageRequests['desk']): Promise<void> => {
    forgetSkipped()
    skippedCount.value = (await list.openLocks(locks)).skippedCount
  }

  return {
    openLocks,
    reader,
    reading: shown,
    pending,
    skippedCount,
    numberlessCount,
    importFrom,
    choose,
    cancel,
    leavePage,
  }
}

/** A file is read on while another page is open: its rows are in the list, or its columns are asked, on return. */
const useListImportStore = defineStore('list-import', () => ({ listImport: markRaw(createListImport()) }))

/** Adds many numbers to the list: from a pasted column, a dropped or chosen file, or another page. */
export const useListImport = (): ReturnType<typeof createListImport> => {
  const { listImport } = useListImportStore()
  onScopeDispose(listImport.leavePage)
  return listImport
}
