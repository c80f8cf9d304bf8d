import { describe, expect, it } from 'vitest'
import { createScanReader } from '../../../../src-renderer/app/scan/scan-reader'
import type { ScanResult } from '../../../../src-renderer/app/scan/scan-reader'
import { identityOf } from '../../../../src-renderer/app/scan/scanned-code'
import { keysOfLayout } from '../../../support/keyboard-layouts'
import type { Layout } from '../../../support/keyboard-layouts'
import { scannerKeys } from '../../../support/scanner-keys'
import type { ScannerKey } from '../../../support/scanner-keys'

/** Types key codes at the given intervals in ms; returns the result of the last one. */
const typist = () => {
  const read = createScanReader().press
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
const scan = (text: string): ScanResult => ({ kind: 'scan', code: { kind: 'number', text } })
const slow = (text: string, isAsTyped: boolean): ScanResult => ({
  kind: 'slow',
  code: { kind: 'number', text },
  isAsTyped,
})

describe('the scan reader', () => {
  it('reads a scan at its Enter', () => {
    const { type, press } = typist()
    type('8000000017', 8)
    expect(press('Enter', 8)).toEqual(scan('8000000017'))
  })

  it.each([60, 130, 300, 500])('knows a scanner with %i ms a key from a fast one', (gap) => {
    const { type, press } = typist()
    type('8000000017', gap)
    expect(press('Enter', gap)).toEqual(slow('8000000017', false))
  })

  it('leaves a few digits and other text typed by hand', () => {
    const { type, press } = typist()
    type('80000', 110)
    expect(press('Enter', 110)).toBeNull()
    for (const letter of 'NORTHBRIDGE') press(`Key${letter}`, 110)
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

  it.each([
    ['8', 110, 400],
    ['80', 110, 200],
    ['8000', 180, 1_000],
    ['800000', 90, 150],
    ['8000000018', 180, 1_900],
  ])(
    'reads a scan after “%s” typed by hand with %i ms a key and %i ms before the scan',
    (digits, gap, before) => {
      const { type, press } = typist()
      type(digits, gap)
      press('Digit8', before)
      type('000000017', 8)
      expect(press('Enter', 8)).toEqual(scan('8000000017'))
    },
  )

  it.each([
    ['12', 8, 700],
    ['1', 8, 200],
    ['690', 12, 1_500],
  ])('returns no number where a scan stalls after “%s”', (digits, gap, before) => {
    const { type, press } = typist()
    type(digits, gap)
    press('Digit8', before)
    type('000000017', 8)
    expect(press('Enter', 8)).not.toEqual(scan('8000000017'))
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
  const read = createScanReader().press
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
    expect(scansOf(slowly(scannerKeys('8000000017', 'numpad'), 12))).toEqual([slow('8000000017', true)])
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

/** The results of a scanner set to one layout on a computer with another one. */
const scansOfLayout = (
  text: string,
  scanner: Layout,
  host: Layout,
  more: { capsLock?: boolean; gap?: number } = {},
): ScanResult[] => {
  const { gap = 8, ...locks } = more
  const keys = keysOfLayout(text, scanner, host, locks).map(({ isAltGr, ...key }): ScannerKey => ({
    ...key,
    type: 'keydown',
    ctrlKey: isAltGr && key.key !== 'Unidentified',
    altKey: isAltGr,
    metaKey: false,
    isComposing: false,
    after: gap,
  }))
  return scansOf([...keys, ...later(scannerKeys('', 'keys', '\r'), gap)])
}
const asNumber = (results: readonly ScanResult[]): (string | null)[] =>
  results.map((result) => ('code' in result ? identityOf(result.code) : null))

describe('layouts of scanner and computer', () => {
  const hosts = ['us', 'fr', 'de', 'dvorak', 'hungarian'] as const
  it.each(hosts.flatMap((host) => hosts.map((scanner) => [scanner, host] as const)))(
    'a scanner set to %s on a computer with %s: the number, or no number',
    (scanner, host) => {
      const isCertain = scanner === 'us' || scanner === host
      for (const [sent, number] of [
        ['8000000017', '8000000017'],
        ['LD8123456790', '8123456790'],
        ['8000-000017', '8000000017'],
      ] as const) {
        for (const gap of [8, 130]) {
          const read = asNumber(scansOfLayout(sent, scanner, host, { gap }))[0] ?? null
          if (isCertain) expect([sent, read]).toEqual([sent, number])
          else expect([number, null]).toContain(read)
        }
      }
    },
  )

  it.each(hosts)('the marks of a US scanner are read on a computer with %s', (host) => {
    for (const sent of [
      ']C18000000017',
      '*8000000017*',
      '(21)8000000017',
      'https://a.example/x?id=8000000017',
    ]) {
      expect([sent, ...asNumber(scansOfLayout(sent, 'us', host))]).toEqual([sent, '8000000017'])
    }
    expect(scansOfLayout('LDRO112345678901', 'us', host)).toEqual([
      { kind: 'scan', code: { kind: 'order', text: 'LDRO112345678901' } },
    ])
  })

  it.each(['de', 'fr'] as const)('the marks of a scanner set to %s as its computer are read', (layout) => {
    for (const sent of [']C18000000017', '*8000000017*'])
      expect(asNumber(scansOfLayout(sent, layout, layout))).toEqual(['8000000017'])
  })

  it('French digits with a hyphen never become a digit', () => {
    // Nine digits: no number.
    expect(scansOfLayout('8000-00017', 'fr', 'fr')).toEqual([
      { kind: 'scan', code: { kind: 'other', text: '8000-00017' } },
    ])
    expect(asNumber(scansOfLayout('8000-00017', 'fr', 'us'))).toEqual([null])
    expect(asNumber(scansOfLayout('8000-00017', 'fr', 'fr', { capsLock: true }))).toEqual([null])
    const withoutShift = keysOfLayout('8000-00017', 'fr', 'fr').map(
      ({ isAltGr: _isAltGr, ...key }): ScannerKey => ({
        ...key,
        type: 'keydown',
        shiftKey: false,
        ctrlKey: false,
        altKey: false,
        metaKey: false,
        isComposing: false,
        after: 8,
      }),
    )
    expect(asNumber(scansOf([...withoutShift, ...scannerKeys('', 'keys', '\r')]))).toEqual([null])
  })

  it.each(hosts)('Caps Lock changes no number on a computer with %s', (host) => {
    for (const scanner of new Set(['us', host] as const)) {
      const read = scansOfLayout('LD8000000017', scanner, host, { capsLock: true })
      expect([scanner, ...asNumber(read)]).toEqual([scanner, '8000000017'])
    }
  })

  it('refuses a scan that has two numbers', () => {
    const swapped = scannerKeys('8000000017').map((key) =>
      key.code === 'Digit1' ? { ...key, code: 'Digit2' } : key,
    )
    expect(scansOf(swapped)).toEqual([
      { kind: 'conflict', readings: ['8000000017', '8000000027'], isFast: true },
    ])
  })

  it('takes only the number where the letters differ', () => {
    expect(scansOfLayout('LD8000000017', 'us', 'dvorak')).toEqual([scan('8000000017')])
  })
})

describe('the end of a scan', () => {
  it.each([
    ['Ctrl J', ['KeyJ']],
    ['Ctrl M', ['KeyM']],
    ['Ctrl M and Ctrl J', ['KeyM', 'KeyJ']],
  ])('may be %s', (_, letters) => {
    const ends = letters.map((code): ScannerKey => ({ ...scannerKeys('a')[0]!, code, key: code.slice(3).toLowerCase(), ctrlKey: true })) // prettier-ignore
    const [first, ...rest] = scansOf([...scannerKeys('8000000017', 'keys', ''), ...ends])
    expect(first).toEqual(scan('8000000017'))
    expect(rest).toEqual(rest.map(() => ({ kind: 'tail' })))
  })

  it.each([130, 300])('may come twice from a scanner with %i ms a key', (gap) => {
    const keys = scannerKeys('8000000017', 'keys', '\r\r').map((key) =>
      key.type === 'keydown' ? { ...key, after: gap } : key,
    )
    expect(scansOf(keys)).toEqual([slow('8000000017', true), { kind: 'tail' }])
  })

  it.each([
    ['ArrowDown', { ctrlKey: true }],
    ['ArrowUp', { ctrlKey: false }],
    ['End', { ctrlKey: false }],
    ['Escape', { ctrlKey: false }],
  ])('is over once a hand pressed %s: a quick Enter is meant for what it led to', (code, part) => {
    const { type, press } = typist()
    type('8000000017', 150)
    expect(press('Enter', 150)).toEqual(slow('8000000017', false))
    expect(press(code, 200, part)).toBeNull()
    expect(press('Enter', 200)).toBeNull()
  })

  it('may be a silence after a whole number', () => {
    const reader = createScanReader()
    const send = (text: string, after: number) => {
      let now = after
      for (const key of scannerKeys(text, 'keys', '')) reader.press({ ...key, timeStamp: (now += key.after) })
    }
    send('800000001', 10_000)
    expect(reader.silence()).toBeNull()
    send('7', 10_072)
    expect(reader.silence()).toEqual({ ms: 150, isFast: true })
    expect(reader.endBySilence()).toEqual(scan('8000000017'))
    expect(reader.press({ ...scannerKeys('\r', 'keys', '')[0]!, timeStamp: 10_400 })).toEqual({
      kind: 'tail',
    })
    send('8000000018', 11_000)
    expect(reader.endBySilence()).toEqual(scan('8000000018'))
  })

  it('does not hide two numbers without an end between them', () => {
    expect(scansOf(scannerKeys('80000000178000000018'))).toEqual([
      { kind: 'scan', code: { kind: 'glued', text: '80000000178000000018' } },
    ])
  })
})
