import { useRouter } from 'vue-router'
import { useDeskStore } from './desk-store'
import { useOpenedStore } from './opened-store'

/** Looks a lock up from any page; the lock desk shows its record. */
export const useLookUp = (): ((number: string, plugId?: string | null) => void) => {
  const router = useRouter()
  const desk = useDeskStore()
  const opened = useOpenedStore()

  return (number, plugId = null) => {
    void router.push({ name: 'desk' })
    desk.show('record')
    if (plugId !== null) {
      void opened.openLock(number, plugId)
      return
    }
    // Where a number joins a list, this one would join it untyped.
    desk.typed = desk.change === null ? number : ''
    void opened.lookUp(number)
  }
}
