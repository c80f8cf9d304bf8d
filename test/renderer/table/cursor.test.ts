import { describe, expect, it } from 'vitest'
import { createCursor } from '../../../src-renderer/ui/table/cursor'

const over = (given: string[]) => {
  let rows = given
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

describe('the cursor of a table', () => {
  it('stays on its row wherever that goes', () => {
    const { cursor, change } = over(['a', 'b', 'c'])
    cursor.moveTo(1)
    expect(change(['c', 'x', 'a', 'b'])).toBe(3)
  })

  it('stays in its place where the row is gone, and within the table', () => {
    const { cursor, change } = over(['a', 'b', 'c'])
    cursor.moveTo(1)
    expect(change(['a', 'c'])).toBe(1)
    expect(change(['a'])).toBe(0)
    expect(change([])).toBe(-1)
  })

  it('is nowhere before it was moved', () => {
    expect(over(['a']).change(['b', 'c'])).toBe(-1)
  })

  it('begins a range where it was put last', () => {
    const { cursor, change } = over(['a', 'b', 'c'])
    cursor.setAnchor(2)
    cursor.moveTo(0)
    change(['c', 'b', 'a'])
    expect(cursor.anchor()).toBe(0)
  })
})
