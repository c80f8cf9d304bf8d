// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { guardSelectAll } from '../../../../src-renderer/ui/keyboard/select-all'

guardSelectAll()
afterEach(() => document.body.replaceChildren())

it.each([
  ['the page', '<p tabindex="0">Text</p>', true],
  ['a button', '<button>Text</button>', true],
  ['a checkbox', '<input type="checkbox">', true],
  ['a text field', '<input type="search">', false],
  ['a field of several lines', '<textarea></textarea>', false],
])('Ctrl+A on %s', (_where, html, isPrevented) => {
  document.body.innerHTML = html
  for (const modifier of [{ ctrlKey: true }, { metaKey: true }]) {
    const event = new KeyboardEvent('keydown', { key: 'a', bubbles: true, cancelable: true, ...modifier })
    document.body.firstElementChild?.dispatchEvent(event)
    expect(event.defaultPrevented).toBe(isPrevented)
  }
})

it('other keys with A keep their meaning', () => {
  for (const part of [{}, { ctrlKey: true, altKey: true }]) {
    const event = new KeyboardEvent('keydown', { key: 'a', bubbles: true, cancelable: true, ...part })
    document.body.dispatchEvent(event)
    expect(event.defaultPrevented).toBe(false)
  }
})
