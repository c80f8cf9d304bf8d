import { computed, ref } from 'vue'
import type { CommandFailure } from '#shared/bridge/commands'
import { dayOf } from '#shared/model/calendar-day'
import type { JournalEntry } from '#shared/model/changes/change'
import { trainingPlatform } from '#shared/model/app/saved-platform'
import { usePlatformStore } from '../../stores/platform-store'
import { command } from '../../bridge'
import { explainFailure } from '../../i18n/explain'
import { joinSentences } from '../../i18n/i18n'
import { useTexts } from '../../i18n/use-texts'
import { saveGenerated } from '../../ui/save-text'
import { useMessage } from '../../ui/feedback/use-message'
import { useSheetExport } from '../../ui/sheets/write/use-sheet-export'
import { encodeJournal, exportColumns } from './export-journal'
import type { JournalExportKind } from './export-journal'
import { shownText } from '../../names/shown-name'

/**
 * Writes the visible entries to a file that the user chooses and reports the result.
 * @param shownAs what decides which entries are visible: the message ends when it changes
 */
export const useJournalExport = (shownAs: () => unknown) => {
  const { t, language, translator } = useTexts()
  const platform = usePlatformStore()
  const openPlatform = (): string =>
    platform.status?.training === true ? trainingPlatform : (platform.status?.baseUrl ?? '')
  // The log is of all platforms: its column says which entries are of training.
  const sheet = useSheetExport(shownAs, () => false)
  const jsonMessage = useMessage(shownAs)
  const isJsonFailed = ref(false)
  const isEncoding = ref(false)

  const failed = (failure: CommandFailure): (() => string) => {
    isJsonFailed.value = true
    return () => {
      const { what, next } = explainFailure(failure, translator)
      return joinSentences(language.value, [what, next])
    }
  }

  const saveJson = async (entries: readonly JournalEntry[]): Promise<'' | (() => string)> => {
    const facts = await command('journal/facts')
    if (!facts.ok) return failed(facts.error)
    const exportedAt = new Date()
    const name = `${t('journal.export.file')}-${dayOf(exportedAt)}-${String(facts.value.records)}.json`
    const saved = await saveGenerated(name, 'json', () =>
      encodeJournal(entries, facts.value, exportedAt, openPlatform()),
    )
    if (!saved.ok) return failed(saved.error)
    if (saved.value === null) return ''
    const { savedAs } = saved.value
    return () => t('common.savedAs', { name: shownText(savedAs) })
  }

  const clearMessage = (): void => {
    sheet.message.value = ''
    jsonMessage.value = ''
    isJsonFailed.value = false
  }

  const save = async (kind: JournalExportKind, entries: readonly JournalEntry[]): Promise<void> => {
    if (isEncoding.value) return
    clearMessage()
    if (kind !== 'json') {
      const columns = exportColumns(translator, entries, openPlatform())
      const file = t('journal.export.file')
      await sheet.save(kind, { columns, rows: entries, file, sheet: t('frame.journal') })
      return
    }
    isEncoding.value = true
    try {
      jsonMessage.value = await saveJson(entries)
    } finally {
      isEncoding.value = false
    }
  }

  return {
    message: computed(() => jsonMessage.value || sheet.message.value),
    /** The message says that the file could not be written. */
    isFailed: computed(() => (jsonMessage.value === '' ? sheet.isFailed.value : isJsonFailed.value)),
    isWriting: computed(() => isEncoding.value || sheet.isWriting.value),
    save,
    clearMessage,
  }
}
