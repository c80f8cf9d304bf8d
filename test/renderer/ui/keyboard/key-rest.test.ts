import { beforeEach, describe, expect, it } from 'vitest'
import { createKeyRest } from '../../../../src-renderer/ui/keyboard/key-rest'
import type { KeyPress, KeyTarget } from '../../../../src-renderer/ui/keyboard/key-press'
import { keyPress } from '../../../support/key-press'

const restMs = 300
let rest: ReturnType<typeof createKeyRest>
let now = 0
beforeEach(() => {
  rest = createKeyRest()
  now = 10_000
  rest.begin(now)
})

/** Whether the key reaches its control. */
const down = (name: string, target: KeyTarget = 'control', more: Partial<KeyPress> = {}) =>
  !rest.takes(keyPress('keydown', name, now, more), target)
const press = (name: string, target: KeyTarget = 'control') => {
  const counts = down(name, target)
  now += 20
  expect(rest.takes(keyPress('keyup', name, now), target)).toBe(false)
  return counts
}

describe('what rests', () => {
  it('takes keys for a moment, then none', () => {
    for (const name of ['Enter', ' ']) expect(down(name)).toBe(false)
    now += restMs + 200
    expect(rest.isOver(now)).toBe(true)
    expect(press('Enter')).toBe(true)
  })

  it('takes a held key until it pauses', () => {
    for (let again = 0; again < 20; again++) {
      now += 33
      expect(down('Enter', 'control', { repeat: true })).toBe(false)
    }
    now += 60
    expect(press('Enter')).toBe(false)
    now += restMs
    expect(press('Enter')).toBe(true)
  })

  it('takes repeated presses until they pause', () => {
    for (let times = 0; times < 30; times++) {
      now += 80
      expect(press('Enter')).toBe(false)
    }
    now += restMs
    expect(press('Enter')).toBe(true)
  })

  it('lets a scanner’s Enter in a field through, and spaces in text', () => {
    expect(down(' ', 'line')).toBe(true)
    expect(down('Enter', 'line')).toBe(false)
    now += 8
    expect(press('8', 'line')).toBe(true)
    expect(press('Enter', 'line')).toBe(true)
  })

  it('lets Enter through after another key, except Escape and Shift', () => {
    for (const name of ['Escape', 'Shift']) {
      press(name)
      expect(press('Enter')).toBe(false)
    }
    press('Tab')
    expect(press('Enter')).toBe(true)
  })

  it('lets Enter through after text without keys: pasted, dictated', () => {
    rest.end()
    expect(down('Enter', 'line')).toBe(true)
  })

  it('lets input method keys through', () => {
    expect(down('Enter', 'line', { isComposing: true })).toBe(true)
    expect(down('Process', 'line')).toBe(true)
  })

  it('takes an older event that is handled late, which does not shorten the rest', () => {
    const late = { timeStamp: now - 50 }
    expect(down('Enter', 'control', late)).toBe(false)
    now += restMs - 20
    expect(press('Enter')).toBe(false)
  })
})
