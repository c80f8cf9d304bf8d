import { watch } from 'vue'
import { useTexts } from '../../../i18n/use-texts'
import type { SheetKind } from '../../../sheets/sheet-kinds'
import { useSheetExport } from '../../../sheets/use-sheet-export'
import { useDeskStore } from '../desk-store'
import { exportColumns } from './export-list'
import { useListStore } from './list-store'

/** Writes the list as a sheet, to where the person says. */
export const useListExport = () => {
  const desk = useDeskStore()
  const list = useListStore()
  const { t, language } = useTexts()
  const { told, save } = useSheetExport()
  watch(
    () => list.rows.length,
    () => (told.value = ''),
  )

  return {
    told,
    save: (kind: SheetKind): Promise<void> => {
      const about = { action: desk.change, isSent: list.isSent, now: Date.now() }
      return save(kind, {
        columns: exportColumns(about, { t, language: language.value }),
        rows: list.shown,
        file: t('list.export.file'),
        sheet: t('list.export.sheet'),
      })
    },
  }
}
