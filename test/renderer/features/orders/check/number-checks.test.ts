import { describe, expect, it } from 'vitest'
import type { ListLookupResult } from '#shared/model/locks/lookup-result'
import {
  toListedNumbers,
  checkNumbers,
  needsAttention,
  shownNumber,
} from '../../../../../src-renderer/features/orders/check/number-checks'
import { record } from '../../../support/samples'

const about = { orderType: 'new_buy', licenseType: '', enterpriseGlobalId: '' }
const listed = record('8000000018', 0, { assetNum: 'LD8000000018', licenseType: null })
const found: ListLookupResult = { state: 'found', record: listed }
const states = (numbers: readonly string[], lookup: ListLookupResult) =>
  checkNumbers(numbers, new Map(numbers.map((number) => [number, lookup])), about).map(({ state }) => state)

describe('the asset numbers of an order', () => {
  it('are one lock in any case, sent as listed', () => {
    expect(states(['LD8000000018', 'ld8000000018'], found)).toEqual(['known', 'duplicate'])
    expect(toListedNumbers(['ld8000000018'], new Map([['ld8000000018', found]]))).toEqual(['LD8000000018'])
  })

  it('are not searched where they are longer than any, and are shown shortened', () => {
    const long = 'W'.repeat(65)
    const [checked] = checkNumbers([long], new Map(), about)
    expect(checked?.state).toBe('too-long')
    expect(needsAttention('too-long')).toBe(true)
    expect(shownNumber(long)).toBe(`${'W'.repeat(24)}…`)
    expect(checkNumbers(['W'.repeat(64)], new Map(), about)[0]?.state).toBe('searching')
  })

  it('are two where the lists have both', () => {
    const both: ListLookupResult = {
      state: 'ambiguous',
      records: [listed, { ...listed, assetNum: 'ld8000000018' }],
    }
    expect(states(['LD8000000018', 'ld8000000018'], both)).toEqual(['several', 'several'])
  })
})
