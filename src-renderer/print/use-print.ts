import { computed, nextTick, ref } from 'vue'
import { explainFailure } from '../i18n/explain'
import { useTexts } from '../i18n/use-texts'
import { useMessage } from '../ui/feedback/use-message'
import { shownText } from '../names/shown-name'
import { useCommand } from '../use-command'

export type PrintTarget = 'print' | 'pdf'

/** Prints the page or saves it as a PDF, one at a time, and announces the result. */
export const usePrint = (deps: {
  /** The default file name of the PDF. */
  readonly name: () => string
  /** Width and height in millimeters; defaults to the printer's paper. */
  readonly page?: () => { readonly width: number; readonly height: number }
  /** Called when the page was printed or saved, and not where the dialog was canceled. */
  readonly onPrinted?: () => void
}) => {
  const { t, translator } = useTexts()
  const working = ref<PrintTarget | null>(null)
  /** When the document was last printed or saved, at first when it was opened: it stays open while someone signs. */
  const printedAt = ref(Date.now())
  const message = useMessage()
  const { failure, run, clear } = useCommand('window/print')
  /** What was printed or saved last. */
  const lastTarget = ref<PrintTarget | null>(null)

  const explanation = computed(() => {
    if (failure.value === null) return null
    const explained = explainFailure(failure.value, translator)
    // A printer error is not an app error.
    return lastTarget.value === 'print' && failure.value.code === 'internal'
      ? { ...explained, what: t('receipt.notPrinted'), next: t('receipt.printerNext') }
      : explained
  })
  const title = computed(() =>
    failure.value !== null && lastTarget.value === 'pdf' ? t('receipt.notSaved') : undefined,
  )

  const print = async (to: PrintTarget): Promise<void> => {
    if (working.value !== null) return
    working.value = to
    lastTarget.value = to
    printedAt.value = Date.now()
    message.value = ''
    clear()
    // Elements rendered only for printing are in the DOM now.
    await nextTick()
    const page = deps.page === undefined ? {} : { page: deps.page() }
    const outcome = await run(to === 'pdf' ? { to, name: deps.name(), ...page } : { to: 'printer', ...page })
    working.value = null
    if (!outcome.ok) return
    const { value } = outcome
    if (value === null ? to === 'pdf' : 'canceled' in value) return
    deps.onPrinted?.()
    if (value !== null && 'savedAs' in value)
      message.value = () => t('common.savedAs', { name: shownText(value.savedAs) })
  }

  return { working, printedAt, message, explanation, title, print }
}

export type Printing = ReturnType<typeof usePrint>
