// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import ProgressBar from '../../../../src-renderer/ui/feedback/ProgressBar.vue'

const read = (done: number, total: number) => {
  const bar = mount(ProgressBar, { props: { done, total, label: 'Sending' } })
  const { role, 'aria-label': name, 'aria-valuenow': value, 'aria-valuemax': max } = bar.attributes()
  return { role, name, value, max, roles: bar.findAll('[role]:not([role=none])').length }
}

describe('ProgressBar', () => {
  it('is one progress bar with a name and a value', () => {
    expect(read(30, 120)).toEqual({
      role: 'progressbar',
      name: 'Sending',
      value: '25',
      max: '100',
      roles: 1,
    })
    expect(read(130, 120).value).toBe('100')
  })

  it('has no value while the amount of work is not known', () => {
    expect(read(0, 0)).toMatchObject({ role: 'progressbar', name: 'Sending', value: undefined })
  })
})
