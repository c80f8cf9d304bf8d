import { computed, onScopeDispose, ref, watch } from 'vue'
import type { ComputedRef } from 'vue'
import { throttle } from '../ui/throttle'
import { saveBeforeLeaving } from './save-before-leaving'

/** Work that changes with each key is written at most so often. */
const saveEveryMs = 1_000

/**
 * Keeps work that is not used yet in main, so that it outlives a crash, a reload and the app.
 * @param work what is to be kept, as data
 * @param io how main keeps it. `show` brings back what an earlier window left; nothing is written before it has ended
 * @returns `restore` brings it back, once; `isSaved` tells whether main has the work as it is now
 */
export const useKeptWork = <Work>(
  work: () => Work,
  io: {
    /** Null if it cannot be read: then nothing is written over it. */
    readonly read: () => Promise<{ readonly work: Work } | null>
    readonly show: (kept: Work) => void | Promise<void>
    /** Whether it is on disk. */
    readonly write: (work: Work) => Promise<boolean>
  },
): { readonly restore: () => Promise<void>; readonly isSaved: ComputedRef<boolean> } => {
  const text = computed(() => JSON.stringify(work()))
  /** What is on disk; null before it was read. */
  const saved = ref<string | null>(null)
  const isShown = ref(false)

  const save = async (): Promise<void> => {
    const now = text.value
    if (!isShown.value || now === saved.value) return
    if (await io.write(work())) saved.value = now
  }
  const saving = throttle(save, saveEveryMs)
  // Work may be as before again while it is written otherwise.
  watch([text, isShown, saved], () => {
    if (isShown.value && text.value !== saved.value) saving.schedule()
  })
  onScopeDispose(saving.stop)
  saveBeforeLeaving(() => void save())

  let restoring: Promise<void> | null = null
  const read = async (): Promise<void> => {
    const kept = await io.read()
    if (kept === null) {
      restoring = null
      return
    }
    saved.value = JSON.stringify(kept.work)
    await io.show(kept.work)
    isShown.value = true
  }
  return {
    restore: () => (restoring ??= read()),
    isSaved: computed(() => text.value === saved.value),
  }
}
