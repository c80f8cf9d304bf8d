import { restMs } from '../button/resting-controls'
import { isActivation, isComposed, isOtherInput, isText } from './key-press'
import type { KeyPress, KeyTarget } from './key-press'
import { createKeyRest } from './key-rest'
import type { KeyRest } from './key-rest'

/**
 * Quick presses of one key are one series, which is meant for the control of the first one. A control that the focus
 * comes to meanwhile rests until the series is over, so that it does not confirm what the first press opened.
 */
export const createPressSeries = () => {
  let last: { readonly control: unknown; readonly at: number; readonly isDown: boolean } | null = null
  const rests = new Set<KeyRest>()
  const end = (): void => {
    last = null
    for (const rest of rests) rest.end()
    rests.clear()
  }
  return {
    /** Also for text that was entered without keys. */
    end,
    note: (press: KeyPress, target: KeyTarget, control: unknown): void => {
      const { type, timeStamp: at } = press
      if (isComposed(press) || !isActivation(press)) {
        if (type === 'keydown' && (isComposed(press) || isOtherInput(press))) end()
      } else if (isText(press, target)) return
      else if (type === 'keydown') {
        last = { control, at, isDown: true }
        for (const rest of rests) if (rest.isOver(at)) rests.delete(rest)
      } else if (last?.isDown === true) {
        // The series goes on while the key is down.
        last = { ...last, at, isDown: false }
        for (const rest of rests) rest.begin(at)
      }
    },
    /** The focus came to a control: its rest, if the series goes on. */
    restOf: (control: unknown, at: number): KeyRest | null => {
      const isOver = last === null || (!last.isDown && at >= last.at + restMs)
      if (last === null || isOver || last.control === control) return null
      const rest = createKeyRest()
      rest.begin(last.at)
      rests.add(rest)
      return rest
    },
  }
}
