import { useDeskStore } from '../../entities/lock/desk-store'
import { useOpenedStore } from '../../entities/lock/opened-store'
import type { Opened } from '../../entities/lock/opened-store'
import { usePlace } from '../../ui/place/use-place'

/** Back and Forward to the desk open the lock that was open there. */
export const useDeskPlace = (): void => {
  const desk = useDeskStore()
  const opened = useOpenedStore()

  const show = (kept: { readonly opened: Opened | null; readonly side: 'record' | 'list' }): void => {
    const isSameLock = opened.opened?.number === kept.opened?.number
    if (desk.side !== kept.side || !isSameLock) desk.show(kept.side)
    if (kept.opened === null) opened.close()
    else if (!isSameLock) {
      void opened.openLock(kept.opened.number, kept.opened.plugId)
      opened.choose(kept.opened.chosen)
    }
  }
  const kept = usePlace('desk', { take: () => ({ opened: opened.opened, side: desk.side }), show })
  if (kept !== undefined) show(kept)
}
