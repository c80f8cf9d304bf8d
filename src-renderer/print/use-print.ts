import { computed, nextTick, ref } from 'vue'
import type { CommandFailure } from '#shared/bridge/commands'
import { command } from '../bridge'
import { explainFailure } from '../i18n/explain'
import { useTexts } from '../i18n/use-texts'
import { useMessage } from '../ui/feedback/use-message'
import { shownText } from '../names/shown-name'

export type PrintTarget = 'print' | 'pdf'

/** Prints the page or saves it as a PDF, one at a time, and announces the result. */
export const usePrint = (deps: {
  /** The default file name of the PDF. */
  readonly name: () => string
  /** Width and height in millimeters; defaults to the printer's paper. */
  readonly page?: () => { readonly width: number; readonly height: number }
}) => {
  const { t, translator } = useTexts()
  const working = ref<PrintTarget | null>(null)
  /** When the document was last printed or saved, at first when it was opened: it stays open while someone signs. */
  const printedAt = ref(Date.now())
  const message = useMessage()
  const printFailure = ref<{ readonly to: PrintTarget; readonly failure: CommandFailure } | null>(null)

  const explanation = computed(() => {
    if (printFailure.value === null) return null
    const { to, failure } = printFailure.value
    const explained = explainFailure(failure, translator)
    // A printer error is not an app error.
    return to === 'print' && failure.code === 'internal'
      ? { ...explained, what: t('receipt.notPrinted'), next: t('receipt.printerNext') }
      : explained
  })
  const title = computed(() => (printFailure.value?.to === 'pdf' ? t('receipt.notSaved') : undefined))

  const print = async (to: PrintTarget): Promise<void> => {
    if (working.value !== null) return
    working.value = to
    printedAt.value = Date.now()
    message.value = ''
    printFailure.value = null
    // Elements rendered only for printing are in the DOM now.
    await nextTick()
    const page = deps.page === undefined ? {} : { page: deps.page() }
    const outcome = await command(
      'window/print',
      to === 'pdf' ? { to, name: deps.name(), ...page } : { to: 'printer', ...page },
    )
    working.value = null
    if (!outcome.ok) {
      printFailure.value = { to, failure: outcome.error }
      return
    }
    const savedAs = outcome.value?.savedAs
    if (savedAs !== undefined) message.value = () => t('common.savedAs', { name: shownText(savedAs) })
  }

  return { working, printedAt, message, explanation, title, print }
}

export type Printing = ReturnType<typeof usePrint>
