import { ref, shallowRef } from 'vue'
import { command } from '../../bridge'
import { explainFailure } from '../../i18n/explain'
import { joinSentences } from '../../i18n/i18n'
import { useTexts } from '../../i18n/use-texts'
import { countSecrets, exportBatch } from './export-batch'
import { importBatch } from './import-batch'
import type { ImportFailure } from './import-batch'
import { useOrdersStore } from './orders-store'

/** More is no batch of orders. */
const largestFile = 16 * 1024 * 1024
/** As many are named; the rest is counted. */
const named = 5

/** The batch from a JSON file, and into one. */
export const useBatchFiles = () => {
  const orders = useOrdersStore()
  const { t, tn, language } = useTexts()
  const trouble = shallowRef<{ readonly fileName: string; readonly failure: ImportFailure } | null>(null)
  /** What there is to say about the last import or export. */
  const told = ref('')

  const listed = (names: readonly string[]): string =>
    names.length > named ? `${names.slice(0, named).join(', ')} …` : names.join(', ')

  const take = async (file: File): Promise<void> => {
    told.value = ''
    if (file.size > largestFile) {
      trouble.value = { fileName: file.name, failure: { code: 'no-batch', message: 'too large' } }
      return
    }
    const read = importBatch(await file.text())
    if (!read.ok) {
      trouble.value = { fileName: file.name, failure: read.error }
      return
    }
    const { batch, kept, leftOut } = read.value
    orders.bring(batch)
    told.value = joinSentences(language.value, [
      tn('orders.import.done', batch.orders.length),
      kept.length === 0 ? '' : t('orders.import.kept', { fields: listed(kept) }),
      leftOut.length === 0 ? '' : t('orders.import.leftOut', { fields: listed(leftOut) }),
    ])
  }

  const save = async (): Promise<void> => {
    const name = `${t('orders.export.file')}-${orders.head.channelOrderId.replace(/[^\p{L}\p{N}_-]+/gu, '-') || 'draft'}.json`
    const bytes = new TextEncoder().encode(exportBatch(orders.batch))
    const outcome = await command('files/save', { name, kind: 'json', bytes })
    if (!outcome.ok) {
      const { what, next } = explainFailure(outcome.error, { t, language: language.value })
      told.value = joinSentences(language.value, [what, next])
    } else if (outcome.value !== null) {
      const secrets = countSecrets(orders.batch.orders)
      told.value = joinSentences(language.value, [
        t('orders.export.saved', { name: outcome.value.savedAs }),
        secrets === 0 ? '' : tn('orders.export.passwords', secrets),
      ])
    }
  }

  return { trouble, told, take, save }
}
