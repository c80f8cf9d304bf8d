import { onScopeDispose } from 'vue'
import { throttle } from '../ui/throttle'
import { saveBeforeLeaving } from './save-before-leaving'

/** What changes with each key is written at most so often. */
const saveEveryMs = 1_000
/** What could not be written is written again after this time: the disk may have space by then. */
const retryMs = 15_000

/**
 * Writes what changes often to disk, and once more as the page or the window is left.
 * @param save false where it could not be written
 * @returns asks for it to be written soon
 */
export const useSaving = (save: () => Promise<boolean>): (() => void) => {
  let retry: ReturnType<typeof setTimeout> | undefined
  const attempt = async (): Promise<void> => {
    clearTimeout(retry)
    if (!(await save())) retry = setTimeout(saving.schedule, retryMs)
  }
  const saving = throttle(attempt, saveEveryMs)
  onScopeDispose(() => {
    saving.stop()
    clearTimeout(retry)
  })
  saveBeforeLeaving(() => void attempt())
  return saving.schedule
}
