import { computed, ref, shallowRef } from 'vue'
import type { CommandInput } from '#shared/bridge/commands'
import { explainFailure } from '../../../i18n/explain'
import { joinSentences } from '../../../i18n/i18n'
import { useTexts } from '../../../i18n/use-texts'
import { saveGenerated } from '../../save-text'
import { useMessage } from '../../feedback/use-message'
import type { SheetKind } from './sheet-kinds'
import { writeSheet } from './write-sheet'
import type { OutColumn } from './write-sheet'
import { shownText } from '../../../names/shown-name'

const stamp = (now: Date): string =>
  [now.getFullYear(), now.getMonth() + 1, now.getDate(), now.getHours(), now.getMinutes()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')

/**
 * Writes rows to a file that the user chooses and announces the result.
 * @param subject what the rows depend on: the message ends when it changes
 * @param isTraining whether the names of the file and of its sheet say that its rows are of training
 */
export const useSheetExport = (subject: () => unknown, isTraining: () => boolean) => {
  const { t, language, translator } = useTexts()
  const message = useMessage(subject)
  const failure = shallowRef<(() => string) | null>(null)
  /** The message says that the file could not be written; another message may have taken its place. */
  const isFailed = computed(() => message.value !== '' && message.value === failure.value?.())
  /** Thousands of rows take a moment to write. */
  const isWriting = ref(false)
  const marked = (name: string): string => (isTraining() ? t('common.trainingFile', { name }) : name)

  /**
   * Whether the file is on disk; not if the dialog was canceled.
   * @param file the file name without time and extension
   */
  const saveAs = async (
    kind: CommandInput<'files/save'>['kind'],
    file: string,
    make: Parameters<typeof saveGenerated>[2],
  ): Promise<boolean> => {
    if (isWriting.value) return false
    isWriting.value = true
    message.value = ''
    try {
      const outcome = await saveGenerated(`${marked(file)}-${stamp(new Date())}.${kind}`, kind, make)
      if (outcome.ok) {
        const savedAs = outcome.value?.savedAs
        if (savedAs !== undefined) message.value = () => t('common.savedAs', { name: shownText(savedAs) })
        return savedAs !== undefined
      }
      const { error } = outcome
      failure.value = () => {
        const { what, next } = explainFailure(error, translator)
        return joinSentences(language.value, [what, next])
      }
      message.value = failure.value
      return false
    } finally {
      isWriting.value = false
    }
  }
  const save = async <Row>(
    kind: SheetKind,
    of: {
      readonly columns: readonly OutColumn<Row>[]
      readonly rows: readonly Row[]
      /** The file name without time and extension. */
      readonly file: string
      /** The sheet name in a workbook. */
      readonly sheet: string
    },
  ): Promise<void> => {
    await saveAs(kind, of.file, () => writeSheet(kind, of.columns, of.rows, marked(of.sheet)))
  }
  return { message, isFailed, isWriting, save, saveAs }
}
