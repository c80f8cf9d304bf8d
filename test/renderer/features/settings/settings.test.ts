// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import DeskSection from '../../../../src-renderer/features/settings/DeskSection.vue'
import OperatorsSection from '../../../../src-renderer/features/settings/OperatorsSection.vue'
import { wholeNumberIn } from '../../../../src-renderer/features/settings/whole-number'
import { mountComponent } from '../../support/mount-component'
import { settings } from '../../support/samples'

describe('a whole number', () => {
  it.each([
    ['100', 100],
    [' １０００ ', 1000],
    ['1', 1],
    ['0', null],
    ['1001', null],
    ['-5', null],
    ['1e3', null],
    ['12.5', null],
    ['', null],
  ])('is read from %j as %j', (typed, number) => {
    expect(wholeNumberIn(typed, 1, 1000)).toBe(number)
  })
})

describe('settings', () => {
  it('reject a chunk size out of range and show the limits', async () => {
    const wrapper = mountComponent(DeskSection, { settings })
    const field = wrapper.get('[data-testid=chunk-size]')
    await field.setValue('5000')
    await field.trigger('blur')
    expect(wrapper.emitted('change')).toBeUndefined()
    expect(wrapper.get('[role=alert]').text()).toBe('Enter a whole number from 1 to 1,000.')
    await field.setValue('250')
    await field.trigger('blur')
    expect(wrapper.emitted('change')).toEqual([[{ chunkSize: 250 }]])
    expect(wrapper.find('[role=alert]').exists()).toBe(false)
    wrapper.unmount()
  })

  it.each([
    ['employees-per-call', 'employeesPerCall', 101],
    ['assets-per-call', 'assetsPerCall', 1001],
    ['numbers-per-call', 'numbersPerCall', 10_001],
  ])('have a separate chunk size per operation: %s', async (testId, name, tooMany) => {
    const wrapper = mountComponent(DeskSection, { settings })
    const field = wrapper.get(`[data-testid=${testId}]`)
    await field.setValue(String(tooMany))
    await field.trigger('blur')
    await field.setValue('7')
    await field.trigger('blur')
    expect(wrapper.emitted('change')).toEqual([[{ [name]: 7 }]])
    wrapper.unmount()
  })

  it('make a new operator current and keep the others', async () => {
    const wrapper = mountComponent(OperatorsSection, { settings })
    await wrapper.get('[data-testid=operator-field]').setValue(' 13800138000 ')
    await wrapper.get('form').trigger('submit')
    expect(wrapper.emitted('change')).toEqual([
      [{ operators: ['13800138000', 'Li Wei'], operatorIdentity: '13800138000' }],
    ])
    wrapper.unmount()
  })
})
