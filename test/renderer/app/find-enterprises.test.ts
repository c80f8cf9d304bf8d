import { describe, expect, it } from 'vitest'
import { findEnterprises } from '../../../src-renderer/app/find-enterprises'
import type { EnterpriseChoice } from '../../../src-renderer/app/find-enterprises'

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

describe('finding an enterprise', () => {
  it('has what is called exactly so first, then what begins so, then the rest', () => {
    expect(found('north bridge 1')).toEqual(['6200001', '6200011', '6200010'])
  })

  it('looks at channel code, customer id and global id as well as the name', () => {
    expect(found('rm-1')).toEqual(['6200011', '6200010', '6200001'])
    expect(found('6200001')).toEqual(['6200001'])
    expect(found('crm-east 10')).toEqual(['6200010', '6200011', '6200001'])
    expect(found('建设')).toEqual(['620000'])
  })

  it('takes what a spreadsheet or an input method makes of letters and digits', () => {
    expect(found('  ＲＭ－１０ ')).toEqual(['6200001'])
    expect(found('North  Bridge 10')[0]).toBe('6200011')
  })

  it('has everyone where nothing is asked, and nobody where nothing fits', () => {
    expect(findEnterprises(choices, ' ')).toBe(choices)
    expect(found('south')).toEqual([])
  })
})
