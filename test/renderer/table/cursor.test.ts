import { describe, expect, it } from 'vitest'
import { createCursor } from '../../../src-renderer/ui/table/cursor'

const over = (keys: string[]) => {
  let rows = keys
  const cursor = createCursor({ count: () => rows.length, keyAt: (index) => rows[index] ?? '' })
  return {
    cursor,
    change: (next: string[]) => {
      rows = next
      cursor.follow()
      return cursor.index.value
    },
  }
}

describe('the table cursor', () => {
  it('stays on its row when it moves', () => {
    const { cursor, change } = over(['a', 'b', 'c'])
    cursor.moveTo(1)
    expect(change(['c', 'x', 'a', 'b'])).toBe(3)
  })

  it('stays at its index where the row is removed, within the table', () => {
    const { cursor, change } = over(['a', 'b', 'c'])
    cursor.moveTo(1)
    expect(change(['a', 'c'])).toBe(1)
    expect(change(['a'])).toBe(0)
    expect(change([])).toBe(-1)
  })

  it('is unset before it was moved', () => {
    expect(over(['a']).change(['b', 'c'])).toBe(-1)
  })

  it('starts a range at its anchor', () => {
    const { cursor, change } = over(['a', 'b', 'c'])
    cursor.setAnchor(2)
    cursor.moveTo(0)
    change(['c', 'b', 'a'])
    expect(cursor.anchor()).toBe(0)
  })
})
