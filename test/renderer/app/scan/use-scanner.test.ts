// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineComponent, h, ref } from 'vue'
import { useScanner } from '../../../../src-renderer/app/scan/use-scanner'
import { createRandom } from '../../../../src-service/seed/random'
import { keysOfLayout } from '../../../support/keyboard-layouts'
import { scannerKeys } from '../../../support/scanner-keys'
import type { ScannerKey } from '../../../support/scanner-keys'
import { testSeed } from '../../../support/test-seed'

const typed = ref('')
const scans: string[] = []
const lost: string[] = []
let isBusy = false
let claimsFields = false
let saidNoEnd = 0
const pressed = vi.fn()
let now = 0

/** Sends keys with their own timestamps, without delays; returns the keydown events that were not prevented. */
const send = (keys: readonly ScannerKey[]): string[] =>
  keys.flatMap(({ type, after, ...init }) => {
    now += after
    const event = new KeyboardEvent(type, { ...init, bubbles: true, cancelable: true })
    Object.defineProperty(event, 'timeStamp', { value: now })
    const isLeft = (document.activeElement ?? document.body).dispatchEvent(event)
    return isLeft && type === 'keydown' ? [init.code] : []
  })

const plain = { ctrlKey: false, altKey: false, metaKey: false, isComposing: false }
const later = (keys: readonly ScannerKey[], after: number): ScannerKey[] =>
  keys.map((key, index) => (index === 0 ? { ...key, after } : key))
const slowly = (text: string, gap: number, ending = '\r'): ScannerKey[] =>
  scannerKeys(text, 'keys', ending).map((key) => (key.type === 'keydown' ? { ...key, after: gap } : key))

const { between } = createRandom(testSeed)
/** From 0 to 1. */
const random = (): number => between(0, 999_999) / 1_000_000
/** The gaps of a scanner on a busy computer. */
const jittered = (keys: readonly ScannerKey[], by: number): ScannerKey[] =>
  keys.map((key) => (key.type === 'keydown' ? { ...key, after: key.after + (2 * random() - 1) * by } : key))
/** The gaps of a practiced hand: they deviate by a fifth, as normally distributed values do. */
const byHand = (text: string, gap: number, ending = '\r'): ScannerKey[] =>
  slowly(text, gap, ending).map((key) => {
    const deviation = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    return key.type === 'keydown' ? { ...key, after: Math.max(20, gap * (1 + 0.2 * deviation)) } : key
  })

const page = defineComponent(() => {
  useScanner({
    isBusy: () => isBusy,
    claimsFields: () => claimsFields,
    isCode: (text) => !text.includes(' '),
    hasCommand: () => false,
    onScan: ({ text }) => scans.push(text),
    onRejected: (scan) => lost.push('code' in scan ? scan.code.text : scan.because),
    onDigit: () => undefined,
    onNoEnd: () => (saidNoEnd += 1),
  })
  return () =>
    h('div', [
      h('input', {
        'data-takes-scans': '',
        value: typed.value,
        onInput: (event: Event) => (typed.value = (event.target as HTMLInputElement).value),
      }),
      h('input', { id: 'other' }),
      h('input', { id: 'search', type: 'search' }),
      h('input', { id: 'tick', type: 'checkbox' }),
      h('button', { onClick: pressed, onKeydown: pressed }),
    ])
})

let wrapper: ReturnType<typeof mount>
const field = () => wrapper.get<HTMLInputElement>('[data-takes-scans]').element
beforeEach(() => {
  now += 60_000
  scans.length = 0
  lost.length = 0
  isBusy = false
  claimsFields = false
  saidNoEnd = 0
  typed.value = ''
  pressed.mockClear()
  wrapper = mount(page, { attachTo: document.body })
})
afterEach(() => wrapper.unmount())

