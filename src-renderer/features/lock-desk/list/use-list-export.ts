import { ref, watch } from 'vue'
import { command } from '../../../bridge'
import { explainFailure } from '../../../i18n/explain'
import { joinSentences } from '../../../i18n/i18n'
import { useTexts } from '../../../i18n/use-texts'
import { writeSheet } from '../../../sheets/write-sheet'
import { useDeskStore } from '../desk-store'
import { exportColumns } from './export-list'
import type { ExportKind } from './export-list'
import { useListStore } from './list-store'

const stamp = (now: Date): string =>
  [now.getFullYear(), now.getMonth() + 1, now.getDate(), now.getHours(), now.getMinutes()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')

/** Writes the list as a sheet, to where the person says. */
export const useListExport = () => {
  const desk = useDeskStore()
  const list = useListStore()
  const { t, language } = useTexts()
  const told = ref('')
  watch(
    () => list.rows.length,
    () => (told.value = ''),
  )

  const save = async (kind: ExportKind): Promise<void> => {
    const words = { t, language: language.value }
    const about = { action: desk.change, isSent: list.isSent, now: Date.now() }
    const bytes = await writeSheet(kind, exportColumns(about, words), list.shown, t('list.export.sheet'))
    const name = `${t('list.export.file')}-${stamp(new Date())}.${kind}`
    const outcome = await command('files/save', { name, kind, bytes })
    if (outcome.ok) {
      if (outcome.value !== null) told.value = t('list.export.saved', { name: outcome.value.savedAs })
      return
    }
    const { what, next } = explainFailure(outcome.error, words)
    told.value = joinSentences(language.value, [what, next])
  }
  return { told, save }
}
