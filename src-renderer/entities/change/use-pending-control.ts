import { ref, watch } from 'vue'
import type { Job } from '#shared/model/changes/job'

export type JobControl = 'pause' | 'resume' | 'cancel'

/** The requested state of a job while a request is still being sent. */
export const usePendingControl = (job: () => Job | null) => {
  const pendingControl = ref<'pause' | 'cancel' | null>(null)
  watch(
    // A paused job that cannot be canceled stays paused, for another reason.
    [() => job()?.state, () => job()?.pause?.kind],
    () => (pendingControl.value = null),
  )
  const request = async <Outcome extends { readonly ok: boolean } | null>(
    how: JobControl,
    send: () => Promise<Outcome>,
  ): Promise<Outcome> => {
    if (how !== 'resume') pendingControl.value = how
    const outcome = await send()
    if (outcome?.ok !== true) pendingControl.value = null
    return outcome
  }
  return { pendingControl, request }
}
