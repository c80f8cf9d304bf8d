import { ref } from 'vue'

interface Keys {
  readonly count: () => number
  readonly keyAt: (index: number) => string
}

/**
 * The index of the row with the keyboard cursor; -1 before the first move. Call `follow` after the rows change:
 * the cursor stays on the same row, or at the same index if that row was removed.
 */
export const createCursor = ({ count, keyAt }: Keys) => {
  const index = ref(-1)
  let key: string | null = null
  /** The start of a Shift range. */
  let anchorKey: string | null = null

  const indexOf = (searchedKey: string | null): number => {
    const rows = searchedKey === null ? 0 : count()
    for (let at = 0; at < rows; at++) if (keyAt(at) === searchedKey) return at
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
