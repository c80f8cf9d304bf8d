import { restMs } from '../button/resting-controls'

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
  /** Milliseconds on the same clock as the argument of `ignore`. */
  readonly timeStamp: number
}

/** The kind of element a key event targets: multi-line text, single-line text, or any other control. */
export type KeyTarget = 'lines' | 'line' | 'control'

/** Keys are ignored for this long after a dialog closes, and on other controls after a press, ms. */
export const ignoreForMs = restMs
/**
 * Without detectable auto-repeat (X11, some remote desktops), a held key sends release and press within this
 * time, ms.
 */
const autoRepeatMs = 1
/** An activation key within this time after a character on a control is part of a scan, ms. */
const scanGap = 100

const activationKeys = new Set(['Enter', 'NumpadEnter', 'Space'])
const modifiers = /^(?:Shift|Control|Alt|AltGraph|Meta|CapsLock|NumLock)$/
const isCharacter = ({ key, ctrlKey, altKey, metaKey }: KeyPress): boolean =>
  key.length === 1 && !ctrlKey && !altKey && !metaKey
const moves = /^(?:Arrow(?:Up|Down|Left|Right)|Page(?:Up|Down)|Home|End|Tab)$/

const isActivation = ({ code, key }: KeyPress): boolean =>
  activationKeys.has(code) || key === 'Enter' || key === ' '

/** Whether an activation key only types into a text: a space or a line break. With Ctrl it is a shortcut. */
const isText = ({ key, code, ctrlKey, metaKey }: KeyPress, target: KeyTarget): boolean => {
  if (target === 'control') return false
  const isEnter = key === 'Enter' || code === 'Enter' || code === 'NumpadEnter'
  return isEnter ? target === 'lines' && !ctrlKey && !metaKey : key !== 'Escape'
}

/**
 * Decides which key presses are accepted. A held key is accepted once. For a moment after a dialog closes no press
 * is accepted, so that the second of two quick presses does not reach the page behind it. The second of two quick
 * presses is accepted only on the control of the first one: it must not confirm what that opened. A scan presses no
 * button. Presses of the mouse are the business of resting-controls.ts.
 * A control is identified by what `acceptsKey` receives for it.
 */
export const createPressGuard = () => {
  let ignoreUntil = Number.NEGATIVE_INFINITY
  /** The control of the last accepted key press, and when that was pressed or released. */
  let lastPress: { readonly control: unknown; readonly at: number } | null = null
  /** When a character was last pressed on a control that accepts no text. */
  let lastCharacterAt = Number.NEGATIVE_INFINITY
  /** The control on which each held activation key was pressed. */
  const pressedOn = new Map<string, unknown>()
  const releasedAt = new Map<string, number>()

  /** A queued event may be older than a pause that began meanwhile: a pause never becomes shorter. */
  const ignore = (at: number): void => void (ignoreUntil = Math.max(ignoreUntil, at + ignoreForMs))
  const endPause = (): void => {
    ignoreUntil = Number.NEGATIVE_INFINITY
    lastPress = null
  }

  /** Whether a key on a control that accepts no text is part of a scan; its characters are noted. */
  const isScanned = (press: KeyPress): boolean => {
    const isInScan = press.timeStamp < lastCharacterAt + scanGap
    if (!press.repeat && isCharacter(press) && (press.key !== ' ' || isInScan))
      lastCharacterAt = press.timeStamp
    return isInScan
  }

  const pressOtherKey = (press: KeyPress, target: KeyTarget): boolean => {
    const { key, repeat, ctrlKey, altKey, metaKey } = press
    const isModifier = modifiers.test(key)
    // Other input, a scanner's too, ends the pause: the Enter that follows is intended.
    if (!repeat && !isModifier && key !== 'Escape') endPause()
    // Shortcuts and zooming are left to the page and the system, which handle repetition themselves.
    const isShortcut = ctrlKey || altKey || metaKey
    return !repeat || isShortcut || isModifier || moves.test(key) || isText(press, target)
  }

  const pressKey = (press: KeyPress, target: KeyTarget, control: unknown): boolean => {
    const { code, repeat, timeStamp: at } = press
    const isInScan = target === 'control' && isScanned(press)
    if (!isActivation(press)) return pressOtherKey(press, target)
    if (isText(press, target)) return true
    const isHeld = repeat || at - (releasedAt.get(code) ?? Number.NEGATIVE_INFINITY) < autoRepeatMs
    const hasMoved = lastPress !== null && lastPress.control !== control && at < lastPress.at + ignoreForMs
    // A scan that is not a lock number (scan-reader.ts) may contain spaces and ends with Enter.
    const isIgnored = at < ignoreUntil || (hasMoved && !isHeld) || isInScan
    // Pressing repeatedly or holding the key extends the pause.
    if (isIgnored) ignore(at)
    if (isHeld) return false
    if (isIgnored) {
      pressedOn.delete(code)
      return false
    }
    pressedOn.set(code, control)
    lastPress = { control, at }
    return true
  }

  const releaseKey = (press: KeyPress, target: KeyTarget, control: unknown): boolean => {
    const { code, timeStamp: at } = press
    if (!isActivation(press)) return true
    const pressedControl = pressedOn.get(code)
    pressedOn.delete(code)
    releasedAt.set(code, at)
    if (pressedControl !== undefined && lastPress?.control === pressedControl)
      lastPress = { control: pressedControl, at }
    // A key that was pressed on another control, or was rejected, activates nothing on release.
    return isText(press, target) || pressedControl === control
  }

  return {
    /** Starts the pause after a dialog closed at `at`. */
    ignore,
    /** Text was entered into a field: the Enter that follows is intended. */
    type: endPause,
    /** Whether a key event is accepted. */
    acceptsKey: (press: KeyPress, target: KeyTarget, control: unknown): boolean => {
      // The input method is composing.
      if (press.isComposing || press.key === 'Process') {
        if (press.type === 'keydown') endPause()
        return true
      }
      return press.type === 'keyup' ? releaseKey(press, target, control) : pressKey(press, target, control)
    },
  }
}
