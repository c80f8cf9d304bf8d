import { beforeEach, describe, expect, it } from 'vitest'
import { createControlScan } from '../../../../src-renderer/app/scan/control-scan'
import type { KeyPress } from '../../../../src-renderer/ui/keyboard/key-press'
import { keyPress } from '../../../support/key-press'

const endMs = 300
let scan: ReturnType<typeof createControlScan>
let now = 0
beforeEach(() => {
  scan = createControlScan()
  now = 10_000
})

/** Whether the key reaches the control. */
const press = (name: string, more: Partial<KeyPress> = {}) =>
  !scan.takes(keyPress('keydown', name, now, more))

describe('a scan that is not a lock number', () => {
  it.each(['Enter', 'Tab', ' '])('presses no button with its %s', (name) => {
    for (const character of ['a', '8', ' ', '8']) {
      now += 12
      expect(press(character)).toBe(character !== ' ')
    }
    now += 12
    expect(press(name)).toBe(name === 'Tab')
  })

  it('presses no button with a second end key, and leaves later presses alone', () => {
    press('8')
    now += 32
    expect(press('Enter')).toBe(false)
    now += 170
    expect(press('Enter')).toBe(false)
    now += endMs + 20
    expect(press('Enter')).toBe(true)
  })

  it('ends with another key: the next press is meant', () => {
    press('8')
    now += 32
    expect(press('Enter')).toBe(false)
    now += 120
    press('Tab')
    expect(press('Enter')).toBe(true)
  })

  it('is no scan where the keys are slow, or are shortcuts', () => {
    press('8')
    now += 170
    expect(press('Enter')).toBe(true)
    now += endMs
    press('k', { ctrlKey: true })
    now += 20
    expect(press('Enter')).toBe(true)
  })
})
