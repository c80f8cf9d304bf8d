import { isActivation, isComposed, isOtherInput } from '../../ui/keyboard/key-press'
import type { KeyPress } from '../../ui/keyboard/key-press'

/** An activation key within this time after a character on a control is part of a scan, ms. */
const scanGapMs = 100
/** A second end key within this time belongs to the same scan. */
const endMs = 300

const isCharacter = ({ key, ctrlKey, altKey, metaKey }: KeyPress): boolean =>
  key.length === 1 && !ctrlKey && !altKey && !metaKey

/**
 * A scan that is not a lock number may contain spaces and ends with Enter. On a control that accepts no text, these
 * press nothing.
 */
export const createControlScan = () => {
  /** When a character was last pressed on a control that accepts no text. */
  let lastCharacterAt = Number.NEGATIVE_INFINITY
  let endsUntil = Number.NEGATIVE_INFINITY
  return {
    /** Whether a key press on a control that accepts no text is part of a scan and would press it. */
    takes: (press: KeyPress): boolean => {
      const { timeStamp: at, key, repeat } = press
      if (isComposed(press)) return false
      const isInScan = at < lastCharacterAt + scanGapMs
      if (!repeat && isCharacter(press) && (key !== ' ' || isInScan)) lastCharacterAt = at
      if (!isActivation(press)) {
        if (isOtherInput(press)) endsUntil = Number.NEGATIVE_INFINITY
        return false
      }
      if (!isInScan && at >= endsUntil) return false
      endsUntil = at + endMs
      return true
    },
  }
}
