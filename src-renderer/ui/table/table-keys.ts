export type TableGesture =
  | { readonly kind: 'move'; readonly to: number; readonly extends: boolean }
  | { readonly kind: 'toggle' | 'choose' | 'select-all' }

interface Place {
  readonly index: number
  readonly count: number
  /** Rows in view. */
  readonly page: number
}

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

const target = (key: string, { index, count, page }: Place): number | null => {
  const last = count - 1
  switch (key) {
    case 'ArrowDown':
      return index + 1
    case 'ArrowUp':
      return index - 1
    case 'PageDown':
      return index + page
    case 'PageUp':
      return index - page
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}

/** What a key means in a table, by the grid pattern of the WAI-ARIA Authoring Practices with rows as its cells. */
export const gestureOf = (event: Key, place: Place): TableGesture | null => {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = event
  if (altKey || place.count === 0) return null
  const to = target(key, place)
  if (to !== null) {
    return { kind: 'move', to: Math.max(0, Math.min(place.count - 1, to)), extends: shiftKey }
  }
  if (ctrlKey || metaKey) return key.toLowerCase() === 'a' ? { kind: 'select-all' } : null
  if (key === ' ') return { kind: 'toggle' }
  return key === 'Enter' ? { kind: 'choose' } : null
}
