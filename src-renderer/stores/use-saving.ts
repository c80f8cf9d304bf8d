import { onScopeDispose } from 'vue'
import { throttle } from '../ui/throttle'
import { saveBeforeLeaving } from './save-before-leaving'

/** What changes with each key is written at most so often. */
const saveEveryMs = 1_000

/**
 * Writes what changes often to disk, once more as the page or the window is left, and again on return where it failed.
 * @param save false where it could not be written
 * @returns asks for it to be written soon
 */
export const useSaving = (save: () => Promise<boolean>): (() => void) => {
  let isFailed = false
  const attempt = async (): Promise<void> => {
    isFailed = !(await save())
  }
  const saving = throttle(attempt, saveEveryMs)
  // Disk space is freed in another window.
  const tryAgain = (): void => {
    if (isFailed) saving.schedule()
  }
  window.addEventListener('focus', tryAgain)
  onScopeDispose(() => {
    saving.stop()
    window.removeEventListener('focus', tryAgain)
  })
  saveBeforeLeaving(() => void attempt())
  return saving.schedule
}
