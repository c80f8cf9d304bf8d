import { restMs } from '../button/resting-controls'
import { isComposed } from './key-press'
import type { KeyPress } from './key-press'

/**
 * Quick presses of Esc are one series, which closes the layer of the first one: a nervous second press does not close
 * what lies beneath, a dialog, details or a summary. Each press extends the series, until the hand pauses.
 */
export const createEscapeSeries = () => {
  let until = Number.NEGATIVE_INFINITY
  return {
    /** Whether the key event is a further press of a series. */
    takes: (press: KeyPress): boolean => {
      // Esc that an input method handles closes nothing.
      if (press.key !== 'Escape' || isComposed(press)) return false
      const isFurther = press.type === 'keydown' && press.timeStamp < until
      until = Math.max(until, press.timeStamp + restMs)
      return isFurther
    },
  }
}
