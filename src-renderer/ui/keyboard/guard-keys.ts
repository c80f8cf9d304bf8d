import { createEscapeSeries } from './escape-series'
import { createHeldKeys } from './held-keys'
import { cancelEvent, keyControlOf, keyTargetOf } from './key-press'
import type { KeyPress } from './key-press'
import { createKeyRest } from './key-rest'
import type { KeyRest } from './key-rest'
import { createPressSeries } from './press-series'

// Keys beside resting-controls.ts, which is about the mouse. Events from scripts and assistive technology (not trusted)
// always count.

const capture = { capture: true }
const heldKeys = createHeldKeys()
const series = createPressSeries()
const escapes = createEscapeSeries()
const pageRest = createKeyRest()

const take = (event: KeyboardEvent): void => {
  heldKeys.forget(event.code)
  cancelEvent(event)
}

const resting = new WeakSet<KeyRest>()
/** Puts a rest on an element; the first press after it removes it. */
const restElement = (element: Element, rest: KeyRest): void => {
  if (resting.has(rest)) return
  resting.add(rest)
  const stop = (): void => {
    resting.delete(rest)
    element.removeEventListener('keydown', listen, capture)
    element.removeEventListener('input', rest.end, capture)
  }
  const listen = (event: Event): void => {
    if (!event.isTrusted || !(event instanceof KeyboardEvent)) return
    if (rest.takes(event, keyTargetOf(event.target))) take(event)
    else if (rest.isOver(event.timeStamp)) stop()
  }
  element.addEventListener('keydown', listen, capture)
  element.addEventListener('input', rest.end, capture)
}

/** What lies beneath a dialog that closes takes no press by key for a moment. */
export const restPageKeys = (): void => {
  const now = performance.now()
  pageRest.begin(now)
  restElement(document.documentElement, pageRest)
}

/** A control that the focus came to in a series of presses takes none of them. */
const onFocus = ({ target, timeStamp }: FocusEvent): void => {
  const control = keyControlOf(target)
  const rest = control === null ? null : series.restOf(control, timeStamp)
  if (control !== null && rest !== null) restElement(control, rest)
}

/**
 * Drops what the keyboard repeats while a key is held, a release without its press, and a further Esc of a series. Every control and every field
 * whose Enter sends a form has this rule, and no option of the browser or of Naive UI turns repetition off.
 */
const onKey = (event: KeyboardEvent): void => {
  if (!event.isTrusted) return
  const press: KeyPress = event
  const target = keyTargetOf(event.target)
  const control = keyControlOf(event.target)
  const isOfHand = heldKeys.accepts(press, target, control)
  if (isOfHand || event.type === 'keyup') series.note(press, target, control)
  if (escapes.takes(press) || !isOfHand) cancelEvent(event)
}

/** The scanner listens on the window, before these listeners, so no scan is dropped. */
export const guardKeys = (): void => {
  // Inside the element that rests after a dialog: that rest sees the repeats too, which extend it.
  for (const name of ['keydown', 'keyup'] as const) document.body.addEventListener(name, onKey, capture)
  document.body.addEventListener('focusin', onFocus, { ...capture, passive: true })
  document.body.addEventListener('input', series.end, { ...capture, passive: true })
}
