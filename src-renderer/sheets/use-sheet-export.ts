import { ref } from 'vue'
import { command } from '../bridge'
import { explainFailure } from '../i18n/explain'
import { joinSentences } from '../i18n/i18n'
import { useTexts } from '../i18n/use-texts'
import type { SheetKind } from './sheet-kinds'
import { writeSheet } from './write-sheet'
import type { OutColumn } from './write-sheet'

const stamp = (now: Date): string =>
  [now.getFullYear(), now.getMonth() + 1, now.getDate(), now.getHours(), now.getMinutes()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')

/** Writes rows as a sheet, to where the person says, and tells in words what came of it. */
export const useSheetExport = () => {
  const { t, language } = useTexts()
  const told = ref('')
  /** Thousands of rows take a moment. */
  const isWriting = ref(false)

  const save = async <Row>(
    kind: SheetKind,
    of: {
      readonly columns: readonly OutColumn<Row>[]
      readonly rows: readonly Row[]
      /** The name of the file, without its time and ending. */
      readonly file: string
      /** The name of the sheet in a workbook. */
      readonly sheet: string
    },
  ): Promise<void> => {
    if (isWriting.value) return
    isWriting.value = true
    try {
      const bytes = await writeSheet(kind, of.columns, of.rows, of.sheet)
      const name = `${of.file}-${stamp(new Date())}.${kind}`
      const outcome = await command('files/save', { name, kind, bytes })
      if (outcome.ok) {
        if (outcome.value !== null) told.value = t('sheets.export.saved', { name: outcome.value.savedAs })
        return
      }
      const { what, next } = explainFailure(outcome.error, { t, language: language.value })
      told.value = joinSentences(language.value, [what, next])
    } finally {
      isWriting.value = false
    }
  }
  return { told, isWriting, save }
}
