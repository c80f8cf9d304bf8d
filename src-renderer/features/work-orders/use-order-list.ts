import { useRouter } from 'vue-router'
import { useDeskStore } from '../../entities/lock/desk-store'

/** Begins a list on the Desk page, whose locks can be signed as a work order: while it looks up, scans join no list. */
export const useOrderList = (): (() => void) => {
  const router = useRouter()
  const desk = useDeskStore()

  return () => {
    if (desk.change === null) desk.choose('disable')
    desk.show('list')
    void router.push({ name: 'desk' })
  }
}
