import { describe, expect, it } from 'vitest'
import { createScanReader } from '../../../src-renderer/app/scan-reader'
import type { ScanEnd } from '../../../src-renderer/app/scan-reader'
import { scannerKeys } from '../../support/scanner-keys'
import type { ScannerKey } from '../../support/scanner-keys'

/** Types key codes at given distances in ms; answers what the last one gave. */
const typist = () => {
  const read = createScanReader()
  let now = 10_000
  const press = (code: string, after: number, part: { shiftKey?: boolean; ctrlKey?: boolean } = {}) => {
    now += after
    return read({
      type: 'keydown',
      code,
      key: '',
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

/** What a reader says to a stream of keys, one answer a key that had one. */
const answers = (keys: readonly ScannerKey[]): ScanEnd[] => {
  const read = createScanReader()
  let now = 10_000
  return keys.flatMap((key) => {
    now += key.after
    const ended = read({ ...key, timeStamp: now })
    return ended === null ? [] : [ended]
  })
}
const later = (keys: readonly ScannerKey[], after: number): ScannerKey[] =>
  keys.map((key, index) => (index === 0 ? { ...key, after } : key))
const slowly = (keys: readonly ScannerKey[], times: number): ScannerKey[] =>
  keys.map((key) => ({ ...key, after: key.after * times }))

describe('a scanner', () => {
  it.each(['keys', 'composing', 'numpad', 'numpad-without-numlock'] as const)(
    'is read in its mode “%s”',
    (mode) => {
      expect(answers(scannerKeys('8000000017', mode))).toEqual([scan('8000000017')])
      expect(answers(scannerKeys('LD8000000017', mode))).toEqual([scan('LD8000000017')])
    },
  )

  it('is told from a hand that types Alt codes', () => {
    expect(answers(slowly(scannerKeys('8000000017', 'numpad'), 12))).toEqual([])
  })

  it('may pad Alt codes with zeros, and send its Enter as one', () => {
    const padded = scannerKeys('8000000017', 'numpad', '').flatMap((key): ScannerKey[] =>
      key.code === 'AltLeft' && key.type === 'keydown'
        ? [key, { ...key, code: 'Numpad0', key: '0' }, { ...key, code: 'Numpad0', key: '0', type: 'keyup' }]
        : [key],
    )
    expect(answers([...padded, ...scannerKeys('\r', 'numpad', '')])).toEqual([scan('8000000017')])
  })

  it('may be slow enough for its Alt codes to take a tenth of a second a character', () => {
    expect(answers(slowly(scannerKeys('8000000017', 'numpad'), 3))).toEqual([scan('8000000017')])
  })

  it('may end with Tab', () => {
    expect(answers(scannerKeys('8000000017', 'keys', '\t'))).toEqual([scan('8000000017')])
  })

  it.each([
    ['STX and ETX', '\x028000000017\x03'],
    ['the identifier of Code 128', ']C18000000017'],
    ['the identifier of a QR code', ']Q18000000017'],
    ['the asterisks of Code 39', '*8000000017*'],
    ['spaces', ' 8000000017 '],
  ])('may set %s around the code', (_, sent) => {
    expect(answers(scannerKeys(sent))).toEqual([scan('8000000017')])
  })

  it('may send two codes one right after the other', () => {
    const both = [...scannerKeys('8000000017'), ...scannerKeys('8000000018')]
    expect(answers(both)).toEqual([scan('8000000017'), scan('8000000018')])
  })

  it('may end twice; the second end is its own, and a later Enter is the person’s', () => {
    const twice = scannerKeys('8000000017', 'keys', '\r\r')
    expect(answers(twice)).toEqual([scan('8000000017'), { kind: 'tail' }])
    const enter = later(scannerKeys('', 'keys', '\r'), 400)
    expect(answers([...twice, ...enter])).toEqual([scan('8000000017'), { kind: 'tail' }])
  })

  it('may switch CapsLock for the length of a scan', () => {
    const caps = scannerKeys('x', 'keys', '').map((key) => ({ ...key, code: 'CapsLock', key: 'CapsLock' }))
    expect(answers([...caps, ...scannerKeys('8000000017', 'keys', ''), ...caps, ...scannerKeys('', 'keys', '\r')])).toEqual([scan('8000000017')]) // prettier-ignore
  })

  it('takes a shifted digit for a digit where nothing tells what it made', () => {
    const shifted = scannerKeys('8000000017').map((key) => ({
      ...key,
      shiftKey: key.code.startsWith('Digit'),
    }))
    expect(answers(shifted)).toEqual([scan('8000000017')])
  })

  it('is not heard in what a hand copies and tabs through', () => {
    const tab = later(scannerKeys('', 'keys', '\t'), 200)
    expect(answers([...tab, ...tab, ...tab, ...tab, ...tab, ...tab, ...tab])).toEqual([])
  })
})
