import { shallowRef, watch } from 'vue'
import { findShellNumbers, shellNumberIn } from '#shared/model/shell-number'
import { columnCells, findColumn } from '../../../sheets/find-column'
import type { Sheet } from '../../../sheets/sheet'
import { useSheet } from '../../../sheets/use-sheet'
import { useDeskStore } from '../desk-store'
import { useListStore } from './list-store'

/** What a cell of the column with the locks looks like: a shell number, or an asset number that carries one. */
export const looksLikeLock = (cell: string): boolean => shellNumberIn(cell.normalize('NFKC')) !== null

/**
 * Whether pasted text holds several numbers, and so goes on the list; one goes into the field. `8000 000 017` is one,
 * `8000000017 8000000018` are two.
 */
export const isSeveral = (text: string): boolean => {
  const parts = text.split(/[\r\n\t,;|，；、]+/).filter((part) => part.trim() !== '')
  return parts.length > 1 || findShellNumbers(text.normalize('NFKC')).length > 1
}

/** The ways in which many numbers come onto the list: a pasted column, a dropped or chosen file. */
export const useIntake = () => {
  const desk = useDeskStore()
  const list = useListStore()
  const { reading, read, readOther, clear } = useSheet()
  /** A sheet of which a person must say which column it is. */
  const asking = shallowRef<Sheet | null>(null)
  /** How many rows found no room on the list, told until the next comes in. */
  const left = shallowRef(0)

  const add = (sheet: Sheet, column: number, titleRows: number): void => {
    asking.value = null
    clear()
    desk.show('list')
    const cells = columnCells(sheet.rows, column, titleRows).map(({ text }) => text)
    void list.add(cells).then((added) => (left.value = added.left))
  }

  watch(reading, (now) => {
    if (now.state !== 'read') return
    const { sheet } = now
    const found = findColumn(sheet.rows, looksLikeLock)
    if (found.state === 'found' && found.column !== null) add(sheet, found.column, found.titleRows)
    else asking.value = sheet
  })

  const take = (input: File | string): void => {
    left.value = 0
    desk.show('list')
    void read(input)
  }
  const choose = (column: number | null | undefined, titleRows: number): void => {
    if (asking.value !== null && column != null) add(asking.value, column, titleRows)
  }
  const giveUp = (): void => {
    asking.value = null
    clear()
  }

  return { reading, asking, left, take, choose, readOther, giveUp }
}
