import { onScopeDispose, readonly, ref } from 'vue'
import type { Ref } from 'vue'

/** A pointer that rests this long aims at nothing: people leave it lying on the list while they handle locks. */
const restsAfter = 1200

/** Whether a hand is at work in an element: put the two handlers on it. */
export const useHand = (): {
  readonly atWork: Readonly<Ref<boolean>>
  readonly moved: () => void
  readonly gone: () => void
} => {
  const atWork = ref(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  const gone = (): void => {
    clearTimeout(timer)
    atWork.value = false
  }
  const moved = (): void => {
    clearTimeout(timer)
    atWork.value = true
    timer = setTimeout(gone, restsAfter)
  }
  onScopeDispose(() => clearTimeout(timer))
  return { atWork: readonly(atWork), moved, gone }
}
