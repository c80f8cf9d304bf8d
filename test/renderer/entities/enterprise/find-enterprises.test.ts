import { describe, expect, it } from 'vitest'
import { findEnterprises } from '../../../../src-renderer/entities/enterprise/find-enterprises'
import type { EnterpriseChoice } from '../../../../src-renderer/entities/enterprise/find-enterprises'

const choice = (value: string, label: string, channelCustomerId: string | null = null): EnterpriseChoice => ({
  value,
  label,
  channelCode: channelCustomerId === null ? null : 'CRM-EAST',
  channelCustomerId,
})

const choices = [
  choice('6200010', 'Old North Bridge 1 Ltd', 'RM-11'),
  choice('6200011', 'North Bridge 10', 'RM-1'),
  choice('6200001', 'North Bridge 1', 'RM-10'),
  choice('620000', '苏州 建设集团', null),
]
const found = (text: string) => findEnterprises(choices, text).map(({ value }) => value)

describe('findEnterprises', () => {
  it('ranks exact names first, then prefixes, then the rest', () => {
    expect(found('north bridge 1')).toEqual(['6200001', '6200011', '6200010'])
  })

  it('searches channel code, customer ID and global ID too', () => {
    expect(found('rm-1')).toEqual(['6200011', '6200010', '6200001'])
    expect(found('6200001')).toEqual(['6200001'])
    expect(found('crm-east 10')).toEqual(['6200010', '6200011', '6200001'])
    expect(found('建设')).toEqual(['620000'])
  })

  it('normalizes full-width characters and spaces', () => {
    expect(found('  ＲＭ－１０ ')).toEqual(['6200001'])
    expect(found('North  Bridge 10')[0]).toBe('6200011')
  })

  it('returns all for an empty search, and none without a match', () => {
    expect(findEnterprises(choices, ' ')).toBe(choices)
    expect(found('south')).toEqual([])
  })
})
