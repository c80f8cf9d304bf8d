import { beforeEach, describe, expect, it } from 'vitest'
import { createHeldKeys } from '../../../../src-renderer/ui/keyboard/held-keys'
import type { KeyPress, KeyTarget } from '../../../../src-renderer/ui/keyboard/key-press'
import { keyPress } from '../../../support/key-press'

let heldKeys: ReturnType<typeof createHeldKeys>
let now = 0
beforeEach(() => {
  heldKeys = createHeldKeys()
  now = 10_000
})

const down = (name: string, on = 'button', target: KeyTarget = 'control', more: Partial<KeyPress> = {}) =>
  heldKeys.accepts(keyPress('keydown', name, now, more), target, on)
const up = (name: string, on = 'button', target: KeyTarget = 'control') =>
  heldKeys.accepts(keyPress('keyup', name, now), target, on)

describe('a held key', () => {
  it.each(['Enter', 'NumpadEnter', ' '])('%s is allowed once, wherever the focus moves', (name) => {
    expect(down(name, 'disable')).toBe(true)
    for (const on of ['disable', 'confirm', 'disable', 'open']) {
      now += 33
      expect(down(name, on, 'control', { repeat: true })).toBe(false)
    }
    // Released over another element, it activates nothing there.
    expect(up(name, 'open')).toBe(false)
    now += 300
    expect(down(name, 'confirm')).toBe(true)
    expect(up(name, 'confirm')).toBe(true)
  })

  it('is allowed once where the system reports repeated releases and presses', () => {
    expect(down('Enter', 'disable')).toBe(true)
    for (let again = 0; again < 40; again++) {
      now += 33
      up('Enter', 'confirm')
      expect(down('Enter', 'confirm')).toBe(false)
    }
    now += 33
    up('Enter', 'confirm')
    now += 60
    expect(down('Enter', 'confirm')).toBe(true)
  })

  it('deletes and closes only once', () => {
    for (const name of ['Delete', 'Backspace', 'Escape', 'a']) {
      expect(down(name)).toBe(true)
      expect(down(name, 'button', 'control', { repeat: true })).toBe(false)
    }
  })

  it('may repeat moving and typing', () => {
    const repeat = { repeat: true }
    for (const name of ['ArrowDown', 'PageUp', 'Tab', 'Home'])
      expect(down(name, 'list', 'control', repeat)).toBe(true)
    for (const name of ['a', ' ', 'Backspace', 'Delete', 'ArrowLeft'])
      expect(down(name, 'field', 'line', repeat)).toBe(true)
    expect(down('Enter', 'notes', 'lines', repeat)).toBe(true)
    expect(down('Enter', 'field', 'line', repeat)).toBe(false)
    expect(down('Enter', 'notes', 'lines', { ...repeat, ctrlKey: true })).toBe(false)
    expect(down('=', 'page', 'control', { ...repeat, ctrlKey: true })).toBe(true)
  })

  it('is left to the input method', () => {
    expect(down('Enter', 'field', 'line', { isComposing: true, repeat: true })).toBe(true)
    expect(down('Process', 'field', 'line', { repeat: true })).toBe(true)
  })
})

describe('a release', () => {
  it('without its press presses nothing: a rest took the press, or something else did', () => {
    expect(up(' ', 'disable')).toBe(false)
    expect(down('Enter', 'checkbox')).toBe(true)
    heldKeys.forget('Enter')
    expect(up('Enter', 'checkbox')).toBe(false)
  })

  it('of a key that types counts', () => {
    expect(up(' ', 'notes', 'line')).toBe(true)
  })
})
