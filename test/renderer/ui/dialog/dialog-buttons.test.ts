import { describe, expect, it } from 'vitest'
import { Fragment, createCommentVNode, h } from 'vue'
import { orderButtons } from '../../../../src-renderer/ui/dialog/dialog-buttons'

const button = (name: string, props: Record<string, unknown> = {}) => h('button', { key: name, ...props })
const primary = button('send', { type: 'primary' })
const danger = button('delete', { type: 'error' })
const cancel = button('cancel', { 'data-testid': 'cancel' })
const close = button('close', { 'data-leaves': '' })
const other = button('other')
const names = (nodes: readonly unknown[]) =>
  orderButtons(nodes).map(({ key, type }) => (type === 'button' ? String(key).split('/').at(-1) : type))

describe('the buttons of a dialog', () => {
  it.each([
    [
      [primary, cancel],
      ['cancel', 'send'],
    ],
    [
      [other, close, primary],
      ['close', 'other', 'send'],
    ],
    [
      [danger, other, cancel],
      ['cancel', 'other', 'delete'],
    ],
    // An undo that loses something stays where its dialog has it: before the button that sends.
    [
      [danger, primary],
      ['delete', 'send'],
    ],
  ])('stand in one order, however its template has them', (nodes, order) => {
    expect(names(nodes)).toEqual(order)
  })

  it('are sorted through the fragments of conditions and slots, and after a text', () => {
    const nodes = [
      h('span', 'Two rows are missing'),
      h(Fragment, [primary, createCommentVNode('v-if')]),
      h(Fragment, [h(Fragment, [cancel])]),
    ]
    expect(names(nodes)).toEqual(['span', 'cancel', 'send'])
  })

  it('of one condition are not used for another, with the attributes of the first', () => {
    const footer = (condition: number) =>
      orderButtons([h(Fragment, { key: condition }, [h('button'), h('button')])]).map(({ key }) => key)
    expect(new Set([...footer(0), ...footer(1)]).size).toBe(4)
  })
})
