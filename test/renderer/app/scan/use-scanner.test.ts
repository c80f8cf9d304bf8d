// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineComponent, h, ref } from 'vue'
import { useScanner } from '../../../../src-renderer/app/scan/use-scanner'
import { scannerKeys } from '../../../support/scanner-keys'
import type { ScannerKey } from '../../../support/scanner-keys'

const typed = ref('')
const scans: string[] = []
const lost: string[] = []
let isBusy = false
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

const page = defineComponent(() => {
  useScanner({
    isBusy: () => isBusy,
    isCode: (text) => !text.includes(' '),
    onScan: (text) => scans.push(text),
    onRejected: (text) => lost.push(text),
    onDigit: () => undefined,
  })
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

let wrapper: ReturnType<typeof mount>
const field = () => wrapper.get<HTMLInputElement>('[data-takes-scans]').element
beforeEach(() => {
  now += 60_000
  scans.length = 0
  lost.length = 0
  isBusy = false
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
