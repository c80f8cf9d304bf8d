import { onScopeDispose } from 'vue'
import { createScanReader } from './scan-reader'

const isField = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && target.matches('input:not([type=radio]), textarea, [contenteditable]')

/** The field that takes scans; a scan into any other field stays there. */
export const scanField = 'data-takes-scans'

const takesScans = (target: HTMLElement): boolean => target.hasAttribute(scanField)

const isDigit = ({ code, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean =>
  !ctrlKey && !altKey && !metaKey && /^(?:Digit|Numpad)\d$/.test(code)

/**
 * Listens to the whole window, so that a scan counts wherever the focus is. Its Enter is kept from whatever button
 * has the focus: scanning a second lock must not confirm what the first one asked.
 */
export const useScanner = (deps: {
  readonly isBusy: () => boolean
  readonly onScan: (text: string) => void
  /** A hand starts typing digits outside a field. */
  readonly onDigit: () => void
}): void => {
  const read = createScanReader()
  const listen = (event: KeyboardEvent): void => {
    const ended = read(event)
    const inField = isField(event.target)
    if (ended !== null && !(inField && !takesScans(event.target))) {
      // In the field the person sees what came of a torn scan, and Enter means that.
      if (ended.kind === 'torn' && inField) return
      event.preventDefault()
      event.stopPropagation()
      if (ended.kind === 'scan' && !deps.isBusy()) deps.onScan(ended.text)
    } else if (isDigit(event) && !inField && !deps.isBusy()) {
      deps.onDigit()
    }
  }
  window.addEventListener('keydown', listen, { capture: true })
  onScopeDispose(() => window.removeEventListener('keydown', listen, { capture: true }))
}
