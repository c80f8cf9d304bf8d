import { describe, expect, it } from 'vitest'
import { descendants, parentIn, pssIn, roleIn } from '../bench/processes.mjs'
import { compare, median } from '../bench/statistics.mjs'

describe('median', () => {
  it('is the middle, or the mean of the two middle values', () => {
    expect(median([9, 1, 5])).toBe(5)
    expect(median([9, 1, 5, 3])).toBe(4)
    expect(median([7])).toBe(7)
  })
})

describe('compare', () => {
  it('computes the ratio per pair, so that a slow phase has no effect', () => {
    expect(compare([100, 300, 100], [150, 450, 150])).toEqual({ base: 100, ours: 150, ratio: 1.5 })
    expect(compare([100, 200, 300], [300, 200, 300]).ratio).toBe(1)
  })
})

describe('processes', () => {
  it('finds descendants and no other processes', () => {
    const parentOf = new Map([
      [1, 0],
      [10, 1],
      [13, 12],
      [12, 10],
      [11, 10],
      [20, 1],
    ])
    expect(descendants(10, parentOf).toSorted()).toEqual([10, 11, 12, 13])
  })

  it('parses the kernel’s files', () => {
    expect(parentIn('42 (a name) with) S 7 42 42 0 -1')).toBe(7)
    expect(parentIn('')).toBe(0)
    expect(pssIn('00 ---p\nRss:   900 kB\nPss:   512 kB\nPss_Dirty:  8 kB\n')).toBe(512)
    expect(pssIn('')).toBeUndefined()
  })

  it('names the process type', () => {
    expect(roleIn('/x/electron --type=renderer --lang=en\0')).toBe('renderer')
    expect(roleIn('/x/electron\0--type=zygote\0')).toBe('zygote')
    expect(roleIn('/x/electron --type=utility --utility-sub-type=node.mojom.NodeService --x\0')).toBe(
      'utility node.mojom.NodeService',
    )
    expect(roleIn('cat\0')).toBe('other')
  })
})
