import { describe, expect, it } from 'vitest'
import { createScanReader } from '../../../src-renderer/app/scan-reader'
import type { ScanEnd } from '../../../src-renderer/app/scan-reader'

/** Types key codes at given distances in ms; answers what the last one gave. */
const typist = () => {
  const read = createScanReader()
  let now = 10_000
  const press = (code: string, after: number, part: { shiftKey?: boolean; ctrlKey?: boolean } = {}) => {
    now += after
    return read({
      code,
      timeStamp: now,
      shiftKey: false,
      ctrlKey: false,
      altKey: false,
      metaKey: false,
      ...part,
    })
  }
  const type = (digits: string, gap: number): void =>
    Array.from(digits).forEach((digit) => press(`Digit${digit}`, gap))
  return { press, type }
}
const scan = (text: string): ScanEnd => ({ kind: 'scan', text })

describe('the scan reader', () => {
  it('reads what a scanner types, at its Enter', () => {
    const { type, press } = typist()
    type('8000000017', 8)
    expect(press('Enter', 8)).toEqual(scan('8000000017'))
  })

  it('does not take a hand for a scanner', () => {
    const { type, press } = typist()
    type('8000000017', 110)
    expect(press('Enter', 110)).toBeNull()
  })

  it('reads letters by their keys, as an input method would swallow them', () => {
    const { type, press } = typist()
    press('KeyL', 8, { shiftKey: true })
    press('KeyD', 8, { shiftKey: true })
    type('8000000017', 8)
    expect(press('NumpadEnter', 8)).toEqual(scan('LD8000000017'))
  })

  it('starts anew after each Enter', () => {
    const { type, press } = typist()
    type('8000000017', 8)
    press('Enter', 8)
    type('8000000018', 8)
    expect(press('Enter', 8)).toEqual(scan('8000000018'))
  })

  it('bears a hiccup in the middle', () => {
    const { type, press } = typist()
    type('8', 8)
    type('000000017', 9)
    press('ShiftLeft', 200)
    expect(press('Enter', 5)).toEqual(scan('8000000017'))
  })

  it('gives no number where the beginning may be missing', () => {
    const { type, press } = typist()
    type('8', 8)
    press('Digit0', 700)
    type('00000017', 8)
    expect(press('Enter', 8)).toEqual({ kind: 'torn' })
  })

  it('forgets an abandoned beginning after a while', () => {
    const { type, press } = typist()
    type('80', 8)
    press('Digit8', 5000)
    type('000000017', 8)
    expect(press('Enter', 8)).toEqual(scan('8000000017'))
  })

  it('does not count a key pressed with Ctrl', () => {
    const { type, press } = typist()
    press('KeyA', 500, { ctrlKey: true })
    type('8000000017', 8)
    expect(press('Enter', 8)).toEqual(scan('8000000017'))
  })
})
