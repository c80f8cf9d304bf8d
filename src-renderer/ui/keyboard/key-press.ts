/** The fields of a key event that decide whether it is accepted. */
export interface KeyPress {
  readonly type: string
  readonly code: string
  readonly key: string
  readonly repeat: boolean
  readonly isComposing: boolean
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly metaKey: boolean
  /** Milliseconds on the clock of `performance.now()`. */
  readonly timeStamp: number
}

/** The kind of element a key event targets: multi-line text, single-line text, or any other control. */
export type KeyTarget = 'lines' | 'line' | 'control'

const activationKeys = new Set(['Enter', 'NumpadEnter', 'Space'])
const modifiers = /^(?:Shift|Control|Alt|AltGraph|Meta|CapsLock|NumLock)$/

/** The input method is composing. */
export const isComposed = ({ isComposing, key }: KeyPress): boolean => isComposing || key === 'Process'
export const isModifier = ({ key }: KeyPress): boolean => modifiers.test(key)
/** The key presses a button. */
export const isActivation = ({ code, key }: KeyPress): boolean =>
  activationKeys.has(code) || key === 'Enter' || key === ' '

/** Whether an activation key only types into a text: a space or a line break. With Ctrl it is a shortcut. */
export const isText = ({ key, code, ctrlKey, metaKey }: KeyPress, target: KeyTarget): boolean => {
  if (target === 'control') return false
  const isEnter = key === 'Enter' || code === 'Enter' || code === 'NumpadEnter'
  return isEnter ? target === 'lines' && !ctrlKey && !metaKey : key !== 'Escape'
}

/** Whether a key that presses no button is other input, a scanner's too: an Enter after it is meant. */
export const isOtherInput = (press: KeyPress): boolean =>
  !press.repeat && !isModifier(press) && press.key !== 'Escape'

const nonTextTypes = 'button, checkbox, color, file, image, radio, range, reset, submit'.split(', ')

/** Whether keys write into the element, and whether Enter does. */
export const keyTargetOf = (target: EventTarget | null): KeyTarget => {
  if (target instanceof HTMLTextAreaElement) return 'lines'
  if (target instanceof HTMLInputElement) return nonTextTypes.includes(target.type) ? 'control' : 'line'
  return target instanceof HTMLElement && target.isContentEditable ? 'lines' : 'control'
}

const controls = 'a, button, input, select, textarea, summary, label, [role], [tabindex]'
export const keyControlOf = (target: EventTarget | null): Element | null =>
  target instanceof Element ? (target.closest(controls) ?? target) : null

export const cancelEvent = (event: Event): void => {
  event.preventDefault()
  event.stopPropagation()
}
