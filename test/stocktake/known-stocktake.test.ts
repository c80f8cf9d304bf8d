import { describe, expect, it } from 'vitest'
import { formerOf, summaryOf } from '../../src-main/stocktake/known-stocktake'
import type { KnownStocktake } from '../../src-main/stocktake/known-stocktake'

const north = { kind: 'enterprise', enterpriseGlobalId: 'E1', enterpriseName: 'North' } as const
const south = { kind: 'enterprise', enterpriseGlobalId: 'E2', enterpriseName: 'South' } as const

const stocktakeOf = (
  startedAt: number,
  how: 'finish' | 'cancel' | null,
  scope: KnownStocktake['header']['scope'] = north,
): KnownStocktake => ({
  header: {
    kind: 'stocktake',
    version: 4,
    id: `S${startedAt}`,
    environment: 'training',
    scope,
    startedAt,
    startedBy: 'Li Wei',
  },
  expectedCount: 3,
  present: 2,
  lent: 0,
  others: 1,
  end: how === null ? null : { at: startedAt + 1, by: 'Ana', how },
  open: null,
  isShared: false,
})

describe('the stocktake before', () => {
  const one = stocktakeOf(50, null)

  it('is the last one of the scope that was finished', () => {
    const others = [
      stocktakeOf(10, 'finish'),
      stocktakeOf(20, 'finish'),
      stocktakeOf(30, 'cancel'),
      stocktakeOf(40, 'finish', south),
      one,
      stocktakeOf(60, 'finish'),
    ]
    expect(formerOf(one, others)?.header.id).toBe('S20')
    expect(summaryOf(one, others)).toMatchObject({ state: 'counting', ended: null, comparedWith: 21 })
  })

  it('is none without such a one', () => {
    expect(formerOf(one, [one, stocktakeOf(30, 'cancel')])).toBeNull()
    expect(summaryOf(stocktakeOf(30, 'cancel'), [])).toMatchObject({
      state: 'canceled',
      ended: { at: 31, by: 'Ana' },
      comparedWith: null,
    })
  })
})
