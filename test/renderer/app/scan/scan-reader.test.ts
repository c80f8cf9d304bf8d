import { describe, expect, it } from 'vitest'
import { createScanReader } from '../../../../src-renderer/app/scan/scan-reader'
import type { ScanResult } from '../../../../src-renderer/app/scan/scan-reader'
import { scannerKeys } from '../../../support/scanner-keys'
import type { ScannerKey } from '../../../support/scanner-keys'

/** Types key codes at the given intervals in ms; returns the result of the last one. */
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
const scan = (text: string): ScanResult => ({ kind: 'scan', text })

describe('the scan reader', () => {
  it('reads a scan at its Enter', () => {
    const { type, press } = typist()
    type('8000000017', 8)
    expect(press('Enter', 8)).toEqual(scan('8000000017'))
  })

  it('ignores manual typing', () => {
    const { type, press } = typist()
    type('8000000017', 110)
    expect(press('Enter', 110)).toBeNull()
  })

  it('reads letters by their key codes, since an input method would consume them', () => {
    const { type, press } = typist()
    press('KeyL', 8, { shiftKey: true })
    press('KeyD', 8, { shiftKey: true })
    type('8000000017', 8)
    expect(press('NumpadEnter', 8)).toEqual(scan('LD8000000017'))
  })

  it('starts a new scan after each Enter', () => {
    const { type, press } = typist()
    type('8000000017', 8)
    press('Enter', 8)
    type('8000000018', 8)
    expect(press('Enter', 8)).toEqual(scan('8000000018'))
  })

  it('tolerates a short delay in the middle', () => {
    const { type, press } = typist()
    type('8', 8)
    type('000000017', 9)
    press('ShiftLeft', 200)
    expect(press('Enter', 5)).toEqual(scan('8000000017'))
  })

  it('returns no number where the start may be missing', () => {
    const { type, press } = typist()
    type('8', 8)
    press('Digit0', 700)
    type('00000017', 8)
    expect(press('Enter', 8)).toEqual({ kind: 'incomplete' })
  })

  it('drops an incomplete start after a while', () => {
    const { type, press } = typist()
    type('80', 8)
    press('Digit8', 5000)
    type('000000017', 8)
    expect(press('Enter', 8)).toEqual(scan('8000000017'))
  })

  it('ignores keys pressed with Ctrl', () => {
    const { type, press } = typist()
    press('KeyA', 500, { ctrlKey: true })
    type('8000000017', 8)
    expect(press('Enter', 8)).toEqual(scan('8000000017'))
  })
})

/** The reader's results for a sequence of keys. */
const scansOf = (keys: readonly ScannerKey[]): ScanResult[] => {
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
    'is read in mode “%s”',
    (mode) => {
      expect(scansOf(scannerKeys('8000000017', mode))).toEqual([scan('8000000017')])
      expect(scansOf(scannerKeys('LD8000000017', mode))).toEqual([scan('LD8000000017')])
    },
  )

  it('is distinguished from manually typed Alt codes', () => {
    expect(scansOf(slowly(scannerKeys('8000000017', 'numpad'), 12))).toEqual([])
  })

  it('may pad Alt codes with zeros and send Enter as an Alt code', () => {
    const padded = scannerKeys('8000000017', 'numpad', '').flatMap((key): ScannerKey[] =>
      key.code === 'AltLeft' && key.type === 'keydown'
        ? [key, { ...key, code: 'Numpad0', key: '0' }, { ...key, code: 'Numpad0', key: '0', type: 'keyup' }]
        : [key],
    )
    expect(scansOf([...padded, ...scannerKeys('\r', 'numpad', '')])).toEqual([scan('8000000017')])
  })

  it('may take 100 ms per character for Alt codes', () => {
    expect(scansOf(slowly(scannerKeys('8000000017', 'numpad'), 3))).toEqual([scan('8000000017')])
  })

  it('may end with Tab', () => {
    expect(scansOf(scannerKeys('8000000017', 'keys', '\t'))).toEqual([scan('8000000017')])
  })

  it.each([
    ['STX and ETX', '\x028000000017\x03'],
    ['the identifier of Code 128', ']C18000000017'],
    ['the identifier of a QR code', ']Q18000000017'],
    ['the asterisks of Code 39', '*8000000017*'],
    ['spaces', ' 8000000017 '],
  ])('may frame the code with %s', (_, sent) => {
    expect(scansOf(scannerKeys(sent))).toEqual([scan('8000000017')])
  })

  it('may send two codes in direct succession', () => {
    const both = [...scannerKeys('8000000017'), ...scannerKeys('8000000018')]
    expect(scansOf(both)).toEqual([scan('8000000017'), scan('8000000018')])
  })

  it('may end twice; the second end belongs to the scan, a later Enter to the user', () => {
    const twice = scannerKeys('8000000017', 'keys', '\r\r')
    expect(scansOf(twice)).toEqual([scan('8000000017'), { kind: 'tail' }])
    const enter = later(scannerKeys('', 'keys', '\r'), 400)
    expect(scansOf([...twice, ...enter])).toEqual([scan('8000000017'), { kind: 'tail' }])
  })

  it('may toggle CapsLock around a scan', () => {
    const caps = scannerKeys('x', 'keys', '').map((key) => ({ ...key, code: 'CapsLock', key: 'CapsLock' }))
    expect(scansOf([...caps, ...scannerKeys('8000000017', 'keys', ''), ...caps, ...scannerKeys('', 'keys', '\r')])).toEqual([scan('8000000017')]) // prettier-ignore
  })

  it('with shifted digits is read as digits where no character is available', () => {
    const shifted = scannerKeys('8000000017').map((key) => ({
      ...key,
      shiftKey: key.code.startsWith('Digit'),
    }))
    expect(scansOf(shifted)).toEqual([scan('8000000017')])
  })

  it('is not detected in manual copying and tabbing', () => {
    const tab = later(scannerKeys('', 'keys', '\t'), 200)
    expect(scansOf([...tab, ...tab, ...tab, ...tab, ...tab, ...tab, ...tab])).toEqual([])
  })
})