describe('the window’s scanner', () => {
  it('keeps the end of a scan from a focused button', () => {
    wrapper.get('button').element.focus()
    expect(send(scannerKeys('8000000017', 'keys', '\r\r'))).not.toContain('Enter')
    expect(send(scannerKeys('8000000018', 'keys', '\t'))).not.toContain('Tab')
    expect(scans).toEqual(['8000000017', '8000000018'])
  })

  it('ignores a held key: a following Enter is the user’s', () => {
    wrapper.get('button').element.focus()
    const loadedCount = scannerKeys('88888888', 'keys', '').filter(({ type }) => type === 'keydown')
    const sent = [...loadedCount.map((one) => ({ ...one, repeat: true })), ...scannerKeys('', 'keys', '\r')]
    expect(send(sent)).toContain('Enter')
    expect(scans).toEqual([])
  })

  it('reports a scan that cannot be used, and keeps its end from open dialogs', () => {
    isBusy = true
    wrapper.get('button').element.focus()
    expect(send(scannerKeys('8000000017', 'keys', '\r'))).not.toContain('Enter')
    expect([scans, lost]).toEqual([[], ['8000000017']])
  })

  it.each([130, 300, 700])('keeps the end of a scanner with %i ms a key from controls', (gap) => {
    for (const focused of ['button', '#tick']) {
      wrapper.get<HTMLElement>(focused).element.focus()
      expect(send(slowly('8000000017', gap, '\r\r'))).not.toContain('Enter')
      isBusy = true
      expect(send(slowly('8000000018', gap, '\r\r'))).not.toContain('Enter')
      isBusy = false
      // No lock number, but no press either.
      expect(send(slowly('4006381333931', gap))).not.toContain('Enter')
      expect(send(slowly('123456', gap))).not.toContain('Enter')
      expect(send(later(scannerKeys('', 'keys', '\r'), 1_500))).toContain('Enter')
    }
    const once = { used: ['8000000017'], lost: ['8000000018', '4006381333931', '123456'] }
    expect([scans, lost]).toEqual([
      [...once.used, ...once.used],
      [...once.lost, ...once.lost],
    ])
  })

  it('presses nothing with a space between the digits', () => {
    wrapper.get('button').element.focus()
    expect(send(slowly('8000 000 017', 130))).not.toContain('Space')
    expect(scans).toEqual(['8000 000 017'])
  })

  it('leaves the Enter of a number typed by hand to its field', () => {
    field().focus()
    expect(send(slowly('8000000017', 130))).toContain('Enter')
    expect([scans, lost]).toEqual([[], []])
  })

  it('takes a slow scan in a search field that has other characters, which are removed', () => {
    field().setAttribute('data-takes-scans', 'search')
    field().focus()
    const keys = keysOfLayout('8000000017', 'us', 'fr').map(({ isAltGr: _isAltGr, ...key }): ScannerKey => ({
      ...key,
      ...plain,
      type: 'keydown',
      after: 130,
    }))
    field().value = 'before'
    typed.value = 'before'
    const presses = send(keys.slice(0, 1))
    field().value = '_àààààà&è'
    presses.push(...send([...keys.slice(1), ...scannerKeys('', 'keys', '\r')]))
    expect(presses).not.toContain('Enter')
    expect(scans).toEqual(['8000000017'])
    expect([field().value, typed.value]).toEqual(['before', 'before'])
  })

  it.each([130, 250, 400])('never glues two numbers of a scanner with %i ms a key and no end key', (gap) => {
    field().focus()
    const type = (text: string, after: number): void => {
      for (const [at, digit] of Array.from(text).entries()) {
        send(later(slowly(digit, gap, ''), at === 0 ? after : gap))
        field().setRangeText(digit, field().selectionStart ?? 0, field().selectionEnd ?? 0, 'end')
      }
    }
    type('8000000017', 0)
    expect(field().value).toBe('8000000017')
    type('8000000018', 2_000)
    expect(field().value).toBe('8000000018')
    // What a person adds to another text stays.
    field().value = 'LD-A'
    type('17', 2_000)
    expect(field().value).toBe('LD-A17')
    expect([scans, lost, pressed.mock.calls]).toEqual([[], [], []])
  })

  it('takes a scan that follows half a number typed by hand', () => {
    field().focus()
    send(slowly('80', 180, ''))
    expect(send(later(scannerKeys('8000000018'), 700))).not.toContain('Enter')
    expect([scans, lost]).toEqual([['8000000018'], []])
  })

  it('forgets digits when the mouse is used', () => {
    wrapper.get('button').element.focus()
    send(slowly('123456', 130, ''))
    window.dispatchEvent(new Event('pointerdown'))
    expect(send(scannerKeys('', 'keys', '\r'))).toContain('Enter')
  })

  it('says that a short or damaged scan is not used', () => {
    wrapper.get('button').element.focus()
    expect(send(scannerKeys('A12'))).not.toContain('Enter')
    expect(lost).toEqual(['incomplete'])
  })

  it('leaves quickly typed words in their field', () => {
    field().focus()
    expect(send(scannerKeys('enable 8000000018', 'keys', '\r'))).toContain('Enter')
    expect(send(scannerKeys('8000000018', 'keys', '\r'))).not.toContain('Enter')
    expect([scans, lost]).toEqual([['8000000018'], []])
  })

  it('leaves manual Enter and Tab to the page', () => {
    wrapper.get('button').element.focus()
    expect(send(scannerKeys('', 'keys', '\r\t'))).toEqual(['Enter', 'Tab'])
  })

  it('leaves a scan in another field', () => {
    wrapper.get<HTMLInputElement>('#other').element.focus()
    expect(send(scannerKeys('8000000017'))).toContain('Enter')
    expect(scans).toEqual([])
  })

  it('ignores digits of another field, even if the focus moves meanwhile', () => {
    wrapper.get<HTMLInputElement>('#other').element.focus()
    send(scannerKeys('13800138005', 'keys', ''))
    wrapper.get<HTMLInputElement>('#other').element.blur()
    expect(send(scannerKeys('', 'keys', '\r'))).toContain('Enter')
    expect(scans).toEqual([])
  })

  it('reads a scan while a checkbox has the focus', () => {
    wrapper.get<HTMLInputElement>('#tick').element.focus()
    send(scannerKeys('8000000017'))
    expect(scans).toEqual(['8000000017'])
  })

  it('clears the text that an input method made of the letters', () => {
    field().focus()
    field().value = '另的'
    typed.value = '另的'
    send(scannerKeys('LD8000000017', 'composing'))
    expect(scans).toEqual(['LD8000000017'])
    expect([field().value, typed.value]).toEqual(['', ''])
    expect(document.activeElement).toBe(field())
  })

  it('drops the text that the input method commits after the scan', () => {
    field().focus()
    send(scannerKeys('LD8000000017', 'composing'))
    field().value = 'LD8000000017'
    typed.value = 'LD8000000017'
    const late = (type: string, after: number) => {
      const event = new InputEvent(type, { inputType: 'insertCompositionText', bubbles: true })
      Object.defineProperty(event, 'timeStamp', { value: now + after })
      if (type === 'input') field().value = 'LD8000000017另'
      field().dispatchEvent(event)
    }
    late('beforeinput', 20)
    late('input', 20)
    expect([field().value, typed.value]).toEqual(['LD8000000017', 'LD8000000017'])
    late('beforeinput', 900)
    late('input', 900)
    expect(typed.value).toBe('LD8000000017另')
  })

  it('keeps Alt and the number pad from changing pages while NumLock is off', () => {
    expect(send(scannerKeys('8', 'numpad-without-numlock', ''))).toEqual(['AltLeft'])
    expect(send(scannerKeys('8', 'numpad', ''))).toEqual(['AltLeft', 'Numpad5', 'Numpad6'])
  })
})

