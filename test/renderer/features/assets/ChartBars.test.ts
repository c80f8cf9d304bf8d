// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import ChartBars from '../../../../src-renderer/features/assets/charts/ChartBars.vue'
import { mountComponent } from '../../support/mount-component'

const bars = (values: readonly string[]) => values.map((value) => ({ value, label: value, count: 1 }))

it('the bars of a chart are one tab stop, with keys to move between them', async () => {
  const wrapper = mountComponent(ChartBars, {
    title: 'Types',
    labelWidth: '80px',
    bars: bars(['a', 'b', 'c']),
    pressed: [],
    testid: 'types',
  })
  const stops = () => wrapper.findAll('button').map((button) => button.attributes('tabindex'))
  const press = async (key: string) => {
    const focused = wrapper.findAll('button').find(({ element }) => element === document.activeElement)
    await (focused ?? wrapper.get('button')).trigger('keydown', { key })
    return document.activeElement?.getAttribute('data-testid')
  }
  expect(stops()).toEqual(['0', '-1', '-1'])
  expect(await press('ArrowRight')).toBe('types-b')
  expect(stops()).toEqual(['-1', '0', '-1'])
  expect(await press('End')).toBe('types-c')
  expect(await press('ArrowDown')).toBe('types-c')
  expect(await press('ArrowUp')).toBe('types-b')
  expect(await press('Home')).toBe('types-a')
  expect(await press('a')).toBe('types-a')
  await press('End')
  await wrapper.setProps({ bars: bars(['a', 'b']) })
  expect(stops()).toEqual(['-1', '0'])
})
