import { computed, ref, watch } from 'vue'
import { canCheckResult } from '#shared/model/changes/can-check-result'
import type { useChange } from '../../../entities/change/use-change'
import { useUnsavedPasswordsStore } from './unsaved-passwords-store'

/**
 * A generated password that was sent or is being sent: closing its dialog would lose it, so a warning is shown
 * once unless it was read or copied. Of an unconfirmed change, a check may still find that the platform has it.
 */
export const useGeneratedPassword = (
  change: ReturnType<typeof useChange>,
  isSentGenerated: () => boolean,
) => {
  const unsaved = useUnsavedPasswordsStore()
  const wasRead = ref(false)
  const isWarned = ref(false)
  const isDone = computed(() => change.entry.value?.state === 'done')
  const isCheckable = computed(() => change.entry.value !== null && canCheckResult(change.entry.value))
  const isAtRisk = computed(
    () => isSentGenerated() && (change.isRunning.value || isDone.value || isCheckable.value),
  )
  const isUnread = computed(() => isAtRisk.value && !wasRead.value)
  watch(isAtRisk, () => {
    wasRead.value = false
    isWarned.value = false
  })
  unsaved.count(() => (isUnread.value ? 1 : 0))

  return {
    isDone,
    /** Whether the user tried to close and the warning is shown. */
    isWarned: computed(() => isWarned.value && isUnread.value),
    read: (): void => void (wasRead.value = true),
    /** Whether the dialog may close now: a password that is being sent stays until there is a result. */
    mayClose: (): boolean => {
      if (change.isRunning.value) return change.mayClose() && !isAtRisk.value
      const mayLose = !isUnread.value || isWarned.value
      isWarned.value = true
      return mayLose
    },
  }
}
