import { computed, ref, watch } from 'vue'
import { useUnsavedPasswordsStore } from './unsaved-passwords-store'

/**
 * A password that was made here and is on its way, or on the platform: closing its dialog loses it, so that is asked
 * once while nobody has read or copied it.
 */
export const useMadePassword = (isAtStake: () => boolean) => {
  const unsaved = useUnsavedPasswordsStore()
  const wasRead = ref(false)
  const isWarned = ref(false)
  const isUnread = computed(() => isAtStake() && !wasRead.value)
  watch(isAtStake, () => {
    wasRead.value = false
    isWarned.value = false
  })
  unsaved.count(() => (isUnread.value ? 1 : 0))

  return {
    /** Whether the person has asked to close, and was told what is lost. */
    isWarned: computed(() => isWarned.value && isUnread.value),
    read: (): void => void (wasRead.value = true),
    /** Whether the dialog may close now. */
    mayClose: (): boolean => {
      const may = !isUnread.value || isWarned.value
      isWarned.value = true
      return may
    },
  }
}
