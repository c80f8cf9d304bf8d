import { restMs } from '../button/resting-controls'
import { isActivation, isComposed, isOtherInput, isText } from './key-press'
import type { KeyPress, KeyTarget } from './key-press'

/**
 * What rests takes Enter and Space, so that they press nothing. Each one extends the rest: it lasts until the hand
 * pauses. Other input ends it.
 */
export const createKeyRest = () => {
  let until = Number.NEGATIVE_INFINITY
  /** A queued event may be older than a rest that began meanwhile: a rest never becomes shorter. */
  const begin = (at: number): void => void (until = Math.max(until, at + restMs))
  const end = (): void => void (until = Number.NEGATIVE_INFINITY)
  return {
    begin,
    /** Also for text that was entered without keys: an Enter that follows is meant. */
    end,
    isOver: (at: number): boolean => at >= until,
    takes: (press: KeyPress, target: KeyTarget): boolean => {
      if (press.type !== 'keydown') return false
      if (isComposed(press) || (!isActivation(press) && isOtherInput(press))) end()
      if (!isActivation(press) || isComposed(press) || isText(press, target)) return false
      if (press.timeStamp >= until) return false
      begin(press.timeStamp)
      return true
    },
  }
}
export type KeyRest = ReturnType<typeof createKeyRest>
