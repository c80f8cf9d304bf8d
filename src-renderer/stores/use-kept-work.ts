import { computed, ref, watch } from 'vue'
import type { ComputedRef } from 'vue'
import type { CommandFailure } from '#shared/bridge/commands'
import type { Outcome } from '#shared/outcome'
import { useRequest } from '../use-command'
import { useSaving } from './use-saving'

/**
 * Keeps work that is not used yet in main, so that it outlives a crash, a reload and the app.
 * @param work what is to be kept, as data
 * @param io how main keeps it. `show` brings back what an earlier window left; nothing is written before it has ended
 * @returns `restore` brings it back, once; `isSaved` tells whether main has the work as it is now,
 * `failure` why it could not be written last
 */
export const useKeptWork = <Work>(
  work: () => Work,
  io: {
    /** Null if it cannot be read: then nothing is written over it. */
    readonly read: () => Promise<{ readonly work: Work } | null>
    readonly show: (kept: Work) => void | Promise<void>
    readonly write: (work: Work) => Promise<Outcome<null, CommandFailure>>
  },
): {
  readonly restore: () => Promise<void>
  readonly isSaved: ComputedRef<boolean>
  readonly failure: ComputedRef<CommandFailure | null>
} => {
  const text = computed(() => JSON.stringify(work()))
  /** What is on disk; null before it was read. */
  const saved = ref<string | null>(null)
  const isShown = ref(false)
  const isSaved = computed(() => text.value === saved.value)
  const { run, failure } = useRequest()

  const scheduleSaving = useSaving(async () => {
    const now = text.value
    if (!isShown.value || now === saved.value) return true
    const { ok } = await run(() => io.write(work()))
    if (ok) saved.value = now
    return ok
  })
  // Work may be as before again while it is written otherwise.
  watch([text, isShown, saved], () => {
    if (isShown.value && text.value !== saved.value) scheduleSaving()
  })

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
    isSaved,
    failure: computed(() => (isSaved.value ? null : failure.value)),
  }
}
