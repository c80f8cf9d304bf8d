// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import { useEnterBeforeScan } from '../../../../src-renderer/app/scan/use-enter-before-scan'

const clicked = vi.fn()
const page = defineComponent(() => {
  useEnterBeforeScan()
  return () =>
    h('div', [
      h('dialog', [h('input', { id: 'field' }), h('button', { id: 'confirm', onClick: clicked })]),
      h('button', { id: 'page', onClick: clicked }),
    ])
})

let wrapper: ReturnType<typeof mount>
beforeEach(() => {
  vi.useFakeTimers()
  clicked.mockClear()
  wrapper = mount(page, { attachTo: document.body })
})
afterEach(() => {
  wrapper.unmount()
  vi.useRealTimers()
})

const press = (target: Element, key: string): void =>
  void target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
/** As a browser does on a focused button. */
const pressEnter = (on = '#confirm'): void => {
  const { element } = wrapper.get(on)
  press(element, 'Enter')
  element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 0 }))
}

it('an Enter before the code of a scanner presses nothing', () => {
  for (const first of ['8', '*', ']', 'h']) {
    pressEnter()
    vi.advanceTimersByTime(50)
    press(wrapper.get('button').element, first)
    vi.advanceTimersByTime(1_000)
  }
  expect(clicked).not.toHaveBeenCalled()
})

it('an Enter of a person presses once, a moment later, whatever follows then', () => {
  pressEnter()
  expect(clicked).not.toHaveBeenCalled()
  vi.advanceTimersByTime(80)
  press(wrapper.get('button').element, '8')
  vi.advanceTimersByTime(1_000)
  expect(clicked).toHaveBeenCalledTimes(1)
  pressEnter()
  press(wrapper.get('button').element, 'Tab')
  expect(clicked).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(1_000)
  expect(clicked).toHaveBeenCalledTimes(2)
})

it('a press on the page is not held', () => {
  pressEnter('#page')
  expect(clicked).toHaveBeenCalledTimes(1)
})

it('the mouse and the Enter of a field press at once', () => {
  const { element } = wrapper.get('button')
  element.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }))
  expect(clicked).toHaveBeenCalledTimes(1)
  press(wrapper.get('#field').element, 'Enter')
  element.click()
  expect(clicked).toHaveBeenCalledTimes(2)
})