describe('a scanner without an end key', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
  afterEach(() => void vi.useRealTimers())

  it('is taken after a silence, never glued to the next one, and said once it is certain', () => {
    wrapper.get('button').element.focus()
    send(scannerKeys('8000000017', 'keys', ''))
    vi.advanceTimersByTime(140)
    expect(scans).toEqual([])
    vi.advanceTimersByTime(20)
    expect(scans).toEqual(['8000000017'])
    send(later(scannerKeys('8000000018', 'keys', ''), 200))
    vi.advanceTimersByTime(160)
    expect([scans, saidNoEnd]).toEqual([['8000000017', '8000000018'], 0])
    vi.advanceTimersByTime(1_000)
    expect(saidNoEnd).toBe(1)
  })

  it('that is slow is taken on a control, and not in a field, where a person may type', () => {
    wrapper.get('button').element.focus()
    send(slowly('8000000017', 130, ''))
    vi.advanceTimersByTime(200)
    expect(scans).toEqual([])
    vi.advanceTimersByTime(250)
    expect(scans).toEqual(['8000000017'])
    field().focus()
    send(slowly('8000000018', 130, ''))
    vi.advanceTimersByTime(5_000)
    expect(scans).toEqual(['8000000017'])
  })

  it('is taken in a field where no hand types ten digits as fast', () => {
    field().focus()
    send(slowly('8000000017', 75, ''))
    vi.advanceTimersByTime(300)
    expect(scans).toEqual(['8000000017'])
  })

  it('is none where the end key comes late', () => {
    wrapper.get('button').element.focus()
    send(scannerKeys('8000000017', 'keys', ''))
    vi.advanceTimersByTime(200)
    expect(send(later(scannerKeys('', 'keys', '\r'), 250))).not.toContain('Enter')
    vi.advanceTimersByTime(2_000)
    expect([scans, saidNoEnd]).toEqual([['8000000017'], 0])
  })

  it('is said not to be used while a dialog is open', () => {
    isBusy = true
    send(scannerKeys('8000000017', 'keys', ''))
    vi.advanceTimersByTime(200)
    expect([scans, lost]).toEqual([[], ['8000000017']])
  })

  it('is not seen in a part of a longer code', () => {
    send(scannerKeys('6901234567892', 'keys', ''))
    vi.advanceTimersByTime(5_000)
    expect(scans).toEqual([])
  })
})

