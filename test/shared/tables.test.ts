import { describe, expect, it } from 'vitest'
import { businessCodes, isBusinessCode } from '../../src-shared/model/api/business-codes'
import { licenseTypes } from '../../src-shared/model/api/license-types'
import { readEnd, readTime, toMilliseconds } from '../../src-shared/model/api/timestamp'
import { operationIds, operations } from '../../src-shared/operations'
import type { OperationId } from '../../src-shared/operations'

/** From docs/api.md, section 7: the member center's codes and their operations. */
const memberCodes: Record<string, number[]> = {
  '80001': [1, 2, 3, 4, 5],
  '60002': [2, 3, 4],
  '40000': [1, 2, 3, 5, 10],
  '40021': [1],
  '60013': [1],
  '40008': [1],
  '40001': [1, 3],
  '40009': [1],
  '40022': [1],
  '50003': [1, 3],
  '30002': [1, 2],
  '30003': [1, 2],
  '10003': [1],
  '10004': [1],
  '40006': [1],
  '60009': [1],
  '60027': [1],
  '60017': [6, 7, 8],
  '60024': [7, 9],
  '60023': [9],
  '60025': [9],
  '60026': [9, 10],
  '60028': [9],
  '33006': [10],
  '33003': [10],
  '33007': [10],
  '33008': [10],
  '33018': [10],
  '33009': [10],
}
const inEvery = ['60000', '60005', '70001', '500']

const members = operationIds.filter((id) => operations[id].module === 'member')
const orders = operationIds.filter((id) => operations[id].module === 'order')
const codesOf = (id: OperationId): readonly string[] => operations[id].codes

describe('the operations table', () => {
  it('has nine operations of the order module and ten of the member center', () => {
    expect([orders.length, members.length]).toEqual([9, 10])
  })

  it.each(members.map((id, index) => [id, index + 1] as const))('gives %s its codes', (id, number) => {
    const expected = Object.entries(memberCodes).flatMap(([code, numbers]) =>
      numbers.includes(number) ? [code] : [],
    )
    expect([...codesOf(id)].sort()).toEqual([...expected, ...inEvery].sort())
  })

  it.each(orders)('gives %s the order module’s codes', (id) => {
    expect([...codesOf(id)].sort()).toEqual(['13004', '500', '60000', '70001'])
  })

  it('has thirteen changing operations', () => {
    expect(operationIds.filter((id) => operations[id].changesState)).toHaveLength(13)
  })
})

describe('the business codes', () => {
  it('are all explained in both languages with a next step', () => {
    const used = new Set(operationIds.flatMap((id) => codesOf(id)))
    expect(Object.keys(businessCodes).sort()).toEqual([...used].sort())
    for (const { en, zh } of Object.values(businessCodes)) {
      for (const text of [en.what, en.next]) expect(text).toMatch(/^[A-Z].+\.$/)
      for (const text of [zh.what, zh.next]) expect(text).toMatch(/[\u4e00-\u9fff].*。$/)
    }
    expect(isBusinessCode('toString')).toBe(false)
  })
})

describe('the license types', () => {
  it('are the fourteen of the API, two of them re-issuable', () => {
    const reissuable = Object.entries(licenseTypes).filter(([, facts]) => facts.reissuable)
    expect(Object.keys(licenseTypes)).toHaveLength(14)
    expect(reissuable.map(([type]) => type)).toEqual(['normal_recover_usbkey', 'normal_recover_lan_usbkey'])
  })
})

describe('a platform timestamp', () => {
  it.each([
    [1_700_000_000, 'auto', 1_700_000_000_000],
    [1_700_000_000_000, 'auto', 1_700_000_000_000],
    [1_700_000_000, 'milliseconds', 1_700_000_000],
    [1_700_000_000_000, 'seconds', 1_700_000_000_000_000],
    [0, 'auto', null],
  ] as const)('%s read as %s is %s ms', (value, unit, expected) => {
    expect(toMilliseconds(value, unit)).toBe(expected)
  })

  const auto = { unit: 'auto', zone: 'Asia/Shanghai' } as const
  const march31 = Date.UTC(2027, 2, 31, 15, 59, 59)

  it.each([null, '', 0, '0', -1, '-1', -1000])('%j is no end', (value) => {
    expect(readEnd(value, auto)).toBeNull()
  })

  it.each([
    [1_806_508_799_000, march31],
    [1_806_508_799, march31],
    ['1806508799000', march31],
    [1_806_508_799.5, march31 + 500],
    ['2027-03-31 23:59:59', march31],
    ['2027-03-31T23:59:59.000+0800', march31],
    ['2027-03-31T15:59:59Z', march31],
    ['2027/3/31', march31],
    [946_684_800, Date.UTC(2000, 0, 1)],
    [4_102_444_800, Date.UTC(2100, 0, 1)],
  ])('the end %j is read', (value, expected) => {
    expect(readEnd(value, auto)).toBe(expected)
    expect(readTime(value, auto)).toBe(expected)
  })

  it.each([
    '{}',
    'never',
    'true',
    '2027-02-30',
    '2027-03-31 24:00:00',
    20_270_331,
    315_360_000,
    1_806_508_799_000_000,
    1e13,
    99_991_231_235_959,
    253_402_300_799,
    253_402_300_799_000,
    '9223372036854775807',
    Infinity,
    Number.NaN,
  ])('the end %j is unknown', (value) => {
    expect(readEnd(value, auto)).toEqual({ unknown: String(value) })
    expect(readTime(value, auto)).toBeNull()
  })
})
