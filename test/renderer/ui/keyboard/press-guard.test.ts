import { beforeEach, describe, expect, it } from 'vitest'
import { createPressGuard } from '../../../../src-renderer/ui/keyboard/press-guard'
import type { KeyPress, KeyTarget } from '../../../../src-renderer/ui/keyboard/press-guard'

const ignoreMs = 300
let pressGuard: ReturnType<typeof createPressGuard>
let now = 0
beforeEach(() => {
  pressGuard = createPressGuard()
  now = 10_000
})

const codes: Readonly<Record<string, string>> = { ' ': 'Space', '8': 'Digit8', a: 'KeyA' }
const key = (type: 'keydown' | 'keyup', name: string, more: Partial<KeyPress> = {}): KeyPress => ({
  type,
  key: name,
  code: codes[name] ?? name,
  repeat: false,
  isComposing: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  timeStamp: now,
  ...more,
})
const down = (name: string, on = 'button', target: KeyTarget = 'control', more: Partial<KeyPress> = {}) =>
  pressGuard.acceptsKey(key('keydown', name, more), target, on)
const up = (name: string, on = 'button', target: KeyTarget = 'control') =>
  pressGuard.acceptsKey(key('keyup', name), target, on)
const press = (name: string, on = 'button', target: KeyTarget = 'control') => {
  const counts = down(name, on, target)
  now += 20
  up(name, on, target)
  return counts
}

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
})

describe('after a dialog closed', () => {
  beforeEach(() => pressGuard.ignore(now))

  it('blocks keys for a moment, then allows them', () => {
    for (const name of ['Enter', ' ']) expect(down(name, 'disable')).toBe(false)
    expect(up(' ', 'disable')).toBe(false)
    now += ignoreMs + 200
    expect(press('Enter', 'disable')).toBe(true)
  })

  it('blocks a held key until it rests', () => {
    for (let again = 0; again < 20; again++) {
      now += 33
      expect(down('Enter', 'button', 'control', { repeat: true })).toBe(false)
    }
    up('Enter')
    now += 60
    expect(press('Enter')).toBe(false)
    now += ignoreMs
    expect(press('Enter')).toBe(true)
  })

  it('blocks repeated presses until they pause', () => {
    for (let times = 0; times < 30; times++) {
      now += 80
      expect(press('Enter', 'disable')).toBe(false)
    }
    now += ignoreMs
    expect(press('Enter', 'disable')).toBe(true)
  })

  it('blocks a held key until it is released', () => {
    expect(down('Enter', 'disable')).toBe(false)
    now += 1000
    expect(down('Enter', 'disable', 'control', { repeat: true })).toBe(false)
    expect(up('Enter', 'disable')).toBe(false)
    now += 50
    expect(down('Enter', 'disable')).toBe(true)
  })

  it('allows a scanner’s Enter in a field, and spaces in text', () => {
    expect(down(' ', 'notes', 'line')).toBe(true)
    expect(down('Enter', 'field', 'line')).toBe(false)
    now += 8
    expect(press('8', 'field', 'line')).toBe(true)
    expect(press('Enter', 'field', 'line')).toBe(true)
  })

  it('allows Enter after another key, except Escape and Shift', () => {
    for (const name of ['Escape', 'Shift']) {
      press(name)
      expect(press('Enter', 'save')).toBe(false)
    }
    press('Tab')
    expect(press('Enter', 'save')).toBe(true)
  })

  it('allows Enter after text without keys: pasted, dictated', () => {
    pressGuard.type()
    expect(down('Enter', 'field', 'line')).toBe(true)
  })

  it('allows input method keys', () => {
    expect(down('Enter', 'field', 'line', { isComposing: true })).toBe(true)
    expect(down('Process', 'field', 'line')).toBe(true)
  })
})

describe('two quick key presses', () => {
  it.each([40, 80, 120, 160, 200, 250, 299])(
    '%i ms apart do not confirm what the first one opened',
    (gap) => {
      for (const name of ['Enter', ' ', 'NumpadEnter']) {
        expect(press(name, `disable ${name}`)).toBe(true)
        now += gap
        expect(press(name, 'confirm')).toBe(false)
        now += ignoreMs
        expect(press(name, 'confirm')).toBe(true)
        now += ignoreMs
      }
    },
  )

  it('go on to count on the control of the first one', () => {
    for (let times = 0; times < 5; times++) {
      expect(press('Enter', 'plus')).toBe(true)
      now += 60
    }
  })

  it('count where other keys went between them: a hand that moves on, a scanner', () => {
    expect(press('Enter', 'first')).toBe(true)
    press('Tab', 'first')
    expect(press('Enter', 'second')).toBe(true)
    press('8', 'field', 'line')
    expect(press('Enter', 'field', 'line')).toBe(true)
  })

  it('block hammering until it pauses', () => {
    expect(press('Enter', 'disable')).toBe(true)
    for (let times = 0; times < 20; times++) {
      now += 60
      expect(press('Enter', 'confirm')).toBe(false)
    }
    now += ignoreMs
    expect(press('Enter', 'confirm')).toBe(true)
  })

  it('are not let through early by an older event that was handled late', () => {
    pressGuard.ignore(now)
    const late = { timeStamp: now - 50 }
    expect(down('Enter', 'confirm', 'control', late)).toBe(false)
    now += ignoreMs - 20
    expect(press('Enter', 'confirm')).toBe(false)
  })
})

describe('a scan that is not a lock number', () => {
  it.each(['Enter', 'Tab', ' '])('presses no button with its %s', (name) => {
    for (const character of ['a', '8', ' ', '8']) {
      now += 12
      expect(press(character, 'confirm')).toBe(character !== ' ')
    }
    now += 12
    expect(press(name, 'confirm')).toBe(name === 'Tab')
  })

  it('presses no button with a second end key, and leaves later presses alone', () => {
    press('8', 'confirm')
    now += 12
    expect(press('Enter', 'confirm')).toBe(false)
    now += 150
    expect(press('Enter', 'confirm')).toBe(false)
    now += ignoreMs
    expect(press('Enter', 'confirm')).toBe(true)
  })

  it('still ends with Enter in a field, where the text is seen', () => {
    press('8', 'field', 'line')
    now += 12
    expect(press(' ', 'field', 'line')).toBe(true)
    expect(press('Enter', 'field', 'line')).toBe(true)
  })

  it('is no scan where the keys are slow, or are shortcuts', () => {
    press('8', 'confirm')
    now += 150
    expect(press('Enter', 'confirm')).toBe(true)
    now += ignoreMs
    down('k', 'page', 'control', { ctrlKey: true })
    now += 20
    expect(press('Enter', 'page')).toBe(true)
  })
})
