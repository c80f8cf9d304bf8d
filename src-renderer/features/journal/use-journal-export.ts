import { computed, ref } from 'vue'
import type { CommandFailure } from '#shared/commands'
import type { JournalEntry } from '#shared/model/change'
import { command } from '../../bridge'
import { explainFailure } from '../../i18n/explain'
import { joinSentences } from '../../i18n/i18n'
import { useTexts } from '../../i18n/use-texts'
import { useSheetExport } from '../../sheets/use-sheet-export'
import { encodeJournal, exportColumns } from './export-journal'
import type { JournalExportKind } from './export-journal'

/** Writes what is shown to where the person says, and tells in words what came of it. */
export const useJournalExport = () => {
  const { t, tn, language } = useTexts()
  const sheet = useSheetExport()
  const toldOfJson = ref('')
  const isEncoding = ref(false)

  const failed = (failure: CommandFailure): string => {
    const { what, next } = explainFailure(failure, { t, language: language.value })
    return joinSentences(language.value, [what, next])
  }

  const saveJson = async (entries: readonly JournalEntry[]): Promise<string> => {
    const facts = await command('journal/facts')
    if (!facts.ok) return failed(facts.error)
    const at = new Date()
    const bytes = await encodeJournal(entries, facts.value, at)
    const name = `${t('journal.export.file')}-${at.toISOString().slice(0, 10)}-${String(facts.value.records)}.json`
    const saved = await command('files/save', { name, kind: 'json', bytes })
    if (!saved.ok) return failed(saved.error)
    return saved.value === null ? '' : t('journal.export.saved', { name: saved.value.savedAs })
  }

  const forget = (): void => {
    sheet.told.value = ''
    toldOfJson.value = ''
  }

  const save = async (kind: JournalExportKind, entries: readonly JournalEntry[]): Promise<void> => {
    if (isEncoding.value) return
    forget()
    if (kind !== 'json') {
      const columns = exportColumns({ t, tn, language: language.value })
      const file = t('journal.export.file')
      await sheet.save(kind, { columns, rows: entries, file, sheet: t('journal.export.sheet') })
      return
    }
    isEncoding.value = true
    try {
      toldOfJson.value = await saveJson(entries)
    } finally {
      isEncoding.value = false
    }
  }

  return {
    told: computed(() => toldOfJson.value || sheet.told.value),
    isWriting: computed(() => isEncoding.value || sheet.isWriting.value),
    save,
    /** What was told is over. */
    forget,
  }
}
