import { onScopeDispose } from 'vue'
import { createScanReader } from './scan-reader'

const isField = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement &&
  target.matches('input:not([type=radio], [type=checkbox]), textarea, [contenteditable]')

/** The field that takes scans; a scan into any other field stays there. */
export const scanField = 'data-takes-scans'

const takesScans = (target: HTMLElement): boolean => target.hasAttribute(scanField)

const isDigit = ({ code, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean =>
  !ctrlKey && !altKey && !metaKey && /^(?:Digit|Numpad)\d$/.test(code)

/** Without NumLock a scanner's Alt and 4 would be Alt and ←: a page back. */
const isPadWithoutNumLock = ({ code, key, altKey }: KeyboardEvent): boolean =>
  altKey && /^Numpad\d$/.test(code) && !/^\d$/.test(key)

const isComposed = ({ isComposing, key }: KeyboardEvent): boolean => isComposing || key === 'Process'

/**
 * An input method has taken keys of a scan: what is in its window would end up in the field, in front of the number.
 * Leaving the field ends the composition; what it leaves there goes, unseen by the page.
 */
const emptyComposed = (field: HTMLElement): void => {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return
  const swallow = (event: Event): void => event.stopImmediatePropagation()
  const kinds = ['beforeinput', 'input', 'compositionupdate', 'compositionend'] as const
  for (const kind of kinds) window.addEventListener(kind, swallow, { capture: true })
  field.blur()
  field.value = ''
  field.focus({ preventScroll: true })
  for (const kind of kinds) window.removeEventListener(kind, swallow, { capture: true })
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** An input method may hand over what it kept a moment after the key that ended the scan. */
const lateInput = 80

/**
 * Listens to the whole window, so that a scan counts wherever the focus is. The key that ends it is kept from
 * whatever button has the focus: scanning a second lock must not confirm what the first one asked.
 */
export const useScanner = (deps: {
  readonly isBusy: () => boolean
  readonly onScan: (text: string) => void
  /** A hand starts typing digits outside a field. */
  readonly onDigit: () => void
}): void => {
  let read = createScanReader()
  /** Whether an input method had a hand in the keys since the last scan. */
  let wasComposed = false
  let lateUntil = Number.NEGATIVE_INFINITY

  const listen = (event: KeyboardEvent): void => {
    if (isPadWithoutNumLock(event)) event.preventDefault()
    const { target } = event
    const inField = isField(target)
    if (inField && !takesScans(target)) {
      // Whoever types there, however fast, means that field: nothing of it is the beginning of a scan elsewhere.
      if (event.type === 'keydown') read = createScanReader()
      return
    }
    wasComposed ||= isComposed(event)
    const ended = read(event)
    if (ended !== null) {
      // In the field the person sees what came of a torn scan, and Enter means that.
      if (ended.kind === 'torn' && inField) return
      event.preventDefault()
      event.stopPropagation()
      const composed = wasComposed
      wasComposed = false
      if (ended.kind !== 'scan' || deps.isBusy()) return
      if (inField && composed) {
        emptyComposed(target)
        lateUntil = event.timeStamp + lateInput
      }
      deps.onScan(ended.text)
    } else if (event.type === 'keydown' && isDigit(event) && !inField && !deps.isBusy()) {
      deps.onDigit()
    }
  }
  /** What the field says before a late input; it stays so. */
  let kept = ''
  const dropLate = (event: Event): void => {
    const { target } = event
    if (event.timeStamp > lateUntil || !(target instanceof HTMLInputElement) || !takesScans(target)) return
    if (!(event instanceof InputEvent) || !/^insert(?:From)?Composition/.test(event.inputType)) return
    event.stopImmediatePropagation()
    if (event.type === 'beforeinput') kept = target.value
    else target.value = kept
  }
  const capture = { capture: true }
  window.addEventListener('keydown', listen, capture)
  window.addEventListener('keyup', listen, capture)
  window.addEventListener('beforeinput', dropLate, capture)
  window.addEventListener('input', dropLate, capture)
  onScopeDispose(() => {
    window.removeEventListener('keydown', listen, capture)
    window.removeEventListener('keyup', listen, capture)
    window.removeEventListener('beforeinput', dropLate, capture)
    window.removeEventListener('input', dropLate, capture)
  })
}
