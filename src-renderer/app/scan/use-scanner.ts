import { onScopeDispose } from 'vue'
import { scanField } from '../../actions/scan-target'
import { createScanReader } from './scan-reader'

const isField = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement &&
  target.matches('input:not([type=radio], [type=checkbox]), textarea, [contenteditable]')

const takesScans = (target: HTMLElement): boolean => target.hasAttribute(scanField)

const isDigit = ({ code, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean =>
  !ctrlKey && !altKey && !metaKey && /^(?:Digit|Numpad)\d$/.test(code)

/** Without NumLock, a scanner's Alt and 4 would be Alt and ←, which goes back a page. */
const isPadWithoutNumLock = ({ code, key, altKey }: KeyboardEvent): boolean =>
  altKey && /^Numpad\d$/.test(code) && !/^\d$/.test(key)

const isComposed = ({ isComposing, key }: KeyboardEvent): boolean => isComposing || key === 'Process'

/**
 * Discards an input method's composition of scanned keys, which would otherwise be inserted before the number.
 * Blurring the field ends the composition; the page does not see the inserted text.
 */
const discardComposition = (field: HTMLElement): void => {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return
  const stopEvent = (event: Event): void => event.stopImmediatePropagation()
  const kinds = ['beforeinput', 'input', 'compositionupdate', 'compositionend'] as const
  for (const kind of kinds) window.addEventListener(kind, stopEvent, { capture: true })
  field.blur()
  field.value = ''
  field.focus({ preventScroll: true })
  for (const kind of kinds) window.removeEventListener(kind, stopEvent, { capture: true })
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** An input method may insert text this long after the key that ended the scan, ms. */
const lateInputMs = 80

/**
 * Handles scans in the whole window, independent of the focus. The key that ends a scan does not reach the
 * focused button: scanning a second lock must not confirm a question about the first.
 */
export const useScanner = (deps: {
  readonly isBusy: () => boolean
  readonly onScan: (text: string) => void
  /** Called for a scan that could not be accepted. */
  readonly onRejected: (text: string) => void
  /** Whether fast input in the field is a code; other text stays in the field. */
  readonly isCode: (text: string) => boolean
  /** Called when the user types a digit outside a field. */
  readonly onDigit: () => void
}): void => {
  let readKey = createScanReader()
  /** Whether an input method handled a key since the last scan. */
  let wasComposed = false
  let lateUntil = Number.NEGATIVE_INFINITY

  const listen = (event: KeyboardEvent): void => {
    if (isPadWithoutNumLock(event)) event.preventDefault()
    // A scanner does not hold keys down.
    if (event.repeat) {
      readKey = createScanReader()
      return
    }
    const { target } = event
    const inField = isField(target)
    if (inField && !takesScans(target)) {
      // Input in another field, however fast, belongs to that field and does not start a scan.
      if (event.type === 'keydown') readKey = createScanReader()
      return
    }
    wasComposed ||= isComposed(event)
    const ended = readKey(event)
    if (ended !== null) {
      // In the field the user sees the incomplete scan, and Enter submits it.
      if (ended.kind === 'incomplete' && inField) return
      if (ended.kind === 'scan' && inField && !deps.isCode(ended.text)) return
      event.preventDefault()
      event.stopPropagation()
      const composed = wasComposed
      wasComposed = false
      if (ended.kind !== 'scan') return
      if (deps.isBusy()) {
        deps.onRejected(ended.text)
        return
      }
      if (inField && composed) {
        discardComposition(target)
        lateUntil = event.timeStamp + lateInputMs
      }
      deps.onScan(ended.text)
    } else if (event.type === 'keydown' && isDigit(event) && !inField && !deps.isBusy()) {
      deps.onDigit()
    }
  }
  /** The field's text before the late input, which is restored afterwards. */
  let textBefore = ''
  const blockLateInput = (event: Event): void => {
    const { target } = event
    if (event.timeStamp > lateUntil || !(target instanceof HTMLInputElement) || !takesScans(target)) return
    if (!(event instanceof InputEvent) || !/^insert(?:From)?Composition/.test(event.inputType)) return
    event.stopImmediatePropagation()
    if (event.type === 'beforeinput') textBefore = target.value
    else target.value = textBefore
  }
  const capture = { capture: true }
  window.addEventListener('keydown', listen, capture)
  window.addEventListener('keyup', listen, capture)
  window.addEventListener('beforeinput', blockLateInput, capture)
  window.addEventListener('input', blockLateInput, capture)
  onScopeDispose(() => {
    window.removeEventListener('keydown', listen, capture)
    window.removeEventListener('keyup', listen, capture)
    window.removeEventListener('beforeinput', blockLateInput, capture)
    window.removeEventListener('input', blockLateInput, capture)
  })
}
