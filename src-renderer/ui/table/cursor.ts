import { ref } from 'vue'

interface Keys {
  readonly count: () => number
  readonly keyAt: (index: number) => string
}

/**
 * The row the keyboard is on, by its place; -1 before it was ever in the table. `follow` after the rows changed: it
 * stays on the same row wherever that went, and in the same place where the row is gone.
 */
export const createCursor = ({ count, keyAt }: Keys) => {
  const index = ref(-1)
  let key: string | null = null
  /** Where a range with Shift begins. */
  let anchorKey: string | null = null

  const indexOf = (wanted: string | null): number => {
    const rows = wanted === null ? 0 : count()
    for (let at = 0; at < rows; at++) if (keyAt(at) === wanted) return at
    return -1
  }
  const moveTo = (to: number): void => {
    index.value = Math.min(count() - 1, Math.max(0, to))
    key = index.value === -1 ? null : keyAt(index.value)
  }
  return {
    index,
    moveTo,
    follow: (): void => {
      if (key === null || (index.value < count() && keyAt(index.value) === key)) return
      const found = indexOf(key)
      moveTo(found === -1 ? index.value : found)
    },
    setAnchor: (at: number): void => {
      anchorKey = at >= 0 && at < count() ? keyAt(at) : null
    },
    anchor: (): number => {
      const found = indexOf(anchorKey)
      return found === -1 ? index.value : found
    },
  }
}
