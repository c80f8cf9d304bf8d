import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Steps } from '../../../src-renderer/ui/table/run-time-sliced'
import { createTextFilter, narrows, termsOf } from '../../../src-renderer/ui/table/text-filter'

const finish = <Result>(steps: Steps<Result>): Result => {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

describe('createTextFilter', () => {
  const rows = ['8000000017 North Bridge', '8000000018 Harbour', '6000000203 北桥工程', '8000000170 north']

  const filterOf = (lines: readonly string[]) => {
    const seen: string[] = []
    const filter = createTextFilter((row: string) => {
      seen.push(row)
      return row
    })
    finish(filter.take(lines))
    return { filter, seen, find: (query: string) => finish(filter.find(query)) }
  }

  it('requires every word, in any order and case', () => {
    const { find } = filterOf(rows)
    expect(find('NORTH 8000')).toEqual([rows[0], rows[3]])
    expect(find('桥')).toEqual([rows[2]])
    expect(find('nothing')).toEqual([])
    expect(find('  ')).toBe(rows)
  })

  it('normalizes full-width letters and digits', () => {
    const { find } = filterOf(['ＬＤ８０００００００１８', 'LD8000000017'])
    expect(find('ld8000000018')).toEqual(['ＬＤ８０００００００１８'])
    expect(find('ＬＤ８０００００００１７')).toEqual(['LD8000000017'])
  })

  it('finds digits in any grouping and width', () => {
    const { find } = filterOf(rows)
    expect(find('8000 000 017')).toEqual([rows[0]])
    expect(find('８０００-０００ ０１７')).toEqual([rows[0]])
  })

  it('ignores the sign after a pasted number', () => {
    const { find } = filterOf(rows)
    expect(find('８００００００１７０、')).toEqual([rows[3]])
    expect(find('North，8000000017。')).toEqual([rows[0]])
    expect(find('，')).toBe(rows)
  })

  it('finds the same after any earlier query', () => {
    const row = fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 6 })
    fc.assert(
      fc.property(fc.array(row), fc.array(row), (lines, queries) => {
        const { find } = filterOf(lines)
        for (const query of queries) expect(find(query)).toEqual(filterOf(lines).find(query))
      }),
    )
  })

  it('indexes changed rows only', () => {
    const { filter, seen, find } = filterOf(rows)
    seen.length = 0
    const changed = rows.with(1, '8000000018 Harbour North')
    finish(filter.take(changed))
    expect(seen).toEqual(['8000000018 Harbour North'])
    expect(find('north')).toEqual([changed[0], changed[1], changed[3]])
  })

  it('reindexes nothing when rows are filtered out and back in', () => {
    const { filter, seen, find } = filterOf(rows)
    seen.length = 0
    const some = rows.filter((_row, index) => index % 2 === 1)
    finish(filter.take(some))
    expect(find('north')).toEqual([rows[3]])
    finish(filter.take(rows))
    expect(seen).toEqual([])
    expect(find('8000 000 017')).toEqual([rows[0]])
  })

  it('finds the same after any earlier filters', () => {
    const row = fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 6 })
    fc.assert(
      fc.property(fc.array(row), fc.array(fc.array(fc.boolean())), (lines, keeps) => {
        const { filter, find } = filterOf(lines)
        for (const keep of keeps) {
          const some = lines.filter((_row, index) => keep[index] !== true)
          finish(filter.take(some))
          expect(find('a')).toEqual(filterOf(some).find('a'))
        }
      }),
    )
  })

  it('continues after being canceled', () => {
    const many = Array.from({ length: 1000 }, (_, index) => `row ${index}`)
    const filter = createTextFilter((row: string) => row)
    filter.take(many).next()
    expect(finish(filter.find('row 999'))).toEqual(['row 999'])
  })
})

describe('narrows', () => {
  it('holds where every earlier word is part of a current word', () => {
    const hold = (now: string, before: string) => narrows(termsOf(now), termsOf(before))
    expect([hold('nort', 'nor'), hold('north 80', 'nor'), hold('80 north', 'nor 8')]).toEqual([true, true, true]) // prettier-ignore
    expect([hold('no', 'nor'), hold('harbour', 'nor'), hold('north', 'nor 8')]).toEqual([false, false, false])
  })
})
