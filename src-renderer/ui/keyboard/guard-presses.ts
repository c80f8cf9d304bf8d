import { createPressGuard, ignoreForMs } from './press-guard'
import type { KeyTarget } from './press-guard'

const pressGuard = createPressGuard<Element | null>()
let restTimer: ReturnType<typeof setTimeout> | undefined

/** Called when a dialog above the page closes: presses are ignored for a moment, and the pointer shows it. */
export const ignorePresses = (): void => {
  pressGuard.ignore(performance.now())
  const { dataset } = document.documentElement
  dataset['resting'] = ''
  clearTimeout(restTimer)
  restTimer = setTimeout(() => delete dataset['resting'], ignoreForMs)
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
const guardMouse = (event: MouseEvent): void => {
  if (event.isTrusted && !pressGuard.acceptsMouse(event, controlOf(event.target))) cancelEvent(event)
}

/** Selects the text of a field; tables handle the key before. The text of the whole window is never selected. */
const guardSelectAll = (event: KeyboardEvent): void => {
  const isSelectAll = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'a'
  if (isSelectAll && keyTargetOf(event.target) === 'control') event.preventDefault()
}

/**
 * Drops accidental presses before the page handles them. The scanner listens on the window, before this
 * document listener, so no scan is dropped.
 */
export const guardPresses = (): void => {
  const capture = { capture: true }
  window.addEventListener('focus', onWindowFocus)
  document.addEventListener('input', pressGuard.type, capture)
  for (const name of ['keydown', 'keyup'] as const) document.addEventListener(name, guardKey, capture)
  for (const name of ['mousedown', 'mouseup', 'click', 'dblclick', 'auxclick'] as const)
    document.addEventListener(name, guardMouse, capture)
  window.addEventListener('keydown', guardSelectAll)
}
