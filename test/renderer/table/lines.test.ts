import { describe, expect, it } from 'vitest'
import { createLines } from '../../../src-renderer/ui/table/lines'

describe('the lines of a table', () => {
  it('are its rows without groups', () => {
    const lines = createLines([1, 2, 3], undefined)
    expect(lines.count).toBe(3)
    expect(lines.lineOf(2)).toBe(2)
    expect(lines.at(2)).toEqual({ index: 2, isHeading: false })
  })

  it.each([
    { groups: [] },
    { groups: [7] },
    { groups: [7, 7, 7] },
    { groups: [7, 8, 9] },
    { groups: [7, 7, 8, 9, 9, 9, 7] },
  ])('have a heading above each group of $groups', ({ groups }) => {
    const lines = createLines(groups, (group) => group)
    const expected = groups.flatMap((group, index) =>
      group === groups[index - 1]
        ? [{ index, isHeading: false }]
        : [
            { index, isHeading: true },
            { index, isHeading: false },
          ],
    )
    expect(Array.from({ length: lines.count }, (_, line) => lines.at(line))).toEqual(expected)
    expect(groups.map((_, index) => lines.lineOf(index))).toEqual(
      groups.map((_, index) => expected.findIndex((line) => line.index === index && !line.isHeading)),
    )
  })
})
