import { shallowRef } from 'vue'
import { useAppStore } from '../../../stores/app-store'
import { explainFailure } from '../../../i18n/explain'
import { joinSentences } from '../../../i18n/i18n'
import { useTexts } from '../../../i18n/use-texts'
import { useMessage } from '../../../ui/feedback/use-message'
import { saveGenerated } from '../../../ui/save-text'
import { countSecrets, exportBatch } from './export-batch'
import { importBatch } from './import-batch'
import type { ImportFailure } from './import-batch'
import { readBatchFile } from './read-batch-file'
import { usePlaceTexts } from './use-place-texts'
import { useOrdersStore } from '../orders-store'
import { shownText } from '../../../names/shown-name'

/** At most this many are listed; the rest is counted. */
const named = 5

/** Imports and exports the batch as JSON. */
export const useBatchFiles = () => {
  const app = useAppStore()
  const orders = useOrdersStore()
  const { t, tn, language, translator } = useTexts()
  const { fieldText } = usePlaceTexts()
  const problem = shallowRef<{ readonly fileName: string; readonly failure: ImportFailure } | null>(null)
  /** The message about the last import or export, until the batch is reviewed or sent. */
  const message = useMessage(() => orders.stage)

  const listed = (names: readonly string[]): string => {
    const first = names.slice(0, named).join(language.value === 'zh' ? '、' : ', ')
    return names.length > named ? `${first} …` : first
  }

  let newest: File | null = null
  const take = async (file: File): Promise<void> => {
    newest = file
    message.value = ''
    const text = await readBatchFile(file)
    // Another file was chosen while this one was read.
    if (newest !== file) return
    const read = text.ok ? importBatch(text.value) : text
    if (!read.ok) {
      problem.value = { fileName: file.name, failure: read.error }
      return
    }
    // The batch was sent while the file was read.
    if (orders.isSending) {
      message.value = () => t('orders.whileSending')
      return
    }
    const { batch, unknownFields, droppedFields } = read.value
    orders.replaceBatch(batch)
    const count = batch.orders.length
    message.value = () =>
      joinSentences(language.value, [
        tn('orders.import.done', count),
        unknownFields.length === 0
          ? ''
          : t('orders.import.unchanged', { fields: listed(unknownFields.map(fieldText)) }),
        droppedFields.length === 0 ? '' : t('orders.import.removed', { fields: listed(droppedFields) }),
      ])
  }

  const save = async (): Promise<void> => {
    const name = `${t('orders.export.file')}-${orders.head.channelOrderId.replace(/[^\p{L}\p{N}_-]+/gu, '-') || 'draft'}.json`
    const file = app.training ? t('common.trainingFile', { name }) : name
    const outcome = await saveGenerated(file, 'json', () =>
      new TextEncoder().encode(exportBatch(orders.batch)),
    )
    if (!outcome.ok) {
      const { error } = outcome
      message.value = () => {
        const { what, next } = explainFailure(error, translator)
        return joinSentences(language.value, [what, next])
      }
    } else if (outcome.value !== null) {
      const { savedAs } = outcome.value
      const secrets = countSecrets(orders.batch.orders)
      message.value = () =>
        joinSentences(language.value, [
          t('orders.export.saved', { name: shownText(savedAs) }),
          secrets === 0 ? '' : tn('orders.export.passwords', secrets),
        ])
    }
  }

  return { problem, message, take, save }
}
