import { isShellNumber } from '#shared/model/locks/shell-number'
import type { Stocktake, StocktakeRow } from '#shared/model/stocktake'
import { succeed } from '#shared/outcome'
import type { Handlers } from '../../renderer/support/bridge-double'

const rowOf = (number: string): StocktakeRow => ({
  number,
  assetNum: null,
  enterpriseName: 'North Bridge',
  result: 'not-counted',
  status: 'enabled',
  lentTo: null,
  counted: null,
  comparison: null,
  isDouble: false,
})

/** A stocktake of these numbers that is counted. */
export const counting = (numbers: readonly string[]): Handlers => {
  const stocktake: Stocktake = {
    id: 'stocktake-1',
    scope: { kind: 'list', name: 'Cabinet' },
    state: 'counting',
    startedAt: Date.now(),
    startedBy: 'Li Wei',
    ended: null,
    expected: numbers.length,
    present: 0,
    lent: 0,
    others: 0,
    comparedWith: null,
    isShared: false,
  }
  return {
    'stocktakes/list': () => succeed([stocktake]),
    'stocktakes/read': () =>
      succeed({ stocktake, rows: numbers.map(rowOf), total: numbers.length, version: 1 }),
    'stocktakes/count': (input) =>
      succeed({
        counted: input.numbers
          .filter(isShellNumber)
          .map((number) => ({ ...rowOf(number), result: 'present' as const })),
        repeated: [],
        invalid: input.numbers.filter((number) => !isShellNumber(number)),
      }),
  }
}
