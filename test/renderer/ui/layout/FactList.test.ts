// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { NDescriptionsItem } from 'naive-ui'
import { describe, expect, it } from 'vitest'
import { h } from 'vue'
import FactList from '../../../../src-renderer/ui/layout/FactList.vue'

describe('FactList', () => {
  it('is a table with a header cell beside each value', () => {
    const list = mount(FactList, {
      slots: {
        default: () => [
          h(NDescriptionsItem, { label: 'Enterprise' }, () => 'Lion City Builders'),
          [h(NDescriptionsItem, { label: 'Assigned to' }, () => 'Unassigned')],
        ],
      },
    })
    expect(list.findAll('tr').map((row) => row.findAll('th, td').map((cell) => cell.text()))).toEqual([
      ['Enterprise', 'Lion City Builders'],
      ['Assigned to', 'Unassigned'],
    ])
    expect(list.findAll('th')).toHaveLength(2)
  })
})
