import { computed, nextTick, ref } from 'vue'
import type { CommandFailure } from '#shared/commands'
import { command } from '../bridge'
import { explainFailure } from '../i18n/explain'
import { useTexts } from '../i18n/use-texts'

export type PrintTarget = 'print' | 'pdf'

/** Puts the page on paper or into a PDF, one at a time, and says what became of it. */
export const usePrint = (deps: {
  /** What the PDF is called where the person names it no other way. */
  readonly name: () => string
  /** Width and height in millimetres; the printer's own paper where it is left out. */
  readonly page?: () => { readonly width: number; readonly height: number }
}) => {
  const { t, language } = useTexts()
  const working = ref<PrintTarget | null>(null)
  const told = ref('')
  const trouble = ref<{ readonly to: PrintTarget; readonly failure: CommandFailure } | null>(null)

  const explanation = computed(() => {
    if (trouble.value === null) return null
    const { to, failure } = trouble.value
    const explained = explainFailure(failure, { t, language: language.value })
    // What a printer did is no fault of the app's.
    return to === 'print' && failure.code === 'internal'
      ? { ...explained, what: t('receipt.notPrinted'), next: t('receipt.printerNext') }
      : explained
  })
  const title = computed(() => (trouble.value?.to === 'pdf' ? t('receipt.notSaved') : undefined))

  const print = async (to: PrintTarget): Promise<void> => {
    if (working.value !== null) return
    working.value = to
    told.value = ''
    trouble.value = null
    // What is drawn for the paper alone is drawn by now.
    await nextTick()
    const page = deps.page === undefined ? {} : { page: deps.page() }
    const outcome = await command(
      'window/print',
      to === 'pdf' ? { to, name: deps.name(), ...page } : { to: 'printer', ...page },
    )
    working.value = null
    if (!outcome.ok) trouble.value = { to, failure: outcome.error }
    else if (outcome.value !== null) told.value = t('receipt.saved', { name: outcome.value.savedAs })
  }

  return { working, told, explanation, title, print }
}

export type Printing = ReturnType<typeof usePrint>
