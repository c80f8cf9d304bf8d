import { expect, it } from 'vitest'
import { stocktakeResults } from '#shared/model/stocktake'
import { resultName, statesOfRow } from '../../../../src-renderer/features/stocktake/stocktake-texts'

it('a lock that was not counted may still come while locks are counted', () => {
  expect(resultName('not-counted', true)).toBe('not-counted-yet')
  for (const result of stocktakeResults) expect(resultName(result, false)).toBe(result)
  for (const result of stocktakeResults.filter((one) => one !== 'not-counted'))
    expect(resultName(result, true)).toBe(result)
})

it('a lock that was found disabled is called disabled first, whatever else holds', () => {
  expect(statesOfRow({ result: 'disabled', status: 'expired' })).toEqual(['disabled', 'expired'])
  expect(statesOfRow({ result: 'disabled', status: 'disabled' })).toEqual(['disabled'])
  expect(statesOfRow({ result: 'missing', status: 'expired' })).toEqual(['expired'])
  expect(statesOfRow({ result: 'not-found', status: null })).toEqual([])
})
