import { useSoundStore } from '../../stores/sound-store'
import { numbersInLine } from '#shared/sheets/numbers-in-line'
import { useContinuousStore } from './continuous/continuous-store'
import { useDeskStore } from '../../entities/lock/desk-store'
import { useListStore } from './list/list-store'
import { useOpenedStore } from '../../entities/lock/opened-store'

/** Handles a scanned or typed number according to the chosen action. Several numbers go to the list. */
export const useDeskNumber = (): ((text: string) => void) => {
  const desk = useDeskStore()
  const opened = useOpenedStore()
  const list = useListStore()
  const continuous = useContinuousStore()
  const sound = useSoundStore()

  return (text) => {
    if (text.trim() === '') return
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
    } else {
      desk.typed = text
      desk.show('record')
      void opened.lookUp(text)
    }
  }
}