describe('a scan while a field of something else has the focus', () => {
  const other = () => wrapper.get<HTMLInputElement>('#other').element
  /** As the browser does for keys in a field. */
  const typeInto = (input: HTMLInputElement, keys: readonly ScannerKey[]): boolean => {
    input.focus()
    return keys.every((key) => {
      const isLeft = send([key]).length > 0 || key.type !== 'keydown'
      if (isLeft && key.type === 'keydown' && key.key.length === 1 && !key.ctrlKey) input.value += key.key
      return isLeft
    })
  }

  it.each([
    ['8000000019', '8000000019'],
    ['LD8000000019', 'LD8000000019'],
  ])('of %s is taken out again, and its end key submits nothing', (text, code) => {
    isBusy = claimsFields = true
    typeInto(other(), slowly('Li W', 130, ''))
    expect(typeInto(other(), later(scannerKeys(text, 'keys', '\r'), 400))).toBe(false)
    expect(other().value).toBe('Li W')
    expect(lost).toEqual([code])
    expect(scans).toEqual([])
  })

  it('right after a typed letter, with another end key and a second one', () => {
    isBusy = claimsFields = true
    typeInto(other(), slowly('Li W', 130, ''))
    expect(send(later(scannerKeys('8000000019', 'keys', '\r\r'), 90))).not.toContain('Enter')
    expect(lost).toEqual(['8000000019'])
    expect(send(scannerKeys('6000000011', 'keys', '\t'))).not.toContain('Tab')
    expect(lost).toEqual(['8000000019', '6000000011'])
  })

  it('leaves Enter to a person who pressed Esc after it', () => {
    isBusy = claimsFields = true
    other().focus()
    send(scannerKeys('8000000019', 'keys', '\r'))
    const [enter] = scannerKeys('', 'keys', '\r')
    if (enter === undefined) throw new Error('no end key')
    send([{ ...enter, code: 'Escape', key: 'Escape' }])
    expect(send([enter])).toContain('Enter')
  })

  it('is used where the page expects one', () => {
    claimsFields = true
    typeInto(other(), slowly('chen', 120, ''))
    typeInto(other(), later(scannerKeys('8000000072', 'keys', '\r'), 900))
    expect(other().value).toBe('chen')
    expect(scans).toEqual(['8000000072'])
  })

  it('stays in the field where none is expected, in a search, and in what is typed by hand', () => {
    expect(typeInto(other(), scannerKeys('8000000019', 'keys', '\r'))).toBe(true)
    claimsFields = true
    expect(
      typeInto(wrapper.get<HTMLInputElement>('#search').element, scannerKeys('8000000019', 'keys', '\r')),
    ).toBe(true)
    other().value = ''
    expect(typeInto(other(), slowly('8000000019', 120))).toBe(true)
    expect(other().value).toBe('8000000019')
    expect([scans, lost]).toEqual([[], []])
  })

  it.each([60, 75, 90])('of a scanner with %d ms a key is taken out again', (gap) => {
    isBusy = claimsFields = true
    typeInto(other(), byHand('Li W', 150, ''))
    expect(typeInto(other(), later(jittered(slowly('LD8000000019', gap), 4), 450))).toBe(false)
    expect(other().value).toBe('Li W')
    expect(lost).toEqual(['LD8000000019'])
  })

  it('is none of a hand, however fast it types a number', () => {
    isBusy = claimsFields = true
    for (let turn = 0; turn < 2_000; turn += 1) {
      other().value = ''
      const gap = 100 + (turn % 10) * 20
      expect(typeInto(other(), byHand('8000000019', gap))).toBe(true)
      expect(other().value).toBe('8000000019')
    }
    expect(lost).toEqual([])
  })

  it.each(['13800138005', '5317046820917364501', 'NB-10017', 'zhang.wei@example.com'])(
    'leaves fast text that is no lock, such as %s',
    (text) => {
      isBusy = claimsFields = true
      const keys = Array.from(text).flatMap((key): ScannerKey[] => [
        {
          ...plain,
          type: 'keydown',
          code: /\d/.test(key) ? `Digit${key}` : '',
          key,
          shiftKey: false,
          after: 5,
        },
      ])
      const enter = {
        ...plain,
        type: 'keydown',
        code: 'Enter',
        key: 'Enter',
        shiftKey: false,
        after: 5,
      } as const
      expect(typeInto(other(), [...keys, enter])).toBe(true)
      expect(other().value).toBe(text)
    },
  )
})
