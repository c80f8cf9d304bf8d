import { describe, expect, it } from 'vitest'
import { canBeDisabled, generateList } from '../../scripts/tour/generate-list.mjs'
import { malformedReason } from '#shared/model/locks/shell-number'

const types = [
  'normal_recover_usbkey',
  'normal_recover_usbkey',
  'softkey',
  'normal_unrecover_usbkey',
] as const
const listFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const keyShellNumber = String(first + index)
    const hasWindow = index % 3 === 0
    return {
      assetNum: `LD${keyShellNumber}`,
      keyShellNumber,
      licenseType: types[index % types.length] ?? '',
      locked: index % 20 === 0,
      limitStartTime: hasWindow ? 1 : null,
      limitEndTime: hasWindow ? 2 : null,
    }
  })
const lists = [listFrom(8_000_000_100, 1000), listFrom(8_000_002_000, 600)] as const
const seeds = Array.from({ length: 50 }, (_, index) => index * 7919)

describe('the list of the tour', () => {
  it('is the same for the same seed, and different for another', () => {
    expect(generateList(7, lists, new Set())).toEqual(generateList(7, lists, new Set()))
    expect(generateList(8, lists, new Set()).rows).not.toEqual(generateList(7, lists, new Set()).rows)
  })

  it('has 300 rows with some of every kind, for any seed', () => {
    for (const seed of seeds) {
      const { rows, ...kinds } = generateList(seed, lists, new Set())
      expect(rows).toHaveLength(300)
      for (const kind of Object.values(kinds)) expect(kind.length).toBeGreaterThan(2)
      expect(Object.values(kinds).flat()).toHaveLength(300)
    }
  })

  it('makes invalid numbers invalid, and keeps unknown and duplicate ones valid', () => {
    for (const seed of seeds) {
      const { malformed, unknown, repeated } = generateList(seed, lists, new Set())
      expect(malformed.filter((text) => malformedReason(text) === null)).toEqual([])
      const bare = [...unknown, ...repeated].filter((text) => !text.startsWith('LD'))
      expect(bare.filter((text) => malformedReason(text) !== null)).toEqual([])
    }
  })

  it('contains warned license types that can be disabled and others that cannot', () => {
    const { wrongType } = generateList(7, lists, new Set())
    expect(new Set(wrongType.map(canBeDisabled))).toEqual(new Set([true, false]))
  })

  it('excludes the given locks', () => {
    const { ready } = generateList(7, lists, new Set())
    const besides = new Set(ready.map(({ keyShellNumber }) => keyShellNumber))
    const other = generateList(7, lists, besides)
    expect(other.rows.filter((text) => besides.has(text))).toEqual([])
  })
})
