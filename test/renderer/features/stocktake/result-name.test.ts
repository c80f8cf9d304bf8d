import { expect, it } from 'vitest'
import { stocktakeResults } from '#shared/model/stocktake'
import { resultName } from '../../../../src-renderer/features/stocktake/stocktake-texts'

it('a lock is missing only once the stocktake has ended', () => {
  expect(resultName('missing', true)).toBe('not-counted')
  for (const result of stocktakeResults) expect(resultName(result, false)).toBe(result)
  for (const result of stocktakeResults.filter((one) => one !== 'missing'))
    expect(resultName(result, true)).toBe(result)
})
