import { shallowRef, watch } from 'vue'
import type { Sheet } from '../../../sheets/sheet'
import { useSheet } from '../../../sheets/use-sheet'
import type { Columns } from './import-rows'
import { useImportStore } from './import-store'

/** A file of employees on its way in: read, then asked which column is which, then taken onto the list. */
export const useImportIntake = (enterpriseGlobalId: () => string | null) => {
  const store = useImportStore()
  const { reading, read, readOther, clear } = useSheet()
  const asking = shallowRef<Sheet | null>(null)

  watch(reading, (now) => {
    if (now.state === 'read') asking.value = now.sheet
  })

  const giveUp = (): void => {
    asking.value = null
    clear()
  }
  return {
    reading,
    asking,
    take: (input: File | string): void => {
      if (!store.isRunning) void read(input)
    },
    readOther,
    choose: (as: { readonly columns: Columns; readonly titleRows: number }): void => {
      const sheet = asking.value
      const id = enterpriseGlobalId()
      giveUp()
      if (sheet !== null && id !== null) store.take(sheet, as, id)
    },
    giveUp,
  }
}
