// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineComponent, h, ref } from 'vue'
import { useScanner } from '../../../src-renderer/app/use-scanner'
import { scannerKeys } from '../../support/scanner-keys'
import type { ScannerKey } from '../../support/scanner-keys'

const typed = ref('')
const scans: string[] = []
const pressed = vi.fn()
let now = 0

/** Sends keys with times of their own, so that nothing waits; answers the keydowns that were left to the page. */
const send = (keys: readonly ScannerKey[]): string[] =>
  keys.flatMap(({ type, after, ...told }) => {
    now += after
    const event = new KeyboardEvent(type, { ...told, bubbles: true, cancelable: true })
    Object.defineProperty(event, 'timeStamp', { value: now })
    const isLeft = (document.activeElement ?? document.body).dispatchEvent(event)
    return isLeft && type === 'keydown' ? [told.code] : []
  })

const page = defineComponent(() => {
  useScanner({ isBusy: () => false, onScan: (text) => scans.push(text), onDigit: () => undefined })
  return () =>
    h('div', [
      h('input', {
        'data-takes-scans': '',
        value: typed.value,
        onInput: (event: Event) => (typed.value = (event.target as HTMLInputElement).value),
      }),
      h('input', { id: 'other' }),
      h('input', { id: 'tick', type: 'checkbox' }),
      h('button', { onClick: pressed, onKeydown: pressed }),
    ])
})

let drawn: ReturnType<typeof mount>
const field = () => drawn.get<HTMLInputElement>('[data-takes-scans]').element
beforeEach(() => {
  now += 60_000
  scans.length = 0
  typed.value = ''
  pressed.mockClear()
  drawn = mount(page, { attachTo: document.body })
})
afterEach(() => drawn.unmount())

describe('the scanner of the window', () => {
  it('keeps the end of a scan from a button that has the focus', () => {
    drawn.get('button').element.focus()
    expect(send(scannerKeys('8000000017', 'keys', '\r\r'))).not.toContain('Enter')
    expect(send(scannerKeys('8000000018', 'keys', '\t'))).not.toContain('Tab')
    expect(scans).toEqual(['8000000017', '8000000018'])
  })

  it('leaves a hand its Enter and its Tab', () => {
    drawn.get('button').element.focus()
    expect(send(scannerKeys('', 'keys', '\r\t'))).toEqual(['Enter', 'Tab'])
  })

  it('leaves a scan in another field there', () => {
    drawn.get<HTMLInputElement>('#other').element.focus()
    expect(send(scannerKeys('8000000017'))).toContain('Enter')
    expect(scans).toEqual([])
  })

  it('takes no digits of another field for the beginning of a scan, though the field is left in the middle', () => {
    drawn.get<HTMLInputElement>('#other').element.focus()
    send(scannerKeys('13800138005', 'keys', ''))
    drawn.get<HTMLInputElement>('#other').element.blur()
    expect(send(scannerKeys('', 'keys', '\r'))).toContain('Enter')
    expect(scans).toEqual([])
  })

  it('takes a scan while a tick box has the focus, which takes no text', () => {
    drawn.get<HTMLInputElement>('#tick').element.focus()
    send(scannerKeys('8000000017'))
    expect(scans).toEqual(['8000000017'])
  })

  it('empties the field of what an input method made of the letters', () => {
    field().focus()
    field().value = '另的'
    typed.value = '另的'
    send(scannerKeys('LD8000000017', 'composing'))
    expect(scans).toEqual(['LD8000000017'])
    expect([field().value, typed.value]).toEqual(['', ''])
    expect(document.activeElement).toBe(field())
  })

  it('drops what the input method hands over when the scan is done', () => {
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

  it('keeps Alt and the number pad from turning pages while NumLock is off', () => {
    expect(send(scannerKeys('8', 'numpad-without-numlock', ''))).toEqual(['AltLeft'])
    expect(send(scannerKeys('8', 'numpad', ''))).toEqual(['AltLeft', 'Numpad5', 'Numpad6'])
  })
})
