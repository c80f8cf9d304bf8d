import { computed, ref, watch } from 'vue'
import { useUnsavedPasswordsStore } from './unsaved-passwords-store'

/**
 * A generated password that was sent or is being sent: closing its dialog would lose it, so a warning is shown
 * once unless it was read or copied.
 */
export const useGeneratedPassword = (isAtRisk: () => boolean) => {
  const unsaved = useUnsavedPasswordsStore()
  const wasRead = ref(false)
  const isWarned = ref(false)
  const isUnread = computed(() => isAtRisk() && !wasRead.value)
  watch(isAtRisk, () => {
    wasRead.value = false
    isWarned.value = false
  })
  unsaved.count(() => (isUnread.value ? 1 : 0))

  return {
    isAtRisk,
    /** Whether the user tried to close and the warning is shown. */
    isWarned: computed(() => isWarned.value && isUnread.value),
    read: (): void => void (wasRead.value = true),
    /** Whether the dialog may close now. */
    mayClose: (): boolean => {
      const isEnabled = !isUnread.value || isWarned.value
      isWarned.value = true
      return isEnabled
    },
  }
}
