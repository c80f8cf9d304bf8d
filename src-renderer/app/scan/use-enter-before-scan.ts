import { onScopeDispose } from 'vue'
import { keyTargetOf } from '../../ui/keyboard/key-press'

/** A scanner that sends Enter before its code sends the first character within this time, ms. */
const heldMs = 80

const isCharacter = ({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean =>
  !ctrlKey && !altKey && !metaKey && key !== ' ' && Array.from(key).length === 1

/**
 * Holds the press of a dialog's control by Enter for a moment: an Enter that the characters of a code follow at once is
 * the scanner's, and must not confirm an open question. On a page, no press is held: what changes a lock asks first.
 * Listens on the document, before the listeners that drop keys (guard-keys.ts).
 */
export const useEnterBeforeScan = (): void => {
  /** The control on which Enter was pressed, until the next key. */
  let pressed: HTMLElement | null = null
  let held: HTMLElement | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const release = (): void => {
    clearTimeout(timer)
    const target = held
    held = null
    target?.click()
  }
  const onKeydown = (event: KeyboardEvent): void => {
    const { target, key, repeat } = event
    if (isCharacter(event)) held = null
    else if (held !== null && !repeat) release()
    const isPress =
      key === 'Enter' && !repeat && target instanceof HTMLElement && keyTargetOf(target) === 'control'
    pressed = isPress && target.closest('dialog') !== null ? target : null
  }
  const onClick = (event: MouseEvent): void => {
    const { target, detail, defaultPrevented } = event
    // A click with the mouse has a count; the click below comes without a pressed control.
    if (detail !== 0 || defaultPrevented || !(target instanceof HTMLElement)) return
    if (pressed?.contains(target) !== true) return
    pressed = null
    event.preventDefault()
    event.stopPropagation()
    held = target
    clearTimeout(timer)
    timer = setTimeout(release, heldMs)
  }

  const capture = { capture: true }
  document.addEventListener('keydown', onKeydown, capture)
  document.addEventListener('click', onClick, capture)
  onScopeDispose(() => {
    clearTimeout(timer)
    document.removeEventListener('keydown', onKeydown, capture)
    document.removeEventListener('click', onClick, capture)
  })
}
