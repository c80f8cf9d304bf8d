import { describe, expect, it } from 'vitest'
import {
  requestedCount,
  parseCount,
  maxAllocated,
  numbersOf,
  rowsOf,
} from '../../../../src-renderer/features/shell-numbers/batch'
import { parseNumbers } from '../../../../src-renderer/features/shell-numbers/parse-numbers'
import { entry } from '../../support/samples'

describe('an allocation', () => {
  it('is split into requests of the chunk size', () => {
    expect(rowsOf(25, 10)).toEqual([{ size: 10 }, { size: 10 }, { size: 5 }])
    expect(rowsOf(10, 10)).toEqual([{ size: 10 }])
  })

  it('contains the returned numbers in order, and reports invalid ones', () => {
    const rows = [
      entry({ action: 'allocate', request: { size: 2 }, result: ['8000000002', '8000000001'] }),
      entry({ action: 'allocate', request: { size: 1 }, result: null, state: 'unknown' }),
      entry({ action: 'allocate', request: { size: 2 }, result: ['9000000001', '6000000001'] }),
    ]
    expect(numbersOf(rows)).toEqual({
      numbers: ['8000000002', '8000000001', '6000000001'],
      invalid: ['9000000001'],
    })
    expect(requestedCount(rows)).toBe(5)
  })

  it.each([
    ['12', 12],
    [' １２ ', 12],
    ['1,000', 1000],
    [String(maxAllocated), maxAllocated],
    ['0', null],
    ['', null],
    ['1.5', null],
    ['1e3', null],
    ['-5', null],
    [String(maxAllocated + 1), null],
  ] as const)('reads the count %s as %s', (typed, count) => {
    expect(parseCount(typed)).toBe(count)
  })
})

describe('numbers typed for labels', () => {
  it('are read in any grouping, once each; others are reported', () => {
    expect(parseNumbers('8000 000 017\n8000000017, ６０００００００１８\n\nnonsense；12345')).toEqual({
      numbers: ['8000000017', '6000000018'],
      repeated: 1,
      invalid: ['nonsense', '12345'],
    })
  })
})
