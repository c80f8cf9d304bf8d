import { onScopeDispose, readonly, ref } from 'vue'
import type { Ref } from 'vue'

/**
 * After this time without movement the pointer counts as idle: users leave it over the list while they handle
 * locks, ms.
 */
const idleAfterMs = 1200

/** Whether the pointer is active in an element; attach both handlers to it. */
export const usePointerActivity = (): {
  readonly isActive: Readonly<Ref<boolean>>
  readonly onMove: () => void
  readonly onLeave: () => void
} => {
  const isActive = ref(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  const onLeave = (): void => {
    clearTimeout(timer)
    isActive.value = false
  }
  const onMove = (): void => {
    clearTimeout(timer)
    isActive.value = true
    timer = setTimeout(onLeave, idleAfterMs)
  }
  onScopeDispose(() => clearTimeout(timer))
  return { isActive: readonly(isActive), onMove, onLeave }
}
