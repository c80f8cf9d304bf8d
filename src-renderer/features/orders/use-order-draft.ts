import { ref, watch } from 'vue'
import { saveBeforeLeaving } from '../../stores/save-before-leaving'
import { runTimeSliced } from '../../ui/table/run-time-sliced'
import { useCommand } from '../../use-command'
import { command } from '../../bridge'
import type { Batch } from './check/check-batch'
import { prepareDraft, writeDraft } from './files/export-batch'
import { readDraft } from './files/read-draft'

/** The draft is saved this long after the last change, ms. */
const saveDelayMs = 400

/**
 * Keeps the batch as a draft in main, which outlives the window.
 * @param batch what is to be kept
 * @param isKept whether there is anything to keep; otherwise main forgets the draft
 */
export const useOrderDraft = (batch: () => Batch, isKept: () => boolean) => {
  const state = ref<'unread' | 'loading' | 'ready'>('unread')
  const { run: writeToMain, failure } = useCommand('drafts/save-order')
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Whether there are changes not sent to main yet. */
  let hasUnsavedChanges = false
  let cancelPreparation = (): void => undefined

  /** Reads the draft once, and shows it where nothing was written meanwhile. */
  const load = async (canShow: () => boolean, show: (draft: Batch) => void): Promise<void> => {
    if (state.value !== 'unread') return
    state.value = 'loading'
    const outcome = await command('drafts/read-order')
    const draft =
      outcome.ok && outcome.value.text !== null && canShow() ? readDraft(outcome.value.text) : null
    if (draft !== null) show(draft)
    state.value = 'ready'
  }

  const save = async (): Promise<void> => {
    clearTimeout(timer)
    cancelPreparation()
    hasUnsavedChanges = false
    await writeToMain({ draft: isKept() ? writeDraft(batch()) : null })
  }
  watch([batch, isKept], () => {
    if (state.value !== 'ready') return
    hasUnsavedChanges = true
    clearTimeout(timer)
    cancelPreparation()
    timer = setTimeout(() => {
      cancelPreparation = runTimeSliced(prepareDraft(batch()), () => void save())
    }, saveDelayMs)
  })
  saveBeforeLeaving(() => {
    if (hasUnsavedChanges) void save()
  })

  return { state, failure, load, save }
}
