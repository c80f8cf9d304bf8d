import { beforeEach, describe, expect, it } from 'vitest'
import { createPressSeries } from '../../../../src-renderer/ui/keyboard/press-series'
import type { KeyRest } from '../../../../src-renderer/ui/keyboard/key-rest'
import type { KeyTarget } from '../../../../src-renderer/ui/keyboard/key-press'
import { keyPress } from '../../../support/key-press'

const restMs = 300
let series: ReturnType<typeof createPressSeries>
let rests: Map<string, KeyRest>
let focused = ''
let now = 0
beforeEach(() => {
  series = createPressSeries()
  rests = new Map()
  focused = ''
  now = 10_000
})

const focus = (on: string) => {
  if (on === focused) return
  focused = on
  const rest = series.restOf(on, now)
  if (rest !== null) rests.set(on, rest)
}
/** Presses a key on the control that has the focus; whether it reaches the control. */
const press = (name: string, on: string, target: KeyTarget = 'control') => {
  focus(on)
  const event = keyPress('keydown', name, now)
  series.note(event, target, on)
  const counts = rests.get(on)?.takes(event, target) !== true
  now += 20
  series.note(keyPress('keyup', name, now), target, on)
  return counts
}

describe('two quick key presses', () => {
  it.each([40, 80, 120, 160, 200, 250, 299])(
    '%i ms apart do not confirm what the first one opened',
    (gap) => {
      for (const name of ['Enter', ' ', 'NumpadEnter']) {
        expect(press(name, `disable ${name}`)).toBe(true)
        focus('confirm')
        now += gap
        expect(press(name, 'confirm')).toBe(false)
        now += restMs
        expect(press(name, 'confirm')).toBe(true)
        now += restMs
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

  it('count where text came without keys between them', () => {
    expect(press('Enter', 'first')).toBe(true)
    focus('second')
    series.end()
    expect(press('Enter', 'second')).toBe(true)
  })

  it('do not count until the hand pauses', () => {
    expect(press('Enter', 'disable')).toBe(true)
    for (let times = 0; times < 20; times++) {
      now += 60
      expect(press('Enter', 'confirm')).toBe(false)
    }
    now += restMs
    expect(press('Enter', 'confirm')).toBe(true)
  })

  it('do not count on what came last in a row of controls that replace each other', () => {
    expect(press('Enter', 'first')).toBe(true)
    for (const next of ['second', 'third', 'fourth']) {
      now += 200
      expect(press('Enter', next)).toBe(false)
    }
  })

  it('do not count on a control that the focus comes to while the key is still down', () => {
    series.note(keyPress('keydown', 'Enter', now), 'control', 'disable')
    focus('confirm')
    now += 500
    series.note(keyPress('keyup', 'Enter', now), 'control', 'confirm')
    now += 60
    expect(press('Enter', 'confirm')).toBe(false)
  })
})
