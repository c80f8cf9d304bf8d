// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import DeskSection from '../../../../src-renderer/features/settings/DeskSection.vue'
import OperatorsSection from '../../../../src-renderer/features/settings/OperatorsSection.vue'
import { wholeNumberIn } from '../../../../src-renderer/features/settings/whole-number'
import { draw } from '../../support/draw'
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
  ])('is read out of %j as %j', (typed, number) => {
    expect(wholeNumberIn(typed, 1, 1000)).toBe(number)
  })
})

describe('the settings of the desk', () => {
  it('keep a chunk size out of bounds to themselves and say what is wanted', async () => {
    const drawn = draw(DeskSection, { settings })
    const field = drawn.get('[data-testid=chunk-size]')
    await field.setValue('5000')
    await field.trigger('blur')
    expect(drawn.emitted('change')).toBeUndefined()
    expect(drawn.get('[role=alert]').text()).toBe('A whole number from 1 to 1000.')
    await field.setValue('250')
    await field.trigger('blur')
    expect(drawn.emitted('change')).toEqual([[{ chunkSize: 250 }]])
    expect(drawn.find('[role=alert]').exists()).toBe(false)
    drawn.unmount()
  })

  it('put a new person at the desk and keep the others', async () => {
    const drawn = draw(OperatorsSection, { settings })
    await drawn.get('[data-testid=operator-field]').setValue(' 13800138000 ')
    await drawn.get('form').trigger('submit')
    expect(drawn.emitted('change')).toEqual([
      [{ operators: ['13800138000', 'Li Wei'], operatorIdentity: '13800138000' }],
    ])
    drawn.unmount()
  })
})
