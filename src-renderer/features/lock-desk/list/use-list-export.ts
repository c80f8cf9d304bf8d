import { useTexts } from '../../../i18n/use-texts'
import { useAppStore } from '../../../stores/app-store'
import type { SheetKind } from '../../../ui/sheets/write/sheet-kinds'
import { useSheetExport } from '../../../ui/sheets/write/use-sheet-export'
import { useLockNamesStore } from '../../../entities/lock-name/lock-names-store'
import { exportColumns } from './export-list'
import { useListStore } from './list-store'

/** Writes the list to a file that the user chooses. */
export const useListExport = () => {
  const list = useListStore()
  const names = useLockNamesStore()
  const { t, translator } = useTexts()
  const app = useAppStore()
  const { message, isFailed, save } = useSheetExport(
    () => [list.rows, list.isSent, list.jobId, list.action],
    () => app.training,
  )

  return {
    message,
    isFailed,
    save: (kind: SheetKind): Promise<void> => {
      const options = { action: list.action, isSent: list.isSent, now: Date.now(), nameOf: names.of }
      return save(kind, {
        columns: exportColumns(options, translator),
        rows: list.shown,
        file: t('list.export.file'),
        sheet: t('list.title'),
      })
    },
  }
}
