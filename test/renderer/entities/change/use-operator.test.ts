// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { defineComponent } from 'vue'
import { describe, expect, it } from 'vitest'
import { useOperator } from '../../../../src-renderer/entities/change/use-operator'

const use = (operator: string) =>
  mount(
    defineComponent({
      props: { operator: { type: String, required: true } },
      setup: (props) => useOperator(() => props.operator),
      template: '<p />',
    }),
    { props: { operator } },
  )

describe('the operator of a change', () => {
  it('follows the settings while the page is open', async () => {
    const page = use('Li Wei')
    await page.setProps({ operator: 'Wang Fang' })
    expect(page.vm.name).toBe('Wang Fang')
  })

  it('stays as typed, even after the typed name is saved', async () => {
    const page = use('')
    page.vm.operatorInput = ' Chen  Yu '
    expect(page.vm.name).toBe('Chen Yu')
    await page.setProps({ operator: 'Chen Yu' })
    expect(page.vm.needsOperator).toBe(true)
    expect(page.vm.name).toBe('Chen Yu')
  })

  it('is asked for as soon as none is set, until one is set again or typed', async () => {
    const page = use('Li Wei')
    await page.setProps({ operator: '' })
    expect(page.vm.needsOperator).toBe(true)
    expect(page.vm.operatorInput).toBe('')
    await page.setProps({ operator: 'Wang Fang' })
    expect(page.vm.needsOperator).toBe(false)
    expect(page.vm.name).toBe('Wang Fang')
    await page.setProps({ operator: '' })
    page.vm.operatorInput = 'Chen Yu'
    expect(page.vm.name).toBe('Chen Yu')
  })

  it.each(['8000000017', 'LD8000000017', ' 8000 0000 17 '])('is not the scanned number %s', (scanned) => {
    const page = use('')
    page.vm.operatorInput = scanned
    expect(page.vm.name).toBe('')
  })
})
