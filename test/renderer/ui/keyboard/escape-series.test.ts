import { describe, expect, it } from 'vitest'
import { createEscapeSeries } from '../../../../src-renderer/ui/keyboard/escape-series'
import { keyPress } from '../../../support/key-press'

describe('presses of Esc', () => {
  it('in a series count once, until the hand pauses', () => {
    const series = createEscapeSeries()
    expect(series.takes(keyPress('keydown', 'Escape', 1_000))).toBe(false)
    expect(series.takes(keyPress('keyup', 'Escape', 1_080))).toBe(false)
    expect(series.takes(keyPress('keydown', 'Escape', 1_200))).toBe(true)
    expect(series.takes(keyPress('keyup', 'Escape', 1_260))).toBe(false)
    expect(series.takes(keyPress('keydown', 'Escape', 1_500))).toBe(true)
    expect(series.takes(keyPress('keydown', 'Escape', 1_801))).toBe(false)
  })

  it('are not those that an input method handles, and other keys are none', () => {
    const series = createEscapeSeries()
    expect(series.takes(keyPress('keydown', 'Escape', 1_000, { isComposing: true }))).toBe(false)
    expect(series.takes(keyPress('keydown', 'Enter', 1_050))).toBe(false)
    expect(series.takes(keyPress('keydown', 'Escape', 1_100))).toBe(false)
  })
})
