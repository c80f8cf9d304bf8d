import { useSoundStore } from '../../app/stores/sound-store'
import { useArmedStore } from './armed/armed-store'
import { useDeskStore } from './desk-store'
import { useListStore } from './list/list-store'
import { useOpenedStore } from './opened-store'

/** What becomes of one number that is scanned or typed: by what the desk is set to. */
export const useDeskNumber = (): ((text: string) => void) => {
  const desk = useDeskStore()
  const opened = useOpenedStore()
  const list = useListStore()
  const armed = useArmedStore()
  const sound = useSoundStore()

  return (text) => {
    if (text.trim() === '') return
    if (armed.isArmed) {
      opened.typed = ''
      armed.scan(text)
    } else if (desk.change !== null) {
      opened.typed = ''
      desk.show('list')
      // Whoever scans looks at the locks: a second time is heard.
      if (!list.addOne(text).isNew) sound.play('attention')
    } else {
      opened.typed = text
      desk.show('record')
      void opened.lookUp(text)
    }
  }
}
