// @vitest-environment happy-dom
import { beforeAll, expect, it } from 'vitest'
import { guardAlt } from '../../../../src-renderer/ui/keyboard/guard-alt'

const isLeftToTheWindow = (type: 'keydown' | 'keyup', key: string): boolean =>
  document.body.dispatchEvent(new KeyboardEvent(type, { key, bubbles: true, cancelable: true }))

beforeAll(guardAlt)

it('leaves Alt alone to the window, which shows its menu bar', () => {
  expect(isLeftToTheWindow('keydown', 'Alt')).toBe(true)
  expect(isLeftToTheWindow('keyup', 'Alt')).toBe(true)
})

it.each(['ArrowLeft', '5'])('keeps the release of Alt after Alt %s from the window', (key) => {
  expect(isLeftToTheWindow('keydown', 'Alt')).toBe(true)
  expect(isLeftToTheWindow('keydown', key)).toBe(true)
  expect(isLeftToTheWindow('keyup', key)).toBe(true)
  expect(isLeftToTheWindow('keyup', 'Alt')).toBe(false)
})

it('forgets the other key when Alt is pressed again', () => {
  isLeftToTheWindow('keydown', 'Alt')
  isLeftToTheWindow('keydown', 'ArrowLeft')
  isLeftToTheWindow('keyup', 'Alt')
  isLeftToTheWindow('keydown', 'Alt')
  expect(isLeftToTheWindow('keyup', 'Alt')).toBe(true)
})
