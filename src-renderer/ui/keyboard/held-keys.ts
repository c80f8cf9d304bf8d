import { isActivation, isComposed, isModifier, isText } from './key-press'
import type { KeyPress, KeyTarget } from './key-press'

/**
 * Without detectable auto-repeat (X11, some remote desktops), a held key sends release and press within this
 * time, ms.
 */
const autoRepeatMs = 1
const moves = /^(?:Arrow(?:Up|Down|Left|Right)|Page(?:Up|Down)|Home|End|Tab)$/

/**
 * Tells what a hand presses from what the keyboard repeats. A held key is accepted once, but for moving, typing and
 * shortcuts. A release is accepted where its press was.
 * A control is identified by what `accepts` receives for it.
 */
export const createHeldKeys = () => {
  /** The control on which each held activation key was pressed. */
  const pressedOn = new Map<string, unknown>()
  const releasedAt = new Map<string, number>()

  const mayRepeat = (press: KeyPress, target: KeyTarget): boolean => {
    const { key, ctrlKey, altKey, metaKey } = press
    // Shortcuts and zooming are left to the page and the system, which handle repetition themselves.
    return ctrlKey || altKey || metaKey || isModifier(press) || moves.test(key) || isText(press, target)
  }
  const acceptsPress = (press: KeyPress, target: KeyTarget, control: unknown): boolean => {
    const { code, repeat, timeStamp: at } = press
    if (!isActivation(press)) return !repeat || mayRepeat(press, target)
    if (isText(press, target)) return true
    if (repeat || at - (releasedAt.get(code) ?? Number.NEGATIVE_INFINITY) < autoRepeatMs) return false
    pressedOn.set(code, control)
    return true
  }
  const acceptsRelease = (press: KeyPress, target: KeyTarget, control: unknown): boolean => {
    const { code, timeStamp } = press
    if (!isActivation(press)) return true
    const pressed = pressedOn.get(code)
    pressedOn.delete(code)
    releasedAt.set(code, timeStamp)
    return isText(press, target) || pressed === control
  }

  return {
    /** Whether a key event is one of a hand. */
    accepts: (press: KeyPress, target: KeyTarget, control: unknown): boolean =>
      isComposed(press) ||
      (press.type === 'keyup'
        ? acceptsRelease(press, target, control)
        : acceptsPress(press, target, control)),
    /** The press was taken by a rest: its release presses nothing either. */
    forget: (code: string): void => void pressedOn.delete(code),
  }
}
