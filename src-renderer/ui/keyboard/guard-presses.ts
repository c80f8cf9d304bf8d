import { restPage, watchPointer } from '../button/resting-controls'
import { createPressGuard } from './press-guard'
import type { KeyTarget } from './press-guard'

const pressGuard = createPressGuard()

/** Called when a dialog above the page closes: what lies beneath it takes no press for a moment, by key or mouse. */
export const ignorePresses = (): void => {
  pressGuard.ignore(performance.now())
  restPage()
}

/** Within this time after the window regains focus (ms), a system dialog's result may still arrive. */
const recentFocusMs = 1000
let refocusedAt = Number.NEGATIVE_INFINITY
let ignoresOnReturn = false

/** A system dialog was closed: presses are ignored for a moment after the window regains focus. */
export const ignorePressesAfterSystemDialog = (): void => {
  ignoresOnReturn = !document.hasFocus()
  if (ignoresOnReturn || performance.now() - refocusedAt < recentFocusMs) ignorePresses()
}
const onWindowFocus = (): void => {
  refocusedAt = performance.now()
  if (ignoresOnReturn) ignorePresses()
  ignoresOnReturn = false
}

const nonTextTypes = 'button, checkbox, color, file, image, radio, range, reset, submit'.split(', ')

/** Whether keys write into the element, and whether Enter does. */
export const keyTargetOf = (target: EventTarget | null): KeyTarget => {
  if (target instanceof HTMLTextAreaElement) return 'lines'
  if (target instanceof HTMLInputElement) return nonTextTypes.includes(target.type) ? 'control' : 'line'
  return target instanceof HTMLElement && target.isContentEditable ? 'lines' : 'control'
}

const controls = 'a, button, input, select, textarea, summary, label, [role], [tabindex]'
const controlOf = (target: EventTarget | null): Element | null =>
  target instanceof Element ? (target.closest(controls) ?? target) : null

const cancelEvent = (event: Event): void => {
  event.preventDefault()
  event.stopPropagation()
}

// Events from scripts and assistive technology (not trusted) are never dropped.
const guardKey = (event: KeyboardEvent): void => {
  const { target, isTrusted } = event
  if (isTrusted && !pressGuard.acceptsKey(event, keyTargetOf(target), controlOf(target))) cancelEvent(event)
}

/** Selects the text of a field; tables handle the key before. The text of the whole window is never selected. */
const guardSelectAll = (event: KeyboardEvent): void => {
  const isSelectAll = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'a'
  if (isSelectAll && keyTargetOf(event.target) === 'control') event.preventDefault()
}

/**
 * Drops accidental key presses before the page handles them. The scanner listens on the window, before this
 * document listener, so no scan is dropped.
 */
export const guardPresses = (): void => {
  const capture = { capture: true }
  window.addEventListener('focus', onWindowFocus)
  document.addEventListener('input', pressGuard.type, capture)
  for (const name of ['keydown', 'keyup'] as const) document.addEventListener(name, guardKey, capture)
  watchPointer()
  window.addEventListener('keydown', guardSelectAll)
}
