import { shallowRef, watch } from 'vue'
import type { Sheet } from '../../../ui/sheets/sheet'
import { useSheet } from '../../../ui/sheets/use-sheet'
import type { Columns } from './import-rows'
import { useImportStore } from './import-store'

/** Imports an employee file: reads it, lets the user match the columns, and fills the list. */
export const useFileImport = (enterpriseGlobalId: () => string | null) => {
  const store = useImportStore()
  const { reading, read, readOther, clear } = useSheet()
  const pendingSheet = shallowRef<Sheet | null>(null)

  watch(reading, (now) => {
    if (now.state === 'read') pendingSheet.value = now.sheet
  })

  const cancel = (): void => {
    pendingSheet.value = null
    clear()
  }
  return {
    reading,
    pendingSheet,
    importFile: (input: File | string): void => {
      if (!store.isRunning && !store.isStarting) void read(input)
    },
    readOther,
    choose: (as: { readonly columns: Columns; readonly titleRows: number }): void => {
      const sheet = pendingSheet.value
      const id = enterpriseGlobalId()
      cancel()
      if (sheet !== null && id !== null) store.importRows(sheet, as, id)
    },
    cancel,
  }
}
