import { describe, expect, it } from 'vitest'
import {
  askedOf,
  countIn,
  mostAllocated,
  numbersOf,
  rowsOf,
} from '../../../../src-renderer/features/shell-numbers/batch'
import { numbersIn } from '../../../../src-renderer/features/shell-numbers/numbers-in'
import { entry } from '../../support/samples'

describe('an allocation', () => {
  it('is asked for in calls of the chunk’s size', () => {
    expect(rowsOf(25, 10)).toEqual([{ size: 10 }, { size: 10 }, { size: 5 }])
    expect(rowsOf(10, 10)).toEqual([{ size: 10 }])
  })

  it('has the numbers that came, in their order, and says what is none', () => {
    const rows = [
      entry({ action: 'allocate', request: { size: 2 }, result: ['8000000002', '8000000001'] }),
      entry({ action: 'allocate', request: { size: 1 }, result: null, state: 'unknown' }),
      entry({ action: 'allocate', request: { size: 2 }, result: ['9000000001', '6000000001'] }),
    ]
    expect(numbersOf(rows)).toEqual({
      numbers: ['8000000002', '8000000001', '6000000001'],
      odd: ['9000000001'],
    })
    expect(askedOf(rows)).toBe(5)
  })

  it.each([
    ['12', 12],
    [' １２ ', 12],
    ['1,000', 1000],
    [String(mostAllocated), mostAllocated],
    ['0', null],
    ['', null],
    ['1.5', null],
    ['1e3', null],
    ['-5', null],
    [String(mostAllocated + 1), null],
  ] as const)('takes the count %s for %s', (typed, count) => {
    expect(countIn(typed)).toBe(count)
  })
})

describe('numbers that are typed for labels', () => {
  it('are read however they are grouped, once each; the rest is told', () => {
    expect(numbersIn('8000 000 017\n8000000017, ６０００００００１８\n\nnonsense；12345')).toEqual({
      numbers: ['8000000017', '6000000018'],
      wrong: ['nonsense', '12345'],
    })
  })
})
