import { useSoundStore } from '../../stores/sound-store'
import { listedNumber, numbersInLine } from '#shared/sheets/numbers-in-line'
import { useContinuousStore } from './continuous/continuous-store'
import { useDeskStore } from '../../entities/lock/desk-store'
import { useListStore } from './list/list-store'
import { shellNumberOf, usePluggedStore } from '../../entities/lock/plugged-store'
import { lastDigitsIn, numbersEndingIn } from './last-digits'
import { useFindStore } from '../../stores/find-store'
import { useOpenedStore } from '../../entities/lock/opened-store'

/** A name is letters without a digit: one Chinese character, or two letters. No number of a lock is without digits. */
export const looksLikeName = (text: string): boolean =>
  !/\d/u.test(text) && (/\p{Script=Han}/u.test(text) || (/\p{L}/u.test(text) && text.trim().length > 1))

/**
 * Handles a scanned or typed number according to the chosen action. Several numbers go to the list. Only what was typed may be
 * a name or the last digits of a number.
 */
export const useDeskNumber = (): ((text: string, isTyped?: boolean) => void) => {
  const desk = useDeskStore()
  const opened = useOpenedStore()
  const list = useListStore()
  const continuous = useContinuousStore()
  const sound = useSoundStore()
  const finder = useFindStore()
  const plugged = usePluggedStore()

  const lookUp = (text: string): void => {
    desk.typed = text
    desk.show('record')
    void opened.lookUp(text)
  }
  /** The palette has the text from now on. */
  const find = (text: string): void => {
    desk.typed = ''
    finder.ask(text.trim())
  }
  /** The last digits of one lock open it; of several, the palette offers them. */
  const openTyped = async (text: string): Promise<void> => {
    const digits = lastDigitsIn(text)
    if (digits === null) {
      lookUp(text)
      return
    }
    const pluggedIn = plugged.locks.map(shellNumberOf).filter((number) => number !== null)
    const before = desk.typed
    const [first, second] = await numbersEndingIn(digits, pluggedIn)
    // Something else was typed, scanned or opened meanwhile.
    if (desk.typed !== before || desk.change !== null) return
    if (second === undefined) lookUp(first ?? text)
    else find(digits)
  }

  return (given, isTyped = false) => {
    if (given.trim() === '') return
    const text = listedNumber(given) ?? given
    const several = numbersInLine(text)
    if (several !== null && !continuous.isActive) {
      desk.beginList()
      void list.add(several)
    } else if (continuous.isActive) {
      desk.typed = ''
      for (const number of several ?? [text]) continuous.scan(number)
    } else if (desk.change !== null) {
      desk.beginList()
      // An audible cue for a duplicate: the operator looks at the locks while scanning, not at the screen.
      if (!list.addOne(text).isNew) sound.play('attention')
    } else if (isTyped && looksLikeName(text)) find(text)
    else if (isTyped) void openTyped(text)
    else lookUp(text)
  }
}
